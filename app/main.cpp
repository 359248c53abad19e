// engd: partial differential equations solved by neural networks to machine precision.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>
#include <stdexcept>

#include "backend/device_error.h"
#include "commands.h"
#include "support/error.h"

int main(int argc, char** argv) {
  using namespace engd::app;
  CLI::App program{
      "engd solves partial differential equations with neural networks, by energy natural gradient "
      "descent"};
  program.set_version_flag("--version", "engd " ENGD_VERSION);
  program.require_subcommand(1);

  SolveArguments solve_arguments;
  auto* solve_command = program.add_subcommand("solve", "solve a problem file");
  solve_command->add_option(
      "FILE", solve_arguments.file,
      "problem file, or the name of one that 'engd list' shows; not needed with --resume");
  auto* seed =
      solve_command->add_option("--seed", solve_arguments.seed,
                                "seed of the initial parameters and random points (default 0)");
  auto* seeds = solve_command->add_option("--seeds", solve_arguments.seeds, "several seeds, A..B")
                    ->excludes(seed);
  solve_command
      ->add_option("--set", solve_arguments.settings.overrides,
                   "change a key of the file: a.b=v; may be repeated")
      ->allow_extra_args(false);
  auto* device =
      solve_command->add_option("--device", solve_arguments.device, "cpu or cuda (default cpu)");
  solve_command->add_option("--out", solve_arguments.settings.out,
                            "run folder (default: a new one under runs/)");
  solve_command->add_option("--threads", solve_arguments.settings.threads, "threads (default: all)")
      ->check(CLI::Range(1, 1024));
  solve_command->add_option("--resume", solve_arguments.resume,
                            "go on with the run in this folder from its last checkpoint");
  solve_command
      ->add_option("--checkpoint-iterations", solve_arguments.settings.checkpoint_iterations,
                   "a checkpoint every so many iterations (default 0: by time alone)")
      ->check(CLI::Range(0, 2147483647));
  solve_command
      ->add_option("--checkpoint-minutes", solve_arguments.settings.checkpoint_minutes,
                   "a checkpoint every so many minutes (default 5; 0: none)")
      ->check(CLI::Range(0.0, 1e6));
  solve_command
      ->add_option(
          "--accuracy", solve_arguments.accuracy,
          "the relative L2 error for which networks, points and method are chosen that the file "
          "leaves open (default 1e-8); 0: the least there is")
      ->check(CLI::Range(0.0, 1.0));
  solve_command
      ->add_option("--time", solve_arguments.time,
                   "choose and solve within so many seconds (default: an amount of work)")
      ->check(CLI::Range(0.001, 1e9));
  solve_command->add_flag("--explain", solve_arguments.explain,
                          "print what was chosen: the race, and the complete problem file");
  solve_command->add_flag("--force", solve_arguments.settings.force,
                          "replace the results in the run folder");
  solve_command->add_flag("--quiet", solve_arguments.quiet, "print errors only");
  solve_command->add_flag("!--no-report", solve_arguments.settings.report,
                          "draw no pictures and write no report.html");

  CheckArguments check_arguments;
  auto* check_command =
      program.add_subcommand("check", "say what a problem file means, or what is wrong with it");
  check_command
      ->add_option("FILE", check_arguments.file,
                   "problem file, or the name of one that 'engd list' shows")
      ->required();
  check_command
      ->add_option("--set", check_arguments.overrides,
                   "change a key of the file: a.b=v; may be repeated")
      ->allow_extra_args(false);
  check_command->add_flag("--plot", check_arguments.plot,
                          "draw the points of every term, in 1 to 3 dimensions");
  check_command->add_option("--out", check_arguments.out,
                            "the picture, .svg or .png; default: NAME-points.svg here");

  EvaluateArguments evaluate_arguments;
  auto* evaluate_command =
      program.add_subcommand("evaluate",
                             "the solution of a run at points, on grids and lines, and "
                             "its integrals");
  evaluate_command->add_option("RUN", evaluate_arguments.run, "run folder, or a model.h5")
      ->required();
  evaluate_command->add_option(
      "--points", evaluate_arguments.points,
      "points: a .csv file, whose first row may name the columns, or .npy");
  evaluate_command->add_option("--grid", evaluate_arguments.grid,
                               "a uniform grid over the domain: 200x100, or 200 for every axis");
  evaluate_command->add_option("--line", evaluate_arguments.line,
                               "points on a line: START:END:COUNT, as in 0,0:1,1:500");
  evaluate_command
      ->add_option("--at", evaluate_arguments.at,
                   "a coordinate that is the same for all points: t=0.5; may be repeated")
      ->allow_extra_args(false);
  evaluate_command->add_option(
      "--of", evaluate_arguments.of,
      "formulas of the problem's names, with commas: \"u, u_x, laplacian(u)\" (default: unknowns)");
  evaluate_command
      ->add_option("--integral", evaluate_arguments.integrals,
                   "\"PART: FORMULAS\", as in \"boundary.left: dn(u)\"; may be repeated")
      ->allow_extra_args(false);
  evaluate_command->add_option("--out", evaluate_arguments.out,
                               "a file .csv, .npy, .vti, .vtu or .h5 (default: print a table)");
  evaluate_command->add_option("--seed", evaluate_arguments.seed,
                               "seed of the run (default: the best one)");
  evaluate_command->add_option("--threads", evaluate_arguments.threads, "threads (default: all)")
      ->check(CLI::Range(1, 1024));

  CompareArguments compare_arguments;
  auto* compare_command = program.add_subcommand(
      "compare", "how far the solution of a run is from that of another, or from a table");
  compare_command->add_option("RUN", compare_arguments.first, "run folder, or a model.h5")
      ->required();
  compare_command
      ->add_option("REFERENCE", compare_arguments.second,
                   "run folder, model.h5, or a .csv file with columns of coordinates and unknowns")
      ->required();
  compare_command->add_option("--of", compare_arguments.of,
                              "formulas, with commas (default: the unknowns that both have)");
  compare_command->add_option("--out", compare_arguments.out,
                              "the picture, .svg (default difference.svg here)");
  compare_command->add_option("--seed", compare_arguments.seed,
                              "seed of the run (default: the best one)");
  compare_command->add_option("--reference-seed", compare_arguments.second_seed,
                              "seed of the reference (default: the best one)");
  compare_command->add_option("--threads", compare_arguments.threads, "threads (default: all)")
      ->check(CLI::Range(1, 1024));

  std::string report_folder;
  auto* report_command =
      program.add_subcommand("report", "write report.html of a run or of a reproduction again");
  report_command->add_option("DIR", report_folder, "run folder, or folder of 'engd reproduce'")
      ->required();

  ReproduceArguments reproduce_arguments;
  auto* reproduce_command = program.add_subcommand(
      "reproduce", "run the paper's experiments and write one page about them");
  reproduce_command->add_option("NAME", reproduce_arguments.problems,
                                "problems of the paper (default: all)");
  reproduce_command->add_option(
      "--optimizers", reproduce_arguments.optimizers,
      "some of gd,adam,hngd,engd,bfgs,lbfgs (default: those of the paper)");
  reproduce_command->add_option("--seeds", reproduce_arguments.seeds, "seeds, A..B (default 0..9)");
  reproduce_command->add_option("--out", reproduce_arguments.out, "folder (default runs/paper)");
  reproduce_command
      ->add_option("--threads", reproduce_arguments.threads, "runs at a time (default: all cores)")
      ->check(CLI::Range(1, 1024));
  reproduce_command->add_flag("--fast", reproduce_arguments.fast,
                              "a tenth of the iterations of GD and Adam; the page says so");
  reproduce_command->add_flag("--again", reproduce_arguments.again,
                              "run also what has been run before");
  reproduce_command->add_flag("--quiet", reproduce_arguments.quiet, "print errors only");
  for (int k = 0; k < argc; ++k) {
    if (k > 0) reproduce_arguments.command_line += ' ';
    reproduce_arguments.command_line += k == 0 ? "engd" : argv[k];
  }

  auto* list_command =
      program.add_subcommand("list", "list the problems that come with the program");

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (argc > 1 && argv[1][0] != '-' && program.get_subcommands().empty()) {
      std::fprintf(
          stderr,
          "engd: no command '%s'; commands: solve, check, evaluate, compare, report, reproduce, "
          "list\n",
          argv[1]);
      return bad_input;
    }
    return program.exit(error) == 0 ? finished : bad_input;
  }
  try {
    if (*solve_command) {
      solve_arguments.given_seed = *seed || *seeds;
      solve_arguments.given_device = static_cast<bool>(*device);
      return solve(solve_arguments);
    }
    if (*check_command) return check(check_arguments);
    if (*evaluate_command) return evaluate(evaluate_arguments);
    if (*compare_command) return compare(compare_arguments);
    if (*list_command) return list();
    if (*report_command) return report(report_folder);
    if (*reproduce_command) return reproduce(reproduce_arguments);
  } catch (const engd::InputError& error) {
    std::fprintf(stderr, "engd: %s\n", error.what());
    return bad_input;
  } catch (const engd::DeviceError& error) {
    std::fprintf(stderr, "engd: --device cuda: %s\n", error.what());
    return no_such_device;
  } catch (const std::length_error& error) {  // formulas that expand without end
    std::fprintf(stderr, "engd: %s\n", error.what());
    return bad_input;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "engd: out of memory\n");
    return run_failed;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "engd: %s\n", error.what());
    return run_failed;
  }
  return finished;
}
