#include "formats/csv_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "support/error.h"
#include "support/text.h"

namespace engd::formats {
namespace {

std::string_view unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return trimmed(text.substr(1, text.size() - 2));
  return text;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const auto comma = line.find(',');
    fields.push_back(unquoted(trimmed(line.substr(0, comma))));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

bool is_text(std::string_view line) {
  return std::ranges::none_of(line, [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 32 && c != '\t' && c != '\r';
  });
}

/// For messages: junk is not repeated at length.
std::string shortened(std::string_view text) {
  constexpr std::size_t shown = 40;
  return text.size() <= shown ? std::string(text) : std::string(text.substr(0, shown)) + "...";
}

}  // namespace

CsvReader::CsvReader(std::string file) : file_(std::move(file)), buffer_(max_line + 1) {
  // Only a regular file: reading a pipe may never end.
  std::error_code error;
  if (!std::filesystem::exists(file_, error))
    throw InputError(fmt::format("{}: there is no such file of points", file_));
  if (!std::filesystem::is_regular_file(file_, error))
    throw InputError(fmt::format("{}: not a file of points", file_));
  const std::uintmax_t size = std::filesystem::file_size(file_, error);
  if (!error && size > max_file)
    throw InputError(fmt::format("{}: a file of points has at most {} bytes, this one has {}",
                                 file_, max_file, size));
  stream_.open(file_, std::ios::binary);
  if (!stream_) throw InputError(fmt::format("{}: the file cannot be read", file_));
  if (!next_line()) fail("the file is empty; the first row must name the columns");
  for (std::string_view name : fields_of(line_)) header_.emplace_back(shortened(name));
}

void CsvReader::fail(const std::string& message) const {
  throw InputError(fmt::format("{}:{}: {}", file_, std::max(line_number_, 1L), message));
}

void CsvReader::fail_at(std::string_view field, const std::string& message) const {
  throw InputError(
      fmt::format("{}:{}:{}: {}", file_, line_number_, field.data() - buffer_.data() + 1, message));
}

void CsvReader::fail_in(std::size_t column, const std::string& message) const {
  fail_at(fields_of(line_)[column], message);
}

/// The next line that is neither blank nor a comment.
bool CsvReader::next_line() {
  while (true) {
    stream_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    if (stream_.bad()) throw InputError(fmt::format("{}: the file cannot be read", file_));
    const auto length = static_cast<std::size_t>(stream_.gcount());
    if (stream_.eof() && length == 0) return false;
    ++line_number_;
    if (stream_.fail()) fail(fmt::format("the line is longer than {} bytes", max_line));
    // gcount includes the newline, which is not there at the end of the file.
    line_ = std::string_view(buffer_.data(), length - (stream_.eof() ? 0 : 1));
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (line_number_ == 1 && line_.starts_with(byte_order_mark))
      line_.remove_prefix(byte_order_mark.size());
    if (!is_text(line_)) fail("not a text file");
    line_ = trimmed(line_);
    if (!line_.empty() && line_.front() != '#') return true;
  }
}

double CsvReader::number(std::string_view field) const {
  std::string_view digits = field;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size())
    fail_at(field, fmt::format("'{}' is not a number", shortened(field)));
  if (!std::isfinite(value)) fail_at(field, fmt::format("'{}' is not finite", shortened(field)));
  return value;
}

bool CsvReader::next(std::vector<double>& row) {
  if (!next_line()) return false;
  row.clear();
  for (std::string_view field : fields_of(line_)) row.push_back(number(field));
  if (row.size() != header_.size())
    fail_at(line_.substr(line_.size()), fmt::format("the row ends with {} values under {} columns",
                                                    row.size(), header_.size()));
  return true;
}

}  // namespace engd::formats
