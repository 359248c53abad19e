#include "read/bare_text.h"

#include <vector>

namespace engd::read {

namespace {

/// Follows the structure of a TOML text as far as is needed to tell strings and comments from what
/// stands outside of them. Where a text is not TOML the scanner is lost for good: nothing behind
/// that place counts as a string or a comment, since toml++ need not take it for one.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::size_t first_bare_non_ascii() {
    at_ = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (static_cast<unsigned char>(c) >= 0x80) return at_;
      if (lost_)
        ++at_;
      else if (c == '#')
        skip_comment();
      else if (c == '"' || c == '\'')
        skip_string();
      else
        follow(c);
    }
    return std::string_view::npos;
  }

 private:
  enum class Expect {
    key,         ///< a key or a part of one
    behind_key,  ///< a point, an equals sign or the end of a header
    value,
    behind_value
  };

  /// Where a line may end.
  void skip_comment() {
    lost_ = headers_ > 0 || expect_ == Expect::behind_key ||
            (open_.empty() ? expect_ == Expect::value : open_.back() == '{');
    if (lost_) return;
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    in_word_ = false;
  }

  /// From an opening quote to behind the closing one.
  void skip_string() {
    lost_ = in_word_ || expect_ == Expect::behind_key || expect_ == Expect::behind_value;
    if (lost_) return;
    const char quote = text_[at_];
    const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
    const bool many_lines = text_.substr(at_, 3) == three;
    for (at_ += many_lines ? 3 : 1; at_ < text_.size(); ++at_) {
      if (quote == '"' && text_[at_] == '\\') {
        ++at_;
      } else if (many_lines && text_.substr(at_, 3) == three) {
        at_ += 3;
        while (at_ < text_.size() && text_[at_] == quote) ++at_;  // the last of it may be quotes
        return end_of_word();
      } else if (!many_lines && text_[at_] == quote) {
        ++at_;
        return end_of_word();
      } else if (!many_lines && text_[at_] == '\n') {
        break;
      }
    }
    lost_ = true;
  }

  void end_of_word() {
    if (expect_ == Expect::key) expect_ = Expect::behind_key;
    if (expect_ == Expect::value) expect_ = Expect::behind_value;
  }

  /// A character outside of strings and comments.
  void follow(char c) {
    ++at_;
    const bool in_word = in_word_;
    in_word_ = false;
    const bool in_key = expect_ == Expect::key || expect_ == Expect::behind_key;
    switch (c) {
      case ' ':
      case '\t':
      case '\r':
        return;
      case '\n':
        return end_of_line();
      case '=':
        lost_ = expect_ != Expect::behind_key || headers_ > 0;
        expect_ = Expect::value;
        return;
      case ',':
        lost_ = open_.empty();
        if (!lost_) expect_ = open_.back() == '[' ? Expect::value : Expect::key;
        return;
      case '[':
      case '{':
        return open(c);
      case ']':
      case '}':
        return close(c);
      case '.':
        if (!in_key) break;
        expect_ = Expect::key;
        return;
      default:
        break;
    }
    lost_ = expect_ == Expect::behind_key && !in_word;
    end_of_word();
    in_word_ = true;
  }

  void end_of_line() {
    if (!open_.empty()) {
      lost_ = open_.back() == '{';
      return;
    }
    lost_ = expect_ == Expect::value || headers_ > 0;
    expect_ = Expect::key;
  }

  /// A list or a table begins where a value may, a header where a key may.
  void open(char c) {
    if (expect_ == Expect::value) {
      open_.push_back(c);
      if (c == '{') expect_ = Expect::key;
      return;
    }
    lost_ = c != '[' || expect_ != Expect::key || !open_.empty();
    ++headers_;
  }

  void close(char c) {
    if (c == ']' && headers_ > 0) {
      --headers_;
      expect_ = headers_ > 0 ? Expect::behind_key : Expect::behind_value;
      return;
    }
    lost_ = open_.empty() || open_.back() != (c == ']' ? '[' : '{');
    if (!lost_) open_.pop_back();
    expect_ = Expect::behind_value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Expect expect_ = Expect::key;
  std::vector<char> open_;  ///< lists and tables inside of values
  int headers_ = 0;         ///< brackets of a header that are open
  bool in_word_ = false;    ///< of a key or value without quotes
  bool lost_ = false;
};

}  // namespace

std::size_t bare_non_ascii(std::string_view toml) {
  return Scanner(toml).first_bare_non_ascii();
}

}  // namespace engd::read
