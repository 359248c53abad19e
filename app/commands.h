#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solve/settings.h"

namespace engd::app {

/// What the program says to the shell.
enum ExitCode { finished = 0, run_failed = 1, bad_input = 2, no_such_device = 3, stopped = 130 };

struct SolveArguments {
  std::string file, device = "cpu";
  std::string seed = "0";
  std::string seeds;                       ///< "A..B"; empty: `seed` alone
  std::string resume;                      ///< run folder, or a checkpoint in it
  solve::Settings settings{.threads = 0};  ///< threads 0: all that the process may use
  bool quiet = false;
  bool explain = false;     ///< print the choice
  bool given_seed = false;  ///< --seed or --seeds stood in the command
  bool given_device = false;
  std::optional<double> accuracy;  ///< with one, or a time, the program chooses how to solve
  std::optional<double> time;
};
int solve(const SolveArguments& arguments);

struct CheckArguments {
  std::string file;
  std::vector<std::string> overrides;
  bool plot = false;  ///< draw the points
  std::string out;    ///< the picture, .svg or .png; empty: NAME-points.svg in the working folder
};
int check(const CheckArguments& arguments);

struct EvaluateArguments {
  std::string run;                     ///< run folder or model file
  std::string points, grid, line;      ///< where; one of them
  std::vector<std::string> at;         ///< coordinates that have one value
  std::string of;                      ///< formulas; empty: all unknowns
  std::vector<std::string> integrals;  ///< "PART: FORMULA"
  std::string out;                     ///< empty: a table on standard output
  std::string seed;                    ///< empty: the best one
  int threads = 0;
};
int evaluate(const EvaluateArguments& arguments);

struct CompareArguments {
  std::string first, second;      ///< run folders, model files; the second may be a CSV file
  std::string of;                 ///< formulas; empty: all unknowns that both have
  std::string out;                ///< the picture; empty: difference.svg in the working folder
  std::string seed, second_seed;  ///< empty: the best ones
  int threads = 0;
};
int compare(const CompareArguments& arguments);

int list();

/// Writes the page of a run or of a reproduction again, from the files in its folder.
int report(const std::string& folder);

struct ReproduceArguments {
  std::vector<std::string> problems;  ///< empty: all of the paper
  std::string optimizers;             ///< "engd,bfgs"; empty: those of the paper
  std::string seeds = "0..9", out = "runs/paper";
  std::string command_line;  ///< as typed, for the page
  int threads = 0;
  bool fast = false, again = false, quiet = false;
};
int reproduce(const ReproduceArguments& arguments);

std::uint64_t parse_seed(const std::string& text);  ///< throws InputError
/// "3" or "0..9" (both ends included). Throws InputError.
std::vector<std::uint64_t> parse_seeds(const std::string& text);

/// A problem is named by its file, or by its name among the problems that come with the program.
std::string find_problem(const std::string& name);

}  // namespace engd::app
