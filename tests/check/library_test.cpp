// Nothing is found in the problem files that come with the program.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "check/findings.h"
#include "read/read_problem.h"

namespace engd::check {
namespace {

namespace fs = std::filesystem;

TEST(Findings, NothingIsOddInTheLibrary) {
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(ENGD_SOURCE_DIR "/problems")) {
    if (entry.path().extension() != ".toml") continue;
    ++files;
    for (const Finding& finding : find(read::read_problem(entry.path().string())))
      ADD_FAILURE() << to_string(finding);
  }
  EXPECT_GE(files, 30);
}

}  // namespace
}  // namespace engd::check
