// The bare problems of bench/bare, and what bench_bare makes of the files of problems/.
#include "bare_problem.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "../common/contains.h"
#include "common/files.h"
#include "read/read_problem.h"
#include "read/value.h"
#include "support/error.h"

namespace engd::bench {
namespace {

namespace fs = std::filesystem;
using testing::contains;

std::vector<std::string> files_in(const char* folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(fs::path(ENGD_SOURCE_DIR) / folder))
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

std::string library(const char* name) {
  return ENGD_SOURCE_DIR "/problems/benchmarks/" + std::string(name) + ".toml";
}

/// The bare file as a problem: it must read.
problem::Problem bare(const std::string& file) {
  return read::read_problem_text(file, bare_text(file));
}

void expect_keys(const read::Value& table, const std::set<std::string>& known,
                 const std::string& file) {
  for (const read::Entry& entry : table.entries)
    EXPECT_TRUE(known.contains(entry.key)) << file << ": " << entry.key;
}

TEST(BareProblems, StateAnEquationAndItsSolutionAndNothingElse) {
  const std::vector<std::string> open = files_in("bench/bare"), held = files_in("bench/bare/held");
  EXPECT_EQ(open.size(), 20u);
  EXPECT_EQ(held.size(), 10u);
  for (const auto& files : {open, held})
    for (const std::string& file : files) {
      const problem::Problem problem = read::read_problem(file);
      EXPECT_TRUE(problem.has_solution()) << file;
      const read::Value root = read::parse_toml(
          std::make_shared<const read::Source>(read::Source{file, problem.source_text, true}));
      expect_keys(
          root,
          {"problem", "constants", "coefficients", "functions", "subdomains", "term", "solution"},
          file);
      expect_keys(root.find("problem")->value,
                  {"title", "variables", "unknowns", "domain", "periodic"}, file);
      for (const read::Value& term : root.find("term")->value.items)
        expect_keys(term, {"on", "residual", "density", "data"}, file);
    }
}

TEST(BareProblems, HaveOtherNamesThanTheFilesOfTheLibrary) {
  std::set<std::string> names;
  std::size_t files = 0;
  for (const char* folder : {"bench/bare", "bench/bare/held", "problems/benchmarks",
                             "problems/paper", "problems/precise"})
    for (const std::string& file : files_in(folder)) {
      names.insert(fs::path(file).stem().string());
      ++files;
    }
  EXPECT_EQ(names.size(), files);
}

// What is bare stays as it is, and the text of a bare file made bare again is the same.
TEST(BareText, OfABareFileHasTheSameTermsAndIsMadeOfItself) {
  const engd::testing::TemporaryFolder folder;
  for (const std::string& file : files_in("bench/bare")) {
    const std::string once = bare_text(file);
    const fs::path copy = folder.write(fs::path(file).filename().string(), once);
    EXPECT_EQ(bare_text(copy.string()), once) << file;
    EXPECT_EQ(read::read_problem(copy.string()).terms.size(),
              read::read_problem(file).terms.size());
  }
}

TEST(BareText, OfEveryFileOfTheLibraryReadsAndSaysNothingOfHowItIsSolved) {
  for (const char* folder : {"problems/benchmarks", "problems/paper", "problems/precise"})
    for (const std::string& file : files_in(folder)) {
      const std::string text = bare_text(file);
      const problem::Problem problem = read::read_problem_text(file, text);
      const problem::Problem whole = read::read_problem(file);
      EXPECT_EQ(problem.windows, 1) << file;
      EXPECT_EQ(problem.has_errors(), whole.has_errors()) << file;
      EXPECT_EQ(problem.coefficients.size(), whole.coefficients.size()) << file;
      for (const char* word : {"[network", "[optimizer", "windows", "weight", "causal"})
        EXPECT_FALSE(contains(text, word)) << file << ": " << word;
    }
}

TEST(BareText, StatesHardConditionsAsTerms) {
  const std::string wave = bare_text(library("wave"));
  EXPECT_FALSE(contains(wave, "[hard"));
  EXPECT_TRUE(contains(wave,
                       "on = [\"initial\", \"lateral\"]\n"
                       "residual = \"u - (sin(pi*x) + sin(4*pi*x)/2)\""));
  // The distance has t^2.
  EXPECT_TRUE(contains(wave,
                       "on = \"initial\"\n"
                       "residual = \"u_t - diff(sin(pi*x) + sin(4*pi*x)/2, t)\""));
  const std::string convection = bare_text(library("convection"));
  EXPECT_TRUE(contains(convection, "on = \"initial\"\nresidual = \"u - (sin(x))\""));
  EXPECT_FALSE(contains(convection, "u_t - diff"));
  EXPECT_TRUE(contains(bare_text(library("cavity")), "on = \"boundary\"\nresidual = \"v - (0)\""));
}

TEST(BareText, KeepsTheHardConditionOfAnEnergy) {
  const problem::Problem problem = bare(library("plaplace_hard"));
  EXPECT_EQ(problem.terms.size(), 1u);
  EXPECT_TRUE(problem.hard[0].has_value());
}

TEST(BareText, RefusesAHardConditionThatTermsDoNotState) {
  const engd::testing::TemporaryFolder folder;
  const auto message = [&](const char* distance) -> std::string {
    const fs::path file = folder.write("clamped.toml", fmt::format(R"(
[problem]
variables = ["x", "t"]
domain = {{ x = [0, 1], t = [0, 1] }}
[hard.u]
distance = "{}"
[[term]]
on = "interior"
residual = "u_t + u_xxxx - 1"
)",
                                                                   distance));
    try {
      bare_text(file.string());
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_TRUE(contains(message("x^2*(1-x)^2*t"), "the hard condition of 'u' fixes a slope"));
  EXPECT_TRUE(contains(message("x*(1-x)*t^3"), "fixes a second derivative in time"));
  EXPECT_EQ(message("x*(1-x)*t^2"), "");
}

TEST(BareText, KeepsWhatWasMeasuredAndDropsTermsThatOnlyPlacePoints) {
  const problem::Problem flow = bare(library("inverse_kovasznay"));
  EXPECT_EQ(flow.terms[1].points.count, std::vector<int>{100});
  EXPECT_NE(flow.terms[0].points.count, (std::vector<int>{24, 36}));
  const problem::Problem noisy = bare(library("inverse_heat_noisy"));
  EXPECT_EQ(noisy.terms.back().noise, 0.01);
  EXPECT_EQ(noisy.terms.front().weight, 1);
  // The equation, and the start: "ends" and "corner" have the equation again.
  const problem::Problem allen_cahn = bare(library("allen_cahn"));
  EXPECT_EQ(allen_cahn.terms.size(), 2u);
  EXPECT_TRUE(allen_cahn.reference.has_value());
}

}  // namespace
}  // namespace engd::bench
