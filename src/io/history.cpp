#include "io/history.h"

#include <fmt/format.h>

#include <cassert>
#include <stdexcept>

namespace engd::io {
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
                             const std::vector<std::string>& coefficient_names)
    : folder_(folder),
      terms_(term_names.size()),
      coefficients_(coefficient_names.size()),
      stream_(folder.temporary(file_name), std::ios::binary) {
  stream_ << "seed,iteration,seconds,loss";
  for (const std::string& name : term_names) stream_ << ',' << field("loss_" + name);
  stream_ << ",rel_l2,rel_h1,step,gradient_norm,rank";
  for (const std::string& name : coefficient_names) stream_ << ',' << field("coefficient_" + name);
  stream_ << '\n';
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
  stream_ << line << '\n';
  check();
}

void HistoryWriter::close() {
  if (!open_) return;
  open_ = false;
  stream_.close();
  check();
  folder_.publish(file_name);
}

void HistoryWriter::check() const {
  if (stream_) return;
  throw std::runtime_error(fmt::format("cannot write '{}'", folder_.file(file_name).string()));
}

}  // namespace engd::io
