// What the library computes is what the program computes, to the bit.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "common/temporary_folder.h"
#include "small.h"

namespace engd::testing {
namespace {

std::string contents(const std::filesystem::path& file) {
  std::ostringstream all;
  all << std::ifstream(file, std::ios::binary).rdbuf();
  return all.str();
}

struct Case {
  const char* name;
  std::string text;
  int threads;
  std::optional<double> accuracy;
};

class ApiProgram : public ::testing::TestWithParam<Case> {};

TEST_P(ApiProgram, ComputesTheSameBits) {
  const Case& one = GetParam();
  const TemporaryFolder folder;
  const auto file = folder.write("p.toml", one.text);
  std::string command = ENGD_BINARY_DIR "/bin/engd solve " + file.string() +
                        " --quiet --no-report --seed 3 --threads " + std::to_string(one.threads) +
                        " --out " + (folder / "theirs").string();
  if (one.accuracy) command += " --accuracy " + std::to_string(*one.accuracy);
  EXPECT_EQ(std::system((command + " 2>/dev/null").c_str()), 0);
  const Solution mine =
      solve(read(file), {.seed = 3, .threads = one.threads, .accuracy = one.accuracy});
  const Solution theirs = load(folder / "theirs");
  EXPECT_EQ(mine.loss(), theirs.loss());
  EXPECT_EQ(mine.estimate(), theirs.estimate());
  EXPECT_EQ(mine.history().size(), theirs.history().size());
  mine.save(folder / "mine.h5");
  EXPECT_EQ(contents(folder / "mine.h5"), contents(folder / "theirs/model.h5"));
}

const std::string fixed =
    small_poisson().text() + "[network]\nlayers = [20]\n[optimizer]\niterations = 15\n";
const std::string windows = R"toml([problem]
variables = ["t", "x"]
domain    = { t = [0, 1], x = [0, 1] }
windows   = 2
[[term]]
on       = "interior"
residual = "u_t - u_xx"
[[term]]
on       = "initial"
residual = "u - sin(pi*x)"
[[term]]
on       = "lateral"
residual = "u"
[network]
layers = [10]
[optimizer]
iterations = 5
)toml";

INSTANTIATE_TEST_SUITE_P(All, ApiProgram,
                         ::testing::Values(Case{"fixed", fixed, 1, {}},
                                           Case{"threads", fixed, 2, {}},
                                           Case{"windows", windows, 1, {}},
                                           Case{"race", open_text, 1, 1e-4},
                                           Case{"race_of_threads", open_text, 2, 1e-4}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace engd::testing
