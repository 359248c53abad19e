#include <engd/expression.hpp>
#include <limits>

#include "small.h"

namespace engd::testing {
namespace {

TEST(ApiExpression, PrintsAsTheFormulaOfAProblemFile) {
  const Expression u = formula("u"), x = vector({1, 2}), a = apply("f", {0.5, 3});
  EXPECT_EQ((laplacian(apply("k", {u})) + 10 * sin(pi * a)).text(),
            "laplacian(k(u)) + 10*sin(pi*f(0.5, 3))");
  EXPECT_EQ(x.text(), "[1, 2]");
}

TEST(ApiExpression, GroupsAsCxxDoes) {
  const Expression a = apply("a", {}), b = apply("b", {}), c = apply("c", {});
  EXPECT_EQ((a + b + c).text(), "a() + b() + c()");
  EXPECT_EQ((a + (b + c)).text(), "a() + (b() + c())");
  EXPECT_EQ((a - (b - c)).text(), "a() - (b() - c())");
  EXPECT_EQ(((a + b) * c).text(), "(a() + b())*c()");
  EXPECT_EQ((a * b / c).text(), "a()*b()/c()");
  EXPECT_EQ((a / (b * c)).text(), "a()/(b()*c())");
  EXPECT_EQ((a - b * c).text(), "a() - b()*c()");
  EXPECT_EQ((-(a + b)).text(), "-(a() + b())");
  EXPECT_EQ((-a * b).text(), "(-a())*b()");
  EXPECT_EQ((a * -b).text(), "a()*(-b())");
  EXPECT_EQ((a + -b).text(), "a() + (-b())");
  EXPECT_EQ((+a).text(), "a()");
  EXPECT_EQ((formula("a - b") * c).text(), "(a - b)*c()");
}

TEST(ApiExpression, NumbersComeBackWithAllDigits) {
  for (const double number : {0.1, 1.0 / 3, 1e-300, 6.02e23, 5.0})
    EXPECT_EQ(std::stod(Expression(number).text()), number);
  EXPECT_EQ((2 * Expression(-3)).text(), "2*(-3)");
  EXPECT_EQ((-pi).text(), "-pi");
  EXPECT_EQ(error_of([] { Expression(std::numeric_limits<double>::infinity()); }).message(),
            "a formula cannot have the number inf");
}

TEST(ApiExpression, EveryFunctionIsOneOfProblemFiles) {
  // Those of a number at the place u = x on [1, 2]: a solution with each is read.
  for (const auto& f : {sin(formula("x")),
                        cos(formula("x")),
                        tan(formula("x")),
                        asin(formula("x")),
                        acos(formula("x")),
                        atan(formula("x")),
                        sinh(formula("x")),
                        cosh(formula("x")),
                        tanh(formula("x")),
                        exp(formula("x")),
                        log(formula("x")),
                        sqrt(formula("x")),
                        abs(formula("x")),
                        erf(formula("x")),
                        pow(formula("x"), 2),
                        min(formula("x"), 1),
                        max(formula("x"), 1),
                        diff(formula("u"), formula("x")),
                        diff(formula("u"), formula("x"), formula("x")),
                        div(grad(formula("u"))),
                        norm(grad(formula("u"))),
                        dot(vector({1, 2}), vector({3, formula("u")})),
                        laplacian(formula("u"))}) {
    Problem p;
    p.coordinates({{"x", 0.1, 0.9}});
    p.term("interior", formula("u") + f);
    EXPECT_NO_THROW(check(p)) << f.text();
  }
  Problem p;
  p.coordinates({{"x", 0, 1}, {"y", 0, 1}});
  p.term("interior", formula("laplacian(u)"));
  p.term("boundary", dn(formula("u")));
  p.term("boundary.left", jump(formula("u")), {.name = "wall"});
  p.term("boundary.left", shift(formula("u")) - formula("u"), {.name = "again"});
  p.set("term.wall.shift", "\"x\"");
  p.set("term.again.shift", "\"x\"");
  EXPECT_NO_THROW(check(p));
}

}  // namespace
}  // namespace engd::testing
