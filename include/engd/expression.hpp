#pragma once

#include <engd/export.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace engd {
inline namespace v0 {

/// A formula of a problem: that of a problem file, written by operators. It is a text with
/// parentheses where C++ groups; what it means is known once it stands in a problem.
///
///     Expression f = laplacian(u) + 10*sin(pi*x);     // "laplacian(u) + 10*sin(pi*x)"
///     Expression g = formula("u_t + u*u_x");          // all that problem files can write
///
/// Powers are pow(u, 3): the ^ of C++ binds less than +.
class ENGD_API Expression {
 public:
  Expression(double number);  ///< with all its digits; throws Error where it is not finite
  Expression(const Expression&);
  Expression(Expression&&) noexcept;
  Expression& operator=(const Expression&);
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  const std::string& text() const noexcept { return text_; }

  friend ENGD_API Expression operator+(const Expression& a, const Expression& b);
  friend ENGD_API Expression operator-(const Expression& a, const Expression& b);
  friend ENGD_API Expression operator*(const Expression& a, const Expression& b);
  friend ENGD_API Expression operator/(const Expression& a, const Expression& b);
  friend ENGD_API Expression operator-(const Expression& a);
  friend ENGD_API Expression operator+(const Expression& a);

  friend ENGD_API Expression formula(std::string_view text);
  friend ENGD_API Expression apply(std::string_view function,
                                   std::initializer_list<Expression> arguments);
  friend ENGD_API Expression vector(std::initializer_list<Expression> components);
  friend struct NamedNumber;
  friend class Problem;

 private:
  enum class Strength { sum, product, atom };  ///< of what holds the formula together
  Expression(std::string text, Strength strength);
  std::string within(Strength strength) const;
  static Expression join(const Expression& a, const char* sign, const Expression& b,
                         Strength strength, Strength right);

  std::string text_;
  Strength strength_;
};

/// Any formula of problem files, docs/problem-files.md. Between operators it stands in parentheses.
ENGD_API Expression formula(std::string_view text);
/// "function(a, b)": functions of the problem, and those of problem files that are not below.
ENGD_API Expression apply(std::string_view function, std::initializer_list<Expression> arguments);
/// [a, b]: a vector.
ENGD_API Expression vector(std::initializer_list<Expression> components);

/// A number that formulas know by its name.
struct NamedNumber {
  const char* name;
  operator Expression() const { return formula_of(name); }

 private:
  ENGD_API static Expression formula_of(const char* name);
};
inline constexpr NamedNumber pi{"pi"};

ENGD_API Expression operator+(const Expression& a, const Expression& b);
ENGD_API Expression operator-(const Expression& a, const Expression& b);
ENGD_API Expression operator*(const Expression& a, const Expression& b);
ENGD_API Expression operator/(const Expression& a, const Expression& b);
ENGD_API Expression operator-(const Expression& a);
ENGD_API Expression operator+(const Expression& a);

// Functions of numbers.
inline Expression sin(const Expression& a) {
  return apply("sin", {a});
}
inline Expression cos(const Expression& a) {
  return apply("cos", {a});
}
inline Expression tan(const Expression& a) {
  return apply("tan", {a});
}
inline Expression asin(const Expression& a) {
  return apply("asin", {a});
}
inline Expression acos(const Expression& a) {
  return apply("acos", {a});
}
inline Expression atan(const Expression& a) {
  return apply("atan", {a});
}
inline Expression sinh(const Expression& a) {
  return apply("sinh", {a});
}
inline Expression cosh(const Expression& a) {
  return apply("cosh", {a});
}
inline Expression tanh(const Expression& a) {
  return apply("tanh", {a});
}
inline Expression exp(const Expression& a) {
  return apply("exp", {a});
}
inline Expression log(const Expression& a) {
  return apply("log", {a});
}
inline Expression sqrt(const Expression& a) {
  return apply("sqrt", {a});
}
inline Expression abs(const Expression& a) {
  return apply("abs", {a});
}
inline Expression erf(const Expression& a) {
  return apply("erf", {a});
}
inline Expression pow(const Expression& base, const Expression& exponent) {
  return apply("pow", {base, exponent});
}
inline Expression min(const Expression& a, const Expression& b) {
  return apply("min", {a, b});
}
inline Expression max(const Expression& a, const Expression& b) {
  return apply("max", {a, b});
}

// Derivatives. grad, div and laplacian leave out the time.
inline Expression diff(const Expression& f, const Expression& x) {
  return apply("diff", {f, x});
}
inline Expression diff(const Expression& f, const Expression& x, const Expression& y) {
  return apply("diff", {f, x, y});
}
inline Expression grad(const Expression& f) {
  return apply("grad", {f});
}
inline Expression div(const Expression& f) {
  return apply("div", {f});
}
inline Expression laplacian(const Expression& f) {
  return apply("laplacian", {f});
}
inline Expression dn(const Expression& f) {
  return apply("dn", {f});
}  ///< along the normal
inline Expression dot(const Expression& a, const Expression& b) {
  return apply("dot", {a, b});
}
inline Expression norm(const Expression& a) {
  return apply("norm", {a});
}
/// At the partner of a point, where the term has a shift; jump(f) is shift(f) - f.
inline Expression shift(const Expression& f) {
  return apply("shift", {f});
}
inline Expression jump(const Expression& f) {
  return apply("jump", {f});
}

}  // namespace v0
}  // namespace engd
