#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/temporary_folder.h"
#include "program.h"

namespace engd::testing {

/// -u'' = pi^2 sin(pi x) with 8 neurons and 50 points: a run takes a few milliseconds.
inline const std::string tiny_problem = R"toml([problem]
title     = "A small problem"
variables = ["x"]
domain    = { interval = [0, 1] }

[[term]]
name     = "interior"
on       = "interior"
residual = "u_xx + pi^2*sin(pi*x)"
points   = { grid = 50 }

[[term]]
name     = "ends"
on       = "boundary"
residual = "u"

[solution]
u = "sin(pi*x)"

[network]
layers = [8]

[optimizer]
method = "engd"
iterations = 5
)toml";

/// Each test has a folder of its own with tiny.toml in it, where the program runs.
class AppTest : public ::testing::Test {
 protected:
  AppTest() {
    folder.write("tiny.toml", tiny_problem);
    setting.folder = folder.path();
  }

  Outcome engd(const std::vector<std::string>& arguments) const { return run(arguments, setting); }

  /// `tiny_problem` with one part of its text replaced.
  std::string tiny_with(const std::string& part, const std::string& replacement) const {
    const std::size_t at = tiny_problem.find(part);
    if (at == std::string::npos) throw std::logic_error("not in the tiny problem: " + part);
    return std::string(tiny_problem).replace(at, part.size(), replacement);
  }

  /// Starts a run, sends the signal once it has printed `text`, and waits until it has left with a
  /// checkpoint. A run that was quicker than the signal is started again.
  Outcome leave(std::vector<std::string> arguments, const std::string& text, int signal) const {
    arguments.push_back("--force");
    for (int k = 0; k < 50; ++k) {
      Program program(arguments, setting);
      EXPECT_TRUE(program.prints(text));
      program.send(signal);
      const Outcome outcome = program.finish();
      if (outcome.code != 0) return outcome;
    }
    ADD_FAILURE() << "every run ended before the signal";
    return {};
  }

  bool exists(const std::string& name) const { return std::filesystem::exists(folder / name); }

  std::string text_of(const std::string& name) const {
    std::ifstream file(folder / name, std::ios::binary);
    EXPECT_TRUE(file) << name << " is missing";
    return {std::istreambuf_iterator<char>(file), {}};
  }

  nlohmann::json summary(const std::string& run) const {
    return nlohmann::json::parse(text_of(run + "/summary.json"));
  }

  /// history.csv as fields; the first row is the header.
  std::vector<std::vector<std::string>> history(const std::string& run) const {
    std::vector<std::vector<std::string>> rows;
    std::istringstream text(text_of(run + "/history.csv"));
    for (std::string line; std::getline(text, line);) {
      rows.emplace_back();
      std::istringstream fields(line + ",");
      for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
    }
    return rows;
  }

  /// What is in the working folder, names sorted.
  std::vector<std::string> listing(const std::string& within = ".") const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / within))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  TemporaryFolder folder;
  Setting setting;
};

}  // namespace engd::testing
