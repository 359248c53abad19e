#include "read/source.h"

#include <fmt/format.h>

#include <algorithm>

namespace engd::read {
namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

int count_characters(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

/// Bytes of UTF-8 that the code point of \uXXXX or \UXXXXXXXX takes.
std::size_t utf8_length(std::string_view hexadecimal) {
  const unsigned long code = std::stoul(std::string(hexadecimal), nullptr, 16);
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/// Walks over the contents of a TOML string; the parser has accepted it already.
class StringWalk {
 public:
  StringWalk(std::string_view source, std::size_t begin)
      : source_(source), at_(begin), quote_(source[begin]), escapes_(quote_ == '"') {
    multi_line_ = source.substr(begin, 3) == std::string(3, quote_);
    at_ += multi_line_ ? 3 : 1;
    if (multi_line_) skip_line_break();
  }

  std::vector<std::size_t> run() {
    while (at_ < source_.size() && !closes()) {
      if (escapes_ && source_[at_] == '\\') {
        escape();
      } else {
        bytes_.push_back(at_);
        // A line break is one '\n' in the value, also where the file has "\r\n".
        if (!skip_line_break()) ++at_;
      }
    }
    bytes_.push_back(std::min(at_, source_.size()));
    return std::move(bytes_);
  }

 private:
  bool closes() const {
    if (source_[at_] != quote_) return false;
    if (!multi_line_) return true;
    // Of four or five closing quotes, the first ones belong to the value.
    return source_.substr(at_, 3) == std::string(3, quote_) &&
           (at_ + 3 >= source_.size() || source_[at_ + 3] != quote_);
  }

  bool skip_line_break() {
    if (source_.substr(at_, 2) == "\r\n") return at_ += 2, true;
    if (source_.substr(at_, 1) == "\n") return ++at_, true;
    return false;
  }

  void escape() {
    const std::size_t start = at_++;
    const char kind = at_ < source_.size() ? source_[at_] : ' ';
    if (std::string_view(" \t\r\n").find(kind) != std::string_view::npos) {
      at_ = std::min(source_.find_first_not_of(" \t\r\n", at_), source_.size());
      return;
    }
    std::size_t digits = kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    const std::size_t length = digits == 0 ? 1 : utf8_length(source_.substr(at_ + 1, digits));
    bytes_.insert(bytes_.end(), length, start);
    at_ += 1 + digits;
  }

  std::string_view source_;
  std::size_t at_;
  char quote_;
  bool escapes_, multi_line_ = false;
  std::vector<std::size_t> bytes_;
};

}  // namespace

std::size_t byte_offset(std::string_view text, Position position) {
  std::size_t at = 0;
  for (int line = 1; line < position.line; ++line) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  for (int column = 1; column < position.column && at < text.size(); ++column) {
    ++at;
    while (at < text.size() && continues_character(text[at])) ++at;
  }
  return at;
}

Position position_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  const std::size_t last_break = before.rfind('\n');
  const std::size_t line_start = last_break == std::string_view::npos ? 0 : last_break + 1;
  return {1 + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
          1 + count_characters(before.substr(line_start))};
}

std::vector<std::size_t> string_value_bytes(std::string_view source, std::size_t begin) {
  return StringWalk(source, begin).run();
}

InputError error_with_caret(const Source& source, Span span, const std::string& message) {
  const std::string_view text = source.text;
  const std::size_t begin = std::min(span.begin, text.size());
  const Position position = position_of(text, begin);
  const std::size_t line_start = byte_offset(text, {position.line, 1});
  std::size_t line_end = std::min(text.find('\n', line_start), text.size());
  if (line_end > line_start && text[line_end - 1] == '\r') --line_end;

  std::string line(text.substr(line_start, line_end - line_start));
  std::replace(line.begin(), line.end(), '\t', ' ');  // so that the caret stands where it should
  const std::size_t end = std::clamp(begin + span.length, begin, std::max(begin, line_end));
  const int width = std::max(1, count_characters(text.substr(begin, end - begin)));
  const std::string caret = std::string(static_cast<std::size_t>(position.column - 1), ' ') + '^' +
                            std::string(static_cast<std::size_t>(width - 1), '~');
  Place place{source.name, position.line, position.column, line};
  if (!source.is_file) place.line = place.column = 0;
  const std::string excerpt = fmt::format("    {}\n    {}", line, caret);
  return InputError(fmt::format("{}: {}\n{}", describe(place), message, excerpt),
                    {place.source, place.line, place.column, message, excerpt});
}

}  // namespace engd::read
