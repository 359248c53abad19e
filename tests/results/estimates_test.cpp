// Estimates of coefficients in the files of a run.

#include <cmath>

#include "common/files.h"
#include "results/history.h"
#include "results/model_file.h"
#include "results/summary.h"

namespace engd::results {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

TEST(Estimates, AreWrittenInWords) {
  EXPECT_EQ(to_string(Estimate{"k", 0.25, {}, true, {}}), "0.25");
  EXPECT_EQ(to_string(Estimate{"k", 0.25, 0.0123, true, {}}), "0.25 +- 0.012");
  EXPECT_EQ(to_string(Estimate{"k", 0.25, 0.01, true, 0.27}),
            "0.25 +- 0.01, relative error 7.4e-02, 2.0 standard errors");
  EXPECT_EQ(to_string(Estimate{"k", 1e-9, {}, true, 0}), "1e-09, error 1.0e-09");
  EXPECT_EQ(to_string(Estimate{"k", 3, {}, false, {}}),
            "3 (not determined by the equations and data)");
}

TEST(Estimates, InTheSummary) {
  Summary summary;
  summary.problem = "p";
  summary.seeds.resize(1);
  summary.seeds[0].coefficients = {{"nu", 0.1 + 0.2, 1e-3, true, 0.3}, {"k", 2, {}, false, {}}};
  Statement statement;
  statement.coefficients = {{"nu", "1 at the start, positive"}};
  summary.statement = statement;
  const TemporaryFolder folder;
  const Summary back = read_summary(folder.write("summary.json", to_json(summary)));
  ASSERT_EQ(back.seeds[0].coefficients.size(), 2u);
  const Estimate &nu = back.seeds[0].coefficients[0], &k = back.seeds[0].coefficients[1];
  EXPECT_EQ(nu.name, "nu");
  EXPECT_EQ(nu.value, 0.1 + 0.2);
  EXPECT_EQ(nu.standard_error, 1e-3);
  EXPECT_EQ(nu.exact, 0.3);
  EXPECT_TRUE(nu.determined);
  EXPECT_FALSE(k.standard_error || k.exact || k.determined);
  EXPECT_EQ(back.statement->coefficients, statement.coefficients);
}

TEST(Estimates, InTheHistory) {
  const TemporaryFolder folder;
  {
    RunFolder run = RunFolder::create(folder.path() / "run", false);
    HistoryWriter writer(run, {"a"}, {"nu", "k"});
    HistoryRow row;
    row.term_losses = {1};
    row.coefficients = {0.1 + 0.2, NAN};
    writer.write(row);
  }
  const History history = read_history(folder.path() / "run/history.csv");
  EXPECT_EQ(history.term_names, (std::vector<std::string>{"a"}));
  EXPECT_EQ(history.coefficient_names, (std::vector<std::string>{"nu", "k"}));
  ASSERT_EQ(history.rows.size(), 1u);
  EXPECT_EQ(history.rows[0].coefficients[0], 0.1 + 0.2);
  EXPECT_TRUE(std::isnan(history.rows[0].coefficients[1]));
  EXPECT_EQ(history.rows[0].term_losses, (std::vector<double>{1}));
}

Model model_with_coefficients() {
  Model model;
  model.box = {{0}, {1}};
  model.variables = {"x"};
  model.unknowns = {"u"};
  model.coefficients = {"nu", "k"};
  model.positive = {true, false};
  model.seeds.resize(1);
  model.seeds[0].parameters = {1, 2, 3};
  model.seeds[0].coefficients = {0.25, -4};
  return model;
}

TEST(Estimates, InTheModel) {
  const TemporaryFolder folder;
  save_model(folder.path() / "model.h5", model_with_coefficients());
  const Model back = load_model(folder.path() / "model.h5");
  EXPECT_EQ(back.coefficients, (std::vector<std::string>{"nu", "k"}));
  EXPECT_EQ(back.positive, (std::vector<bool>{true, false}));
  EXPECT_EQ(back.seeds[0].coefficients, (std::vector<double>{0.25, -4}));
}

TEST(Estimates, ThatDoNotFitAModelAreDamage) {
  const TemporaryFolder folder;
  Model model = model_with_coefficients();
  model.seeds[0].coefficients.pop_back();
  save_model(folder.path() / "seed.h5", model);
  EXPECT_NE(input_error_of([&] {
              load_model(folder.path() / "seed.h5");
            }).find("the coefficients of a seed do not fit their names"),
            std::string::npos);
  model.positive.pop_back();
  save_model(folder.path() / "names.h5", model);
  EXPECT_NE(input_error_of([&] {
              load_model(folder.path() / "names.h5");
            }).find("the coefficients do not fit their names"),
            std::string::npos);
}

}  // namespace
}  // namespace engd::results
