#include "results/history.h"

#include <fmt/format.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace engd::results {
namespace {

constexpr const char* file_name = "history.csv";

std::string number(double value) {
  return fmt::format("{:.17g}", value);
}
std::string number(const std::optional<double>& value) {
  return value ? number(*value) : "";
}

/// A field of CSV: quoted where it must be (RFC 4180).
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

HistoryWriter::HistoryWriter(RunFolder& folder, const std::vector<std::string>& term_names,
                             const std::vector<std::string>& coefficient_names,
                             const std::string& before)
    : folder_(folder), terms_(term_names.size()), coefficients_(coefficient_names.size()) {
  if (folder_.exists()) stream_.open(folder.temporary(file_name), std::ios::binary);
  std::string header = "seed,iteration,seconds,loss";
  for (const std::string& name : term_names) header += ',' + field("loss_" + name);
  header += ",rel_l2,rel_h1,step,gradient_norm,rank";
  for (const std::string& name : coefficient_names) header += ',' + field("coefficient_" + name);
  put(before.empty() ? header + '\n' : before);
}

void HistoryWriter::put(const std::string& text) {
  text_ += text;
  if (!folder_.exists()) return;
  errno = 0;
  stream_ << text;
  check();
}

HistoryWriter::~HistoryWriter() {
  try {
    close();
  } catch (const std::exception&) {
    // The run itself reports what went wrong; a destructor cannot.
  }
}

void HistoryWriter::write(const HistoryRow& row) {
  assert(open_ && row.term_losses.size() == terms_ && row.coefficients.size() == coefficients_);
  std::string line =
      fmt::format("{},{},{},{}", row.seed, row.iteration, number(row.seconds), number(row.loss));
  for (double loss : row.term_losses) line += ',' + number(loss);
  line += fmt::format(",{},{},{},{},{}", number(row.rel_l2), number(row.rel_h1), number(row.step),
                      number(row.gradient_norm), row.rank ? std::to_string(*row.rank) : "");
  for (double coefficient : row.coefficients) line += ',' + number(coefficient);
  put(line + '\n');
  rows_.push_back(row);
}

void HistoryWriter::close() {
  if (!open_) return;
  open_ = false;
  if (!folder_.exists()) return;
  errno = 0;
  stream_.close();
  check();
  folder_.publish(file_name);
}

/// What is not whole is taken away: an earlier history.csv stays.
void HistoryWriter::check() {
  if (stream_) return;
  const int reason = errno ? errno : EIO;
  open_ = false;
  std::error_code ignored;
  std::filesystem::remove(folder_.temporary(file_name), ignored);
  throw std::runtime_error(fmt::format("cannot write '{}': {}", folder_.file(file_name).string(),
                                       std::strerror(reason)));
}

}  // namespace engd::results
