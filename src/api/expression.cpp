#include <array>
#include <charconv>
#include <cmath>
#include <engd/error.hpp>
#include <engd/expression.hpp>

namespace engd {
inline namespace v0 {

namespace {

/// The shortest text that is read back as the number.
std::string digits(double number) {
  if (!std::isfinite(number))
    throw Error(ErrorCode::input, "a formula cannot have the number " + std::to_string(number));
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

std::string list(std::initializer_list<Expression> parts) {
  std::string text;
  for (const Expression& part : parts) text += (text.empty() ? "" : ", ") + part.text();
  return text;
}

}  // namespace

Expression::Expression(double number)
    : text_(digits(number)), strength_(std::signbit(number) ? Strength::sum : Strength::atom) {}
Expression::Expression(std::string text, Strength strength)
    : text_(std::move(text)), strength_(strength) {}
Expression::Expression(const Expression&) = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(const Expression&) = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

/// In parentheses unless what holds the formula together is as strong as that.
std::string Expression::within(Strength strength) const {
  return strength_ >= strength ? text_ : '(' + text_ + ')';
}

/// Equal strength may stand on the left: formulas group from there. On the right it needs
/// parentheses, so that rounding is what C++ says.
Expression Expression::join(const Expression& a, const char* sign, const Expression& b,
                            Strength strength, Strength right) {
  return {a.within(strength) + sign + b.within(right), strength};
}

Expression operator+(const Expression& a, const Expression& b) {
  return Expression::join(a, " + ", b, Expression::Strength::sum, Expression::Strength::product);
}
Expression operator-(const Expression& a, const Expression& b) {
  return Expression::join(a, " - ", b, Expression::Strength::sum, Expression::Strength::product);
}
Expression operator*(const Expression& a, const Expression& b) {
  return Expression::join(a, "*", b, Expression::Strength::product, Expression::Strength::atom);
}
Expression operator/(const Expression& a, const Expression& b) {
  return Expression::join(a, "/", b, Expression::Strength::product, Expression::Strength::atom);
}
Expression operator-(const Expression& a) {
  return {'-' + a.within(Expression::Strength::product), Expression::Strength::sum};
}
Expression operator+(const Expression& a) {
  return a;
}

Expression formula(std::string_view text) {
  return {std::string(text), Expression::Strength::sum};
}
Expression apply(std::string_view function, std::initializer_list<Expression> arguments) {
  return {std::string(function) + '(' + list(arguments) + ')', Expression::Strength::atom};
}
Expression vector(std::initializer_list<Expression> components) {
  return {'[' + list(components) + ']', Expression::Strength::atom};
}

Expression NamedNumber::formula_of(const char* name) {
  return {std::string(name), Expression::Strength::atom};
}

}  // namespace v0
}  // namespace engd
