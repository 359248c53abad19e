#include "formats/number_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "support/error.h"
#include "support/text.h"

namespace engd::formats {

namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20;

std::string short_text(std::string_view text) {
  constexpr std::size_t shown = 40;
  return text.size() <= shown ? std::string(text) : std::string(text.substr(0, shown)) + "...";
}

/// Names may stand in quotation marks, which commas belong to.
std::vector<std::string_view> fields_of_header(std::string_view line) {
  std::vector<std::string_view> fields;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    quoted ^= line[at] == '"';
    if (line[at] != ',' || quoted) continue;
    fields.push_back(trimmed(line.substr(begin, at - begin)));
    begin = at + 1;
  }
  fields.push_back(trimmed(line.substr(begin)));
  return fields;
}

std::string_view name_in_quotes(std::string_view field) {
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
    return trimmed(field.substr(1, field.size() - 2));
  return field;
}

bool is_number(std::string_view field) {
  if (field.starts_with('+')) field.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return !field.empty() && error != std::errc::invalid_argument &&
         end == field.data() + field.size();
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

NumberRows::NumberRows(std::filesystem::path path)
    : path_(std::move(path)), buffer_(longest_line, '\0') {
  const auto fail = [&](const char* why) {
    throw InputError(fmt::format("{}: {}", path_.string(), why));
  };
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) fail("there is no such file of points");
  if (!std::filesystem::is_regular_file(path_, error)) fail("not a file of points");
  stream_.open(path_, std::ios::binary);
  if (!stream_) fail("the file cannot be read");
  read_first_line();
}

void NumberRows::refuse(const std::string& message) const {
  throw InputError(fmt::format("{}:{}: {}", path_.string(), std::max(line_number_, 1L), message));
}

void NumberRows::refuse_at(const char* place, const std::string& message) const {
  throw InputError(
      fmt::format("{}:{}:{}: {}", path_.string(), line_number_, place - line_.data() + 1, message));
}

/// The next line that is neither blank nor a comment.
bool NumberRows::next_line() {
  while (true) {
    const char* data = buffer_.data();
    const void* found = begin_ < end_ ? std::memchr(data + begin_, '\n', end_ - begin_) : nullptr;
    if (!found && stream_) {
      std::memmove(buffer_.data(), data + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
      if (end_ == buffer_.size()) {
        ++line_number_;
        refuse(fmt::format("the line is longer than {} bytes", longest_line));
      }
      stream_.read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
      if (stream_.bad()) refuse("the file cannot be read");
      end_ += static_cast<std::size_t>(stream_.gcount());
      continue;
    }
    if (begin_ == end_) return false;
    const std::size_t stop =
        found ? static_cast<std::size_t>(static_cast<const char*>(found) - data) : end_;
    line_ = std::string_view(data + begin_, stop - begin_);
    begin_ = std::min(stop + 1, end_);
    ++line_number_;
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (line_number_ == 1 && line_.starts_with(byte_order_mark)) line_.remove_prefix(3);
    const std::string_view bare = without_leading_blanks(line_);
    if (!bare.empty() && bare.front() != '#') return true;
  }
}

void NumberRows::read_first_line() {
  if (!next_line()) refuse("the file is empty");
  const std::vector<std::string_view> fields = fields_of_header(line_);
  const bool control = std::ranges::any_of(
      line_, [](char c) { return static_cast<unsigned char>(c) < 32 && !is_blank(c); });
  if (control) refuse("not a text file");
  columns_ = std::ssize(fields);
  has_line_ = std::ranges::any_of(fields, is_number);
  if (has_line_) return;
  for (const std::string_view field : fields) header_.push_back(short_text(name_in_quotes(field)));
}

double NumberRows::number(std::string_view field) const {
  std::string_view digits = field;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size())
    refuse_at(field.data(), fmt::format("'{}' is not a number", short_text(field)));
  if (!std::isfinite(value))
    refuse_at(field.data(), fmt::format("'{}' is not finite", short_text(field)));
  return value;
}

std::int64_t NumberRows::read(std::span<double> values) {
  std::int64_t rows = 0;
  double* to = values.data();
  for (const double* end = to + values.size(); end - to >= columns_; ++rows) {
    if (!has_line_ && !next_line()) break;
    has_line_ = false;
    std::int64_t column = 0;
    for (std::string_view rest = line_;; ++column) {
      const std::size_t comma = rest.find(',');
      if (column == columns_ || (comma == std::string_view::npos && column + 1 < columns_)) {
        std::int64_t found = std::ranges::count(line_, ',') + 1;
        refuse_at(rest.data(),
                  fmt::format("the row has {} values; the first row has {}", found, columns_));
      }
      *to++ = number(trimmed(rest.substr(0, comma)));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return rows;
}

}  // namespace engd::formats
