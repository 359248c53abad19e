#include "expr/synonyms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "expr/functions.h"

namespace engd::expr {

namespace {

/// Names of other languages, in small letters, and what to say about them.
struct Synonym {
  std::string_view names;  ///< between blanks
  std::string_view words;
};

constexpr std::string_view cases =
    "1 where x < 0.5 and 10 elsewhere is 10 - 9*heaviside(0.5 - x), in formulas of the "
    "coordinates; or state a term for each part, on = \"x < 0.5\" and on = \"x >= 0.5\"";

constexpr std::string_view point_source =
    "a point source is no function: write a narrow one, such as exp(-(x/s)^2/2)/(s*sqrt(2*pi)); on "
    "a line or a curve inside, give each side an unknown ([subdomains]) and the source as the jump "
    "of dn(u) on the interface";

constexpr std::array functions{
    Synonym{"laplace lap lapl delta laplaceoperator laplace_operator del2 nabla2 lapla",
            "the Laplacian is laplacian(u)"},
    Synonym{"ln", "the natural logarithm is log(x)"},
    Synonym{"lg", "the logarithm to base 10 is log10(x)"},
    Synonym{"log2 ld", "the logarithm to base 2 is log(x)/log(2)"},
    Synonym{"arcsin", "the inverse of sin is asin(x)"},
    Synonym{"arccos", "the inverse of cos is acos(x)"},
    Synonym{"arctan arctg atg", "the inverse of tan is atan(x)"},
    Synonym{"arctan2", "the angle of the point (x, y) is atan2(y, x)"},
    Synonym{"arcsinh arsinh", "the inverse of sinh is asinh(x)"},
    Synonym{"arccosh arcosh", "the inverse of cosh is acosh(x)"},
    Synonym{"arctanh artanh", "the inverse of tanh is atanh(x)"},
    Synonym{"tg", "the tangent is tan(x)"},
    Synonym{"cot ctg cotan", "the cotangent is 1/tan(x)"},
    Synonym{"sec", "the secant is 1/cos(x)"},
    Synonym{"csc cosec", "the cosecant is 1/sin(x)"},
    Synonym{"sh", "the hyperbolic sine is sinh(x)"},
    Synonym{"ch", "the hyperbolic cosine is cosh(x)"},
    Synonym{"th", "the hyperbolic tangent is tanh(x)"},
    Synonym{"sinc", "write sin(x)/x"},
    Synonym{"sgn signum", "the sign is sign(x)"},
    Synonym{"fabs absolute cabs realabs absval", "the absolute value is abs(x)"},
    Synonym{"square sqr", "a square is written x^2"},
    Synonym{"cube", "a cube is written x^3"},
    Synonym{"power", "a power is written x^2, or pow(x, 2)"},
    Synonym{"root nthroot", "a root is written sqrt(x), cbrt(x), or x^(1/5)"},
    Synonym{"maximum fmax amax", "the largest of two numbers is max(a, b)"},
    Synonym{"minimum fmin amin", "the smallest of two numbers is min(a, b)"},
    Synonym{"clip clamp", "write min(max(x, a), b)"},
    Synonym{"relu positive_part pos", "the positive part is max(x, 0)"},
    Synonym{"sigmoid logistic expit", "write 1/(1 + exp(-x))"},
    Synonym{"softplus", "write log(1 + exp(x))"},
    Synonym{"mod fmod remainder rem modulo",
            "the rest of a division is x - m*floor(x/m), in formulas of the coordinates"},
    Synonym{"round rint", "write floor(x + 0.5), in formulas of the coordinates"},
    Synonym{"ceil ceiling", "write -floor(-x), in formulas of the coordinates"},
    Synonym{"trunc fix int", "write sign(x)*floor(abs(x)), in formulas of the coordinates"},
    Synonym{"gradient nabla del nabla_grad",
            "the gradient is grad(u), and div(v) and laplacian(u) "
            "are the other operators of space"},
    Synonym{"divergence nabla_div", "the divergence is div(v)"},
    Synonym{"curl rot rotor nabla_curl",
            "write its components: in the plane diff(v, x) - diff(u, y) for the vector [u, v]"},
    Synonym{"hessian hess", "write its entries: u_xx, u_xy, u_yy"},
    Synonym{"jacobian jac", "write its entries: u_x, u_y, v_x, v_y"},
    Synonym{"inner vdot dotproduct dot_product matmul scalar_product",
            "the inner product of two vectors is dot(a, b)"},
    Synonym{"cross crossproduct", "write its components: [a[2]*b[3] - a[3]*b[2], ...]"},
    Synonym{"len length magnitude", "the length of a vector is norm(v)"},
    Synonym{"d D dx dy dz derivative partial pd diff_x derive deriv pdiff dif grad_x",
            "a derivative is written u_x, or diff(u, x) of any formula"},
    Synonym{"dt d_t ddt", "the derivative in time is written u_t, or diff(u, t) of any formula"},
    Synonym{"ddn dudn du_dn normal_derivative dnu neumann",
            "the derivative along the outward normal is dn(u)"},
    Synonym{"if ifelse iff where cond conditional piecewise select choose ite iif switch case",
            cases},
    Synonym{"H step unitstep unit_step heavisidetheta theta stepfunction heavi",
            "the step from 0 to 1 at x = 0 is heaviside(x), in formulas of the coordinates"},
    Synonym{"dirac diracdelta dirac_delta", point_source},
    Synonym{"bilaplacian bilaplace biharmonic bilap laplacian2 laplace2",
            "write laplacian(laplacian(u))"},
    Synonym{"integral integrate int_ quad trapz",
            "there are no integrals in formulas; the integral of a formula over a part is what a "
            "term with a density makes least"},
    Synonym{"mean average avg", "there are no means in formulas; a term is a mean by itself"},
    Synonym{"besselj besselj0 besselj1 bessel_j J bessel jn jv j0 j1 bessel_j0 bessel_j1",
            "the Bessel functions are J0(x), J1(x), Y0(x), Y1(x), I0(x), I1(x), K0(x) and K1(x), "
            "in formulas of the coordinates"},
    Synonym{"bessely bessely0 bessely1 yn yv y0 y1 bessel_y",
            "the Bessel functions of the second kind are Y0(x) and Y1(x), in formulas of the "
            "coordinates"},
    Synonym{"besseli besseli0 besseli1 iv i0 i1 bessel_i ive",
            "the modified Bessel functions are I0(x) and I1(x), in formulas of the coordinates"},
    Synonym{"besselk besselk0 besselk1 kn kv k0 k1 bessel_k",
            "the modified Bessel functions of the second kind are K0(x) and K1(x), in formulas of "
            "the coordinates"},
    Synonym{"j2 j3 y2 y3 i2 i3 k2 k3",
            "higher orders of Bessel functions follow from the lower ones: J2(x) is 2*J1(x)/x - "
            "J0(x), I2(x) is I0(x) - 2*I1(x)/x, Y2 is as J2, K2(x) is K0(x) + 2*K1(x)/x"},
    Synonym{"tgamma gammafunction", "the gamma function is gamma(x), of the coordinates"},
    Synonym{"factorial fact", "the factorial is gamma(n + 1), of the coordinates"},
    Synonym{"total summation", "a sum over a family of coordinates is sum(x[i])"},
    Synonym{"product", "a product over a family of coordinates is prod(x[i])"},
    Synonym{"real re imag im conj complex",
            "numbers are real: give the real and the imaginary part an unknown each"},
    Synonym{"rand random randn noise", "formulas have no random numbers"},
};

constexpr std::array values{
    Synonym{"m_pi", "the number is pi"},
    Synonym{"E exp1 m_e", "the number is e"},
    Synonym{"I i j",
            "numbers are real: give the real and the imaginary part of an unknown a name each"},
    Synonym{"inf infinity oo nan", "numbers are finite"},
    Synonym{"nabla del laplace delta", "the operators of space are grad(u), div(v), laplacian(u)"},
    Synonym{"otherwise else then elif", cases},
    Synonym{"true false", "a formula gives a number: 1 or 0"},
};

/// In small letters, but for a single one: H(x) is the step, h(x) may be anything.
std::string small(std::string_view name) {
  std::string text(name);
  if (text.size() == 1) return text;
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Whether `name` is one of the words between blanks.
bool is_word_of(std::string_view words, std::string_view name) {
  while (!words.empty()) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    if (words.substr(0, blank) == name) return true;
    words.remove_prefix(std::min(blank + 1, words.size()));
  }
  return false;
}

template <class Table>
std::optional<std::string> words_for(const Table& table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Synonym& synonym) {
    return is_word_of(synonym.names, name);
  });
  if (found == table.end()) return std::nullopt;
  return std::string(found->words);
}

}  // namespace

std::optional<std::string> function_instead(std::string_view name) {
  const std::string plain = small(name);
  if (plain != name && find_builtin(plain))
    return fmt::format("functions are written in small letters: {}(...)", plain);
  return words_for(functions, plain);
}

std::optional<std::string> value_instead(std::string_view name) {
  const std::string plain = small(name);
  if (plain != name && plain == "pi") return "the number is pi";
  if (plain != name && find_builtin(plain))
    return fmt::format("functions are written in small letters, with round brackets: {}(...)",
                       plain);
  return words_for(values, plain);
}

std::string_view point_source_instead() {
  return point_source;
}

std::string_view cases_instead() {
  return cases;
}

}  // namespace engd::expr
