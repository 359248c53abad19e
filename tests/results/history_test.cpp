#include "results/history.h"

#include <cmath>
#include <limits>
#include <sstream>

#include "common/files.h"

namespace engd::results {
namespace {

namespace fs = std::filesystem;
using testing::contents;
using testing::TemporaryFolder;

TEST(History, ColumnsAndEmptyFields) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path() / "run", false);
  {
    HistoryWriter writer(folder, {"interior", "a, b"});
    EXPECT_FALSE(fs::exists(folder.file("history.csv")));  // it appears when it is complete
    HistoryRow row;
    row.seed = 3;
    row.iteration = 7;
    row.seconds = 0.5;
    row.loss = 0.25;
    row.term_losses = {0.125, 0.125};
    writer.write(row);
    row.rel_l2 = 2;
    row.rel_h1 = 4;
    row.step = 0.5;
    row.gradient_norm = 8;
    row.rank = 99;
    writer.write(row);
  }
  EXPECT_EQ(contents(folder.file("history.csv")),
            "seed,iteration,seconds,loss,loss_interior,\"loss_a, b\",rel_l2,rel_h1,step,"
            "gradient_norm,rank\n"
            "3,7,0.5,0.25,0.125,0.125,,,,,\n"
            "3,7,0.5,0.25,0.125,0.125,2,4,0.5,8,99\n");
}

TEST(History, NumbersComeBackExactly) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path() / "run", false);
  HistoryWriter writer(folder, {});
  const std::vector<double> losses{0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 2.4e-7};
  for (double loss : losses) {
    HistoryRow row;
    row.loss = loss;
    writer.write(row);
  }
  writer.close();
  writer.close();  // a second time changes nothing
  std::istringstream lines(contents(folder.file("history.csv")));
  std::string line;
  std::getline(lines, line);
  for (double loss : losses) {
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(std::strtod(line.c_str() + line.rfind("0,0,0,") + 6, nullptr), loss) << line;
  }
}

TEST(History, NotFiniteNumbersAreSaidSo) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path() / "run", false);
  {
    HistoryWriter writer(folder, {});
    HistoryRow row;
    row.loss = std::numeric_limits<double>::quiet_NaN();
    row.gradient_norm = std::numeric_limits<double>::infinity();
    writer.write(row);
  }
  EXPECT_NE(contents(folder.file("history.csv")).find("0,0,0,nan,,,,inf,\n"), std::string::npos);
}

TEST(History, AFullDiskIsAnErrorWhenTheFileIsClosed) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path() / "run", false);
  HistoryWriter writer(folder, {});
  const testing::FullDisk full(100);
  const auto write_much = [&] {
    for (int i = 0; i < 1000; ++i) writer.write(HistoryRow{});
    writer.close();
  };
  EXPECT_THROW(write_much(), std::runtime_error);
}

TEST(History, WithoutAFolderItIsKeptInMemory) {
  RunFolder none = RunFolder::none();
  HistoryWriter writer(none, {"interior"});
  HistoryRow row;
  row.loss = 0.5;
  row.term_losses = {0.5};
  writer.write(row);
  writer.close();
  ASSERT_EQ(writer.rows().size(), 1u);
  EXPECT_EQ(writer.rows().front().loss, 0.5);
  EXPECT_FALSE(writer.text().empty());
}

TEST(History, AFolderThatVanishedIsAnError) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path() / "run", false);
  fs::remove_all(folder.path());
  EXPECT_THROW(HistoryWriter(folder, {}), std::runtime_error);
}

}  // namespace
}  // namespace engd::results
