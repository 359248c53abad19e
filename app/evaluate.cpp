#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "commands.h"
#include "solution/integral.h"
#include "solution/value_sink.h"
#include "solution_arguments.h"
#include "support/error.h"
#include "support/parallel.h"
#include "support/text.h"

namespace engd::app {

namespace {

void note(const std::string& text) {
  std::fprintf(stderr, "engd: %s\n", text.c_str());
}

std::unique_ptr<solution::PointSource> points_of(const EvaluateArguments& arguments,
                                                 const solution::Solution& solution,
                                                 const solution::Coordinates& coordinates) {
  const int ways = (arguments.points.empty() ? 0 : 1) + (arguments.grid.empty() ? 0 : 1) +
                   (arguments.line.empty() ? 0 : 1);
  if (ways > 1) throw InputError("only one of --points, --grid and --line can be there");
  if (!arguments.points.empty()) return points_of_file(arguments.points, coordinates);
  if (!arguments.line.empty()) return read_line(arguments.line, solution.problem(), coordinates);
  if (!arguments.grid.empty()) return read_grid(arguments.grid, solution, coordinates);
  if (!coordinates.free().empty())
    throw InputError(
        fmt::format("where? --points FILE, --grid 200x200, --line 0,0:1,1:500, --at {}=... for "
                    "every coordinate, or --integral \"PART: FORMULA\"",
                    coordinates.names.front()));
  return points_of_grid(solution.box(), {}, coordinates);  // the one point that --at names
}

/// A sentence a reason, for values that are blank.
void tell_blanks(const solution::Evaluated& done) {
  const auto tell = [&](std::int64_t count, const char* why) {
    if (count > 0)
      note(fmt::format("{} of {} points {}: their values are left empty", count, done.points, why));
  };
  tell(done.blanks.outside, "are outside of the domain");
  tell(done.blanks.unsolved, "are of a time to which the run has not come");
  tell(done.blanks.off_boundary, "are not on the boundary, where alone there is a normal");
}

void require_some(const solution::Evaluated& done) {
  if (done.points == 0) throw InputError("there are no points: only a header");
  if (done.blanks.all() < done.points) return;
  if (done.blanks.outside > 0)
    throw InputError(fmt::format("all {} points are outside of the domain", done.blanks.outside));
  if (done.blanks.unsolved > 0)
    throw InputError("all points are of a time to which the run has not come");
  throw InputError(
      "no point is on the boundary, and dn(...) and n_... have values there alone; for fluxes "
      "there "
      "is --integral \"boundary: ...\"");
}

void evaluate_points(const EvaluateArguments& arguments, const solution::Solution& solution,
                     int threads) {
  const solution::Coordinates coordinates = read_at(arguments.at, solution.problem());
  const solution::Evaluator evaluator =
      solution.evaluator(formulas_of(arguments.of, solution), {.threads = threads});
  const auto points = points_of(arguments, solution, coordinates);
  if (const auto unused = points->unused_columns(); !unused.empty())
    note(fmt::format("{}: columns that are no coordinates are not used: {}", arguments.points,
                     fmt::join(unused, ", ")));
  const auto sink = arguments.out.empty() ? solution::print_values(coordinates, evaluator.names())
                                          : solution::values_to_file(arguments.out, coordinates,
                                                                     evaluator.names(), *points);
  const solution::Evaluated done = evaluate_all(evaluator, *points, *sink);
  require_some(done);
  sink->finish();
  tell_blanks(done);
}

void print_integral(const std::string& text, const solution::Solution& solution, int threads) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos)
    throw InputError(
        fmt::format("--integral {}: must be \"PART: FORMULA\", as in \"boundary: dn(u)\"", text));
  const std::string part(trimmed(std::string_view(text).substr(0, colon)));
  const solution::Evaluator evaluator =
      solution.evaluator(solution::Formulas(text.substr(colon + 1), "--integral"),
                         {.threads = threads, .outside = solution::Outside::compute});
  const geometry::Region region = solution.region(part, "--integral");
  const auto integrals = integrate(solution, evaluator, region, part);
  for (std::size_t k = 0; k < integrals.size(); ++k) {
    const solution::Integral& one = integrals[k];
    fmt::print(
        "integral over {} of {}: {}\n    error of quadrature {:.1e}, on {} points; measure "
        "{:.15g}, "
        "mean {:.15g}\n",
        part, evaluator.names()[k], one.value, one.error, one.points, one.measure,
        one.value / one.measure);
  }
}

}  // namespace

int evaluate(const EvaluateArguments& arguments) {
  const int threads = arguments.threads > 0 ? arguments.threads : available_threads();
  const auto solution = solution::Solution::load(arguments.run, seed_of(arguments.seed));
  const bool has_points = !arguments.points.empty() || !arguments.grid.empty() ||
                          !arguments.line.empty() || !arguments.of.empty() ||
                          !arguments.out.empty();
  if (!arguments.integrals.empty() && !has_points && !arguments.at.empty())
    throw InputError(
        "--at is for points; a part at one time is written \"boundary and t == 0.5: dn(u)\"");
  if (arguments.integrals.empty() || has_points) evaluate_points(arguments, solution, threads);
  for (const std::string& text : arguments.integrals) print_integral(text, solution, threads);
  return finished;
}

}  // namespace engd::app
