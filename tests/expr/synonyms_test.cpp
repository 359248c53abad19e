// What formulas of other languages and of books say, and which words lead out.
#include "expr/synonyms.h"

#include <gtest/gtest.h>

#include "expr/functions.h"
#include "formulas.h"

namespace engd::expr {
namespace {

using testing::plane;

std::string message_of(const std::string& formula, const Scope& scope) {
  Graph graph;
  try {
    parse(graph, formula, scope);
  } catch (const FormulaError& error) {
    return error.what();
  }
  return "";
}

struct Foreign {
  const char* formula;
  const char* words;  ///< a part of the message
};

TEST(Synonyms, FunctionsOfOtherLanguages) {
  for (const Foreign& f : std::vector<Foreign>{
           {"laplace(u)", "unknown function 'laplace'; the Laplacian is laplacian(u)"},
           {"Delta(u)", "the Laplacian is laplacian(u)"},
           {"delta(u - x)", "the Laplacian is laplacian(u)"},
           {"delta(x - 0.5)", "a point source is no function"},
           {"delta(f)", "the Laplacian is laplacian(u)"},
           {"bilaplacian(u)", "write laplacian(laplacian(u))"},
           {"ln(x)", "the natural logarithm is log(x)"},
           {"arctan(x)", "the inverse of tan is atan(x)"},
           {"arcsin(x)", "the inverse of sin is asin(x)"},
           {"sgn(x)", "the sign is sign(x)"},
           {"fabs(x)", "the absolute value is abs(x)"},
           {"nabla(u)", "the gradient is grad(u)"},
           {"curl([u, v])", "diff(v, x) - diff(u, y)"},
           {"jn(0, x)", "the Bessel functions are J0(x)"},
           {"J2(x)", "J2(x) is 2*J1(x)/x - J0(x)"},
           {"besselj0(x)", "the Bessel functions are J0(x)"},
           {"H(x)", "heaviside(x)"},
           {"maximum(u, 0)", "max(a, b)"},
           {"integral(u)", "there are no integrals in formulas"},
           {"D(u, x)", "a derivative is written u_x, or diff(u, x)"},
           {"Sin(x)", "functions are written in small letters: sin(...)"},
           {"Laplacian(u)", "functions are written in small letters: laplacian(...)"},
           {"square(u)", "a square is written x^2"},
           {"dudn(u)", "the derivative along the outward normal is dn(u)"},
           {"u(x, y)", "multiplication is written with *, and the unknown without arguments: u"},
           {"x(1 - x)", "'x' is not a function; multiplication is written with *"},
           {"u_xx(x, y)", "which has no arguments: write u_xx"},
       })
    EXPECT_NE(message_of(f.formula, plane()).find(f.words), std::string::npos)
        << f.formula << ": " << message_of(f.formula, plane());
}

TEST(Synonyms, NamesOfTheLanguageNeedNone) {
  for (const std::string& name : builtin_names())
    EXPECT_EQ(message_of(name + "(", plane()).find("unknown"), std::string::npos);
  Scope scope = plane();
  scope.functions["ln"] = {{"s"}, "log(s)"};  // a user may define them
  EXPECT_EQ(message_of("ln(x)", scope), "");
}

TEST(Synonyms, FunctionsOfCases) {
  for (const char* formula : {"if(x < 0.5, 1, 10)", "where(x < 0.5, 1, 10)", "(x < 0.5 ? 1 : 10)",
                              "10*(x < 0.5)", "cond(x, 1, 10)"})
    EXPECT_NE(message_of(formula, plane()).find("10 - 9*heaviside(0.5 - x)"), std::string::npos)
        << formula << ": " << message_of(formula, plane());
}

TEST(Synonyms, SignsOfBooks) {
  for (const Foreign& f : std::vector<Foreign>{
           {"\u0394u", "unexpected character '\u0394'; the Laplacian is laplacian(u)"},
           {"\u2207u", "write grad(u), div(v) or laplacian(u)"},
           {"\u2202u/\u2202x", "derivatives are written u_x"},
           {"u'", "derivatives are written u_x, or diff(u, x)"},
           {"u_{xx}", "derivatives are written u_xx"},
           {"\\frac{u}{2}", "formulas are no LaTeX"},
           {"\u03c0*x", "write pi"},
           {"x\u00b2", "write ^2"},
           {"u \u2212 1", "write -"},
           {"\u03b1*u", "names are made of the letters a to z"},
           {"np.sin(x)", "functions stand alone, sin(x) without np"},
           {"u.dx(0)", "derivatives are u_x"},
           {"x % 2", "x - m*floor(x/m)"},
           {"u; v", "residual = [\"...\", \"...\"]"},
       })
    EXPECT_NE(message_of(f.formula, plane()).find(f.words), std::string::npos)
        << f.formula << ": " << message_of(f.formula, plane());
}

TEST(Synonyms, OtherNotations) {
  for (const Foreign& f : std::vector<Foreign>{
           {"du/dx", "unknown name 'du'; known: u, v, x, y, nu, f, k; derivatives are written u_x"},
           {"d2u/dx2", "derivatives are written u_x, u_xx"},
           {"dudx", "did you mean 'u_x'?"},
           {"d2u_dy2", "did you mean 'u_yy'?"},
           {"uxx", "did you mean 'u_xx'?"},
           {"sin(pix)", "did you mean 'pi*x'?"},
           {"nux", "did you mean 'nu*x'?"},
           {"PI*x", "the number is pi"},
           {"u_xx + i*u", "numbers are real: give the real and the imaginary part"},
           {"inf", "numbers are finite"},
           {"Sin[x]", "functions are written in small letters, with round brackets: sin(...)"},
           {"D[u, x]", "functions have round brackets, f(x, y)"},
           {"u_n", "the normal derivative is dn(u)"},
           {"u_t", "the time is one of the variables, too"},
           {"2x", "did you mean 2*x?"},
           {"sin x", "did you mean sin(x)?"},
           {"sin^2(x)", "did you mean sin(...)^2?"},
           {"(x + 1)(x - 1)", "did you mean (...)*(...)?"},
           {"(u, v)", "vectors have square brackets, [a, b]"},
           {"3,14*u", "decimals have a point, 0.5"},
       })
    EXPECT_NE(message_of(f.formula, plane()).find(f.words), std::string::npos)
        << f.formula << ": " << message_of(f.formula, plane());
}

}  // namespace
}  // namespace engd::expr
