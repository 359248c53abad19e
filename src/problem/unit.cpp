#include "problem/unit.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <vector>

namespace engd::problem {

bool Unit::is_one() const {
  return same(*this, Unit{});
}

Unit operator*(const Unit& a, const Unit& b) {
  Unit result{a.powers, a.factor * b.factor};
  for (std::size_t k = 0; k < Unit::bases; ++k) result.powers[k] += b.powers[k];
  return result;
}

Unit power(const Unit& a, double exponent) {
  Unit result{a.powers, std::pow(a.factor, exponent)};
  for (double& p : result.powers) p *= exponent;
  return result;
}

Unit operator/(const Unit& a, const Unit& b) {
  return a * power(b, -1);
}

bool same_dimension(const Unit& a, const Unit& b) {
  for (std::size_t k = 0; k < Unit::bases; ++k)
    if (!(std::fabs(a.powers[k] - b.powers[k]) < 1e-9)) return false;
  return true;
}

bool same(const Unit& a, const Unit& b) {
  return same_dimension(a, b) && std::fabs(a.factor / b.factor - 1) < 1e-9;
}

namespace {

struct Named {
  std::string_view symbol;
  std::array<double, Unit::bases> powers;  // m, kg, s, A, K, mol, cd
  double factor = 1;
  bool prefixed = true;
};

const std::vector<Named>& named_units() {
  static const std::vector<Named> units{{"m", {1}},
                                        {"g", {0, 1}, 1e-3},
                                        {"s", {0, 0, 1}},
                                        {"A", {0, 0, 0, 1}},
                                        {"K", {0, 0, 0, 0, 1}},
                                        {"mol", {0, 0, 0, 0, 0, 1}},
                                        {"cd", {0, 0, 0, 0, 0, 0, 1}},
                                        {"Hz", {0, 0, -1}},
                                        {"N", {1, 1, -2}},
                                        {"Pa", {-1, 1, -2}},
                                        {"J", {2, 1, -2}},
                                        {"W", {2, 1, -3}},
                                        {"C", {0, 0, 1, 1}},
                                        {"V", {2, 1, -3, -1}},
                                        {"F", {-2, -1, 4, 2}},
                                        {"Ohm", {2, 1, -3, -2}},
                                        {"S", {-2, -1, 3, 2}},
                                        {"Wb", {2, 1, -2, -1}},
                                        {"T", {0, 1, -2, -1}},
                                        {"H", {2, 1, -2, -2}},
                                        {"lm", {0, 0, 0, 0, 0, 0, 1}},
                                        {"lx", {-2, 0, 0, 0, 0, 0, 1}},
                                        {"Bq", {0, 0, -1}},
                                        {"Gy", {2, 0, -2}},
                                        {"Sv", {2, 0, -2}},
                                        {"eV", {2, 1, -2}, 1.602176634e-19},
                                        {"l", {3}, 1e-3},
                                        {"L", {3}, 1e-3},
                                        {"bar", {-1, 1, -2}, 1e5},
                                        {"min", {0, 0, 1}, 60, false},
                                        {"h", {0, 0, 1}, 3600, false},
                                        {"d", {0, 0, 1}, 86400, false},
                                        {"rad", {}, 1, false},
                                        {"sr", {}, 1, false},
                                        {"deg", {}, std::numbers::pi / 180, false}};
  return units;
}

struct Prefix {
  std::string_view symbol;
  double factor;
};
constexpr std::array<Prefix, 17> prefixes{{{"da", 1e1},
                                           {"h", 1e2},
                                           {"k", 1e3},
                                           {"M", 1e6},
                                           {"G", 1e9},
                                           {"T", 1e12},
                                           {"P", 1e15},
                                           {"E", 1e18},
                                           {"d", 1e-1},
                                           {"c", 1e-2},
                                           {"m", 1e-3},
                                           {"u", 1e-6},
                                           {"µ", 1e-6},
                                           {"n", 1e-9},
                                           {"p", 1e-12},
                                           {"f", 1e-15},
                                           {"a", 1e-18}}};

std::optional<Unit> unit_named(std::string_view symbol) {
  for (const Named& unit : named_units())
    if (symbol == unit.symbol) return Unit{unit.powers, unit.factor};
  for (const Prefix& prefix : prefixes) {
    if (!symbol.starts_with(prefix.symbol)) continue;
    const std::string_view rest = symbol.substr(prefix.symbol.size());
    for (const Named& unit : named_units())
      if (unit.prefixed && rest == unit.symbol)
        return Unit{unit.powers, unit.factor * prefix.factor};
  }
  return std::nullopt;
}

/// Recursive descent over "product / factor ...": from the left, so that "a/b c" is (a/b) c.
class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : text_(text) {}

  Unit whole() {
    skip();
    if (at_ == text_.size()) return {};
    const Unit unit = product();
    if (at_ < text_.size()) fail(fmt::format("'{}' is not expected", text_.substr(at_)));
    return unit;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const { throw std::invalid_argument(why); }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view symbol) {
    skip();
    if (text_.substr(at_, symbol.size()) != symbol) return false;
    at_ += symbol.size();
    skip();
    return true;
  }

  Unit product() {
    Unit result = factor();
    for (skip(); at_ < text_.size() && text_[at_] != ')'; skip()) {
      if (take("/")) {
        result = result / factor();
      } else {
        if (!take("*")) take("·");
        result = result * factor();
      }
    }
    return result;
  }

  Unit factor() {
    Unit unit;
    if (take("(")) {
      if (++depth_ > 100) fail("there are too many parentheses");
      unit = product();
      if (!take(")")) fail("a ')' is missing");
      --depth_;
    } else if (!take("1")) {
      unit = symbol();
    } else if (at_ < text_.size() &&
               (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.')) {
      fail("numbers other than 1 are no units");
    }
    return power(unit, exponent());
  }

  Unit symbol() {
    std::size_t end = at_;
    const auto is_letter = [](char c) {
      return std::isalpha(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
    };
    // A dot between units is a letter of UTF-8 that ends a name.
    while (end < text_.size() && is_letter(text_[end]) && !text_.substr(end).starts_with("·"))
      ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    if (name.empty())
      fail(at_ < text_.size() ? fmt::format("'{}' is not expected", text_.substr(at_))
                              : std::string("a unit is missing at the end"));
    const auto found = unit_named(name);
    if (!found)
      fail(fmt::format(
          "there is no unit '{}'; known are m, g, s, A, K, mol, cd, Hz, N, Pa, J, W, C, "
          "V, F, Ohm, S, Wb, T, H, lm, lx, Bq, Gy, Sv, eV, l, bar, with prefixes (km, "
          "ms), and min, h, d, rad, deg, 1",
          name));
    at_ = end;
    return *found;
  }

  double number() {
    const char* begin = text_.data() + at_;
    double value = 0;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{} || !(std::fabs(value) <= 100)) fail("a power must be a number");
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  double exponent() {
    const bool marked = take("^") || take("**");
    if (marked && take("(")) {
      double value = number();
      if (take("/")) value /= number();
      if (!take(")")) fail("a ')' is missing");
      return value;
    }
    // "m2" and "s-2" are powers as well.
    const bool follows =
        at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) ||
                               (text_[at_] == '-' && at_ + 1 < text_.size()));
    return marked || (follows && at_ > 0 && text_[at_ - 1] != ' ') ? number() : 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Unit parse_unit(std::string_view text) {
  return UnitReader(text).whole();
}

std::string to_string(const Unit& unit) {
  static constexpr std::array<const char*, Unit::bases> symbols{"m", "kg",  "s", "A",
                                                                "K", "mol", "cd"};
  std::vector<std::string> above, below;
  for (const std::size_t k : {1, 0, 2, 3, 4, 5, 6}) {
    const double p = unit.powers[k];
    if (std::fabs(p) < 1e-9) continue;
    const std::string size =
        std::fabs(std::fabs(p) - 1) < 1e-9 ? "" : fmt::format("^{:g}", std::fabs(p));
    (p > 0 ? above : below).push_back(symbols[k] + size);
  }
  std::string text = above.empty() ? "1" : fmt::format("{}", fmt::join(above, " "));
  if (below.size() == 1) text += "/" + below[0];
  if (below.size() > 1) text += fmt::format("/({})", fmt::join(below, " "));
  if (std::fabs(unit.factor - 1) < 1e-9) return text;
  return fmt::format("{:g} {}", unit.factor, text);
}

}  // namespace engd::problem
