// Every numeric field of a problem file against the values that people get wrong.

#include <map>

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

/// How a field is set: a problem file with one value left open ('@').
struct Field {
  std::string path;   ///< as messages name it
  std::string valid;  ///< of the values below, those that are fine; separated by blanks
  std::string text;   ///< lines that are added to the base, or replace `instead`
  std::string instead = {};
};

const std::string base = R"([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[constants]
k = 1
[[term]]
on = "interior"
residual = "u_xx + u_yy"
points = { sobol = 8, resample = 1 }
weight = 1
[solution]
u = "x"
[network]
layers = [3]
init = { std = 1 }
[optimizer]
starts = 1
[evaluation]
every = 1
)";

void PrintTo(const Field& field, std::ostream* out) {
  *out << field.path;
}

const std::vector<Field> fields{
    {"problem.domain.box", "0 -1 0.5", "[[@, 1], [0, 1]]", "[[0, 1], [0, 1]]"},
    {"problem.domain.box", "", "[[0, 1], [1, @]]", "[[0, 1], [0, 1]]"},
    {"constants.k", "0 -1 0.5", "k = @", "k = 1"},
    {"term.0.weight", "0.5", "weight = @", "weight = 1"},
    {"term.0.points.sobol", "", "sobol = @", "sobol = 8"},
    {"term.0.points.resample", "0", "resample = @", "resample = 1"},
    {"term.0.points.grid", "", "{ grid = @ }", "{ sobol = 8, resample = 1 }"},
    {"term.0.points.grid", "", "{ grid = [3, @] }", "{ sobol = 8, resample = 1 }"},
    {"term.0.points.gauss", "", "{ gauss = @ }", "{ sobol = 8, resample = 1 }"},
    {"term.0.points.trapezoid", "", "{ trapezoid = @ }", "{ sobol = 8, resample = 1 }"},
    {"term.0.points.random", "", "{ random = @ }", "{ sobol = 8, resample = 1 }"},
    {"term.0.points.halton", "", "{ halton = @ }", "{ sobol = 8, resample = 1 }"},
    {"network.layers", "", "layers = [@]", "layers = [3]"},
    {"network.init.std", "0.5", "std = @", "std = 1"},
    {"network.init.std", "0.5", "std = [1, @]", "std = 1"},
    {"optimizer.history", "", "history = @\nmethod = 'lbfgs'", "starts = 1"},
    {"optimizer.iterations", "0", "iterations = @", "starts = 1"},
    {"optimizer.iterations.engd", "0", "iterations = { engd = @ }", "starts = 1"},
    {"optimizer.damping", "0 0.5", "damping = @\nmethod = 'engd'", "starts = 1"},
    {"optimizer.cutoff", "0 0.5", "cutoff = @\nmethod = 'engd'", "starts = 1"},
    {"optimizer.beta1", "0 0.5", "beta1 = @\nmethod = 'adam'", "starts = 1"},
    {"optimizer.beta2", "0 0.5", "beta2 = @\nmethod = 'adam'", "starts = 1"},
    {"optimizer.epsilon", "0.5", "epsilon = @\nmethod = 'adam'", "starts = 1"},
    {"optimizer.grid_base", "0.5", "grid_base = @\nmethod = 'gd'", "starts = 1"},
    {"optimizer.grid_count", "0", "grid_count = @\nmethod = 'gd'", "starts = 1"},
    {"optimizer.curvature", "0.5", "curvature = @\nmethod = 'bfgs'", "starts = 1"},
    {"optimizer.learning_rate", "0.5", "learning_rate = @\nmethod = 'adam'", "starts = 1"},
    {"optimizer.decay_start", "0", "decay_start = @\nmethod = 'adam'", "starts = 1"},
    {"optimizer.decay_every", "", "decay_every = @\nmethod = 'adam'", "starts = 1"},
    {"optimizer.decay_factor", "0.5", "decay_factor = @\nmethod = 'adam'", "starts = 1"},
    {"optimizer.minimum_rate", "0 0.5", "minimum_rate = @\nmethod = 'adam'", "starts = 1"},
    {"optimizer.first_damping", "0.5", "first_damping = @\nmethod = 'multistep'", "starts = 1"},
    {"optimizer.target_loss", "0 -1 0.5", "target_loss = @", "starts = 1"},
    {"optimizer.gradient_tolerance", "0 0.5", "gradient_tolerance = @", "starts = 1"},
    {"optimizer.least_progress", "0 0.5", "least_progress = @", "starts = 1"},
    {"optimizer.progress_iterations", "", "progress_iterations = @", "starts = 1"},
    {"optimizer.time_limit", "0 0.5", "time_limit = @", "starts = 1"},
    {"optimizer.target_error", "0.5", "target_error = @", "starts = 1"},
    {"evaluation.every", "0", "every = @", "every = 1"},
};

const std::vector<std::string> values{"nan",       "-nan",  "inf",  "-inf", "-1",
                                      "0",         "0.5",   "\"\"", "true", "\"abc\"",
                                      "{ a = 1 }", "[[1]]", "1e99", "[]",   "9223372036854775807",
                                      "2020-01-01"};

/// Values that are only too large for integers.
bool huge(const std::string& value) {
  return value == "1e99" || value == "9223372036854775807";
}

/// Fields whose number may be as large as it likes.
bool takes_huge(const Field& field) {
  static const std::vector<std::string> words{"constants.k",
                                              "term.0.weight",
                                              "network.init.std",
                                              "optimizer.damping",
                                              "optimizer.epsilon",
                                              "optimizer.learning_rate",
                                              "optimizer.minimum_rate",
                                              "optimizer.target_loss",
                                              "optimizer.gradient_tolerance",
                                              "optimizer.time_limit",
                                              "optimizer.target_error"};
  for (const std::string& word : words) {
    if (field.path == word) return true;
  }
  return field.text == "[[0, 1], [1, @]]";  // an upper bound
}

class Numbers : public ::testing::TestWithParam<Field> {};

TEST_P(Numbers, WrongValuesAreRefusedByName) {
  const Field& field = GetParam();
  const TemporaryFolder folder;
  const std::string valid = " " + field.valid + " ";
  for (const std::string& value : values) {
    std::string line = field.text;
    testing::replace(line, "@", value);
    std::string text = base;
    testing::replace(text, field.instead, line);
    const std::string file = folder.write("p.toml", text).string();
    const std::string message = input_error_of([&] { read_problem(file); });
    const bool fine =
        valid.find(" " + value + " ") != std::string::npos || (huge(value) && takes_huge(field));
    if (fine) {
      EXPECT_EQ(message, "") << line;
      continue;
    }
    // The file, a line and a column, and the key (or, inside a formula, the formula).
    const std::size_t at = text.substr(0, text.find(line)).size();
    const auto line_number =
        1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
    EXPECT_EQ(message.find(file + ":" + std::to_string(line_number) + ":"), 0u) << line << "\n"
                                                                                << message;
    const bool names_the_key = message.find(" " + field.path) != std::string::npos;
    const bool shows_the_formula = message.find(line) != std::string::npos;
    EXPECT_TRUE(names_the_key || shows_the_formula) << line << "\n" << message;
  }
}

INSTANTIATE_TEST_SUITE_P(Fields, Numbers, ::testing::ValuesIn(fields));

TEST(Numbers, TheBaseItselfIsFine) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", base).string();
  EXPECT_EQ(input_error_of([&] { read_problem(file); }), "");
}

}  // namespace
}  // namespace engd::read
