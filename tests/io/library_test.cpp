// The problem files that come with the program.

#include <algorithm>
#include <filesystem>

#include "files.h"
#include "io/problem.h"

namespace engd::io {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> library() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(ENGD_SOURCE_DIR "/problems"))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// All of them are understood, say what they solve, and have something to measure errors against.
TEST(Library, EveryFileIsAProblem) {
  const std::vector<fs::path> files = library();
  EXPECT_GE(files.size(), 30u);
  for (const fs::path& file : files) {
    const Problem problem = read_problem(file.string());
    EXPECT_NE(problem.title, file.stem().string()) << file;
    EXPECT_FALSE(problem.terms.empty()) << file;
    const bool estimates = !problem.coefficients.empty();
    EXPECT_TRUE(problem.has_errors() || estimates) << file;
  }
}

// The comment on top of a benchmark names the command that solves it, and what it reaches.
TEST(Library, EveryBenchmarkSaysHowItIsSolvedAndWhatItReaches) {
  for (const fs::path& file : library()) {
    const std::string path = fs::relative(file, ENGD_SOURCE_DIR).string();
    if (!path.starts_with("problems/benchmarks")) continue;
    const std::string text = testing::contents(file.string());
    const std::string comment = text.substr(0, text.find("\n["));
    EXPECT_NE(comment.find("engd solve " + path), std::string::npos) << file;
    EXPECT_NE(comment.find("rror"), std::string::npos) << file;
  }
}

}  // namespace
}  // namespace engd::io
