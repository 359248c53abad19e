#include "bare_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace engd::bench {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, columns> titles{
    "problem", "kind",        "relative L2",      "estimate",        "warned", "exit",
    "seconds", "solved with", "its own settings", "budget, threads", "commit", "date"};

std::string number(const Json& value) {
  return value.is_number() ? fmt::format("{:.1e}", value.get<double>()) : "not finite";
}

/// The greatest relative error of the coefficients that the file knows.
std::string error_of_coefficients(const Json& seed) {
  double worst = -1;
  for (const Json& one : seed.value("coefficients", Json::array())) {
    if (!one["exact"].is_number() || one["exact"] == 0) continue;
    if (!one["value"].is_number()) return "not finite";
    worst = std::max(worst, std::fabs(one["value"].get<double>() / one["exact"].get<double>() - 1));
  }
  return worst < 0 ? "not known" : fmt::format("{:.1e}", worst);
}

std::string error_of(const Json& summary, const Json& seed) {
  const Json statement = summary.value("statement", Json::object());
  const bool known = !statement.value("evaluation", "").empty();
  return known ? number(seed["rel_l2"]) : error_of_coefficients(seed);
}

double value_of(const std::string& cell) {
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  return end == cell.c_str() ? std::numeric_limits<double>::infinity() : value;
}

}  // namespace

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string to_text(const Row& row) {
  std::string text = "|";
  for (std::string cell : row) {
    std::replace(cell.begin(), cell.end(), '|', '/');
    text += " " + cell + " |";
  }
  return text + "\n";
}

std::string table_head() {
  Row row;
  std::copy(titles.begin(), titles.end(), row.begin());
  std::string text = to_text(row) + "|";
  for (int k = 0; k < columns; ++k) text += "---|";
  return text + "\n";
}

std::optional<Row> read_row(const std::string& line) {
  Row row;
  std::size_t begin = 2;
  for (std::string& cell : row) {
    const std::size_t end = line.find(" |", begin);
    if (!line.starts_with("| ") || end == std::string::npos) return std::nullopt;
    cell = line.substr(begin, end - begin);
    begin = end + 3;
  }
  return row;
}

bool is_same_run(const Row& a, const Row& b) {
  return a[problem] == b[problem] && a[kind] == b[kind] && a[budget] == b[budget] &&
         a[commit] == b[commit];
}

void read_results(const std::filesystem::path& folder, Row& row) {
  const Json summary = Json::parse(text_of(folder / "summary.json"), nullptr, false);
  if (!summary.is_object() || summary["seeds"].empty()) return;
  const Json& seed = summary["seeds"][0];
  row[error] = error_of(summary, seed);
  if (seed.contains("estimated_rel_l2") && !seed["estimated_rel_l2"].is_null())
    row[estimate] = number(seed["estimated_rel_l2"]);
  row[warned] = seed.value("warning", "").empty() ? "no" : "yes";
  const Json statement = summary.value("statement", Json::object());
  row[solved_with] = statement.value("network", "") + ", " + summary.value("optimizer", "");
}

std::string summary_text(const std::vector<Row>& rows) {
  std::vector<double> errors;
  std::string silent;
  int silent_ones = 0;
  for (const Row& row : rows) {
    if (row[error] == "not known") continue;
    errors.push_back(value_of(row[error]));
    if (!(errors.back() > 1e-2) || row[warned] != "no" || row[exit_code] != "0") continue;
    ++silent_ones;
    silent += (silent.empty() ? ": " : ", ") + row[problem];
  }
  if (errors.empty()) return "no errors are known\n";
  std::sort(errors.begin(), errors.end());
  const std::size_t n = errors.size();
  const auto at_most = [&](double bound) {
    return std::upper_bound(errors.begin(), errors.end(), bound) - errors.begin();
  };
  return fmt::format(
      "{} problems: median {:.1e}, {} at 1e-8 or better, {} at 1e-5 or better, {} above 1e-1, {} "
      "above 1e-2 with exit code 0 and no warning{}\n",
      n, (errors[(n - 1) / 2] + errors[n / 2]) / 2, at_most(1e-8), at_most(1e-5),
      static_cast<std::ptrdiff_t>(n) - at_most(1e-1), silent_ones, silent);
}

}  // namespace engd::bench
