#include "progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "signals.h"
#include "solve/windows.h"

namespace engd::app {

namespace {

std::string duration(double seconds) {
  if (!(seconds < 3599.5)) return fmt::format("{:.1f} h", seconds / 3600);
  const int whole = static_cast<int>(std::lround(seconds));
  return whole < 60 ? fmt::format("{} s", whole)
                    : fmt::format("{} min {} s", whole / 60, whole % 60);
}

}  // namespace

void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

void print_error(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

ProgressPrinter::ProgressPrinter(bool quiet, const problem::Problem& problem)
    : quiet_(quiet),
      problem_(problem),
      iterations_(solve::total_iterations(problem)),
      terminal_(isatty(STDERR_FILENO) != 0) {}

std::string ProgressPrinter::line(const solve::Moment& p) const {
  std::string text = fmt::format("seed {} {} {}/{}  loss {:.3e}", p.seed,
                                 optim::name(p.optimizer.method), p.iteration, iterations_, p.loss);
  if (problem_.terms.size() > 1) {
    text += " (";
    for (std::size_t t = 0; t < problem_.terms.size(); ++t)
      text += fmt::format("{}{} {:.1e}", t == 0 ? "" : ", ", problem_.terms[t].name,
                          p.loss_by_term[static_cast<Index>(t)]);
    text += ")";
  }
  if (p.rel_l2) text += fmt::format("  error {:.2e}", *p.rel_l2);
  text += p.state.damping > 0 ? fmt::format("  damping {:.1e}", p.state.damping)
                              : fmt::format("  step {:.1e}", p.state.step);
  if (p.iteration > 0) {
    const double each = p.seconds / p.iteration;
    text += fmt::format("  {:.2f} ms/it", 1000 * each);
    if (!p.final) text += fmt::format("  {} left", duration(each * (iterations_ - p.iteration)));
  }
  return text;
}

std::string ProgressPrinter::fitted(std::string text) const {
  winsize size{};
  const std::size_t width =
      ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col - 1u : 120u;
  if (text.size() > width) text.resize(width);
  return text;
}

bool ProgressPrinter::wants_to_stop() {
  return interrupted();
}

void ProgressPrinter::warn(const std::string& text) {
  print_error(fmt::format("engd: {}\n", text));
}

void ProgressPrinter::tell(const std::string& line) {
  if (!quiet_) print_error(line + "\n");
}

void ProgressPrinter::see_race(const std::string& line) {
  if (is_due(false)) show(line);
}

void ProgressPrinter::see(const solve::Moment& moment) {
  if (is_due(moment.final)) show(line(moment));
}

bool ProgressPrinter::is_due(bool final) const {
  if (quiet_) return false;
  const double since = std::chrono::duration<double>(Clock::now() - last_).count();
  return terminal_ ? since >= 0.1 || final : since >= interval_ && !final;
}

void ProgressPrinter::show(const std::string& line) {
  if (terminal_) {
    std::fprintf(stderr, "\r\033[K%s", fitted(line).c_str());
    std::fflush(stderr);
  } else {
    interval_ = std::min(60.0, interval_ < 1 ? 1.0 : 1.5 * interval_);
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  last_ = Clock::now();
}

void ProgressPrinter::seed_done(const results::SeedSummary& summary) {
  if (quiet_) return;
  if (terminal_) std::fprintf(stderr, "\r\033[K");
  const auto error = [](const char* what, const std::optional<double>& value) {
    return value ? fmt::format("  {} {:.2e}", what, *value) : std::string();
  };
  print(fmt::format("seed {}  loss {:.3e}{}{}  {} iterations in {:.2f} s, {:.2f} ms each: {}\n",
                    summary.seed, summary.loss, error("rel L2", summary.rel_l2),
                    error("rel H1", summary.rel_h1), summary.iterations, summary.seconds,
                    summary.ms_per_iteration, summary.message));
  if (problem_.scope.unknowns.size() > 1 && !summary.errors_by_unknown.empty()) {
    std::vector<std::string> parts;
    for (const results::UnknownError& one : summary.errors_by_unknown)
      parts.push_back(fmt::format("{}:{}{}{}", one.name, error("rel L2", one.rel_l2),
                                  error("rel H1", one.rel_h1),
                                  one.rel_l2 ? "" : "  the solution is zero"));
    print(fmt::format("        errors of {}\n", fmt::join(parts, ", ")));
  }
  for (const results::Estimate& one : summary.coefficients)
    print(fmt::format("        {} = {}\n", one.name, results::to_string(one)));
  if (!summary.residuals.empty()) {
    std::vector<std::string> parts;
    for (const results::TermResidual& one : summary.residuals)
      parts.push_back(fmt::format("{} {:.1e} (trained {:.1e})", one.term, one.fresh, one.trained));
    print(fmt::format("        residuals on fresh points: {}\n", fmt::join(parts, ", ")));
  }
  if (summary.estimated_rel_l2)
    print(fmt::format("        estimated rel L2 {:.2e}\n", *summary.estimated_rel_l2));
  if (!summary.verdict.empty()) print(fmt::format("        {}\n", summary.verdict));
  if (!summary.warning.empty()) print_error(fmt::format("engd: warning: {}\n", summary.warning));
  interval_ = 0;
}

}  // namespace engd::app
