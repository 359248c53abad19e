#include <algorithm>
#include <engd/problem.hpp>

#include "common/contains.h"
#include "common/temporary_folder.h"
#include "small.h"

namespace engd::testing {
namespace {

TEST(ApiProblem, AStatementIsAProblemFile) {
  Problem p;
  p.title("heat \"in\" a rod");
  const auto [t, x] = p.coordinates({{"t", 0, 2}, {"x", -1, 1}});
  const auto u = p.unknown("u"), v = p.unknown("v");
  const auto k = p.constant("k", 0.5), nu = p.coefficient("nu", 1, true);
  const auto f = p.function("f", k * sin(x)), g = p.function("g(s)", formula("s^2"));
  p.term("interior", {diff(u, t) - nu * laplacian(u), v - f}, {.name = "both", .weight = 3});
  p.term("initial", u - apply(g.text(), {x}), {.points = "20"});
  p.density("lateral", pow(u, 2));
  p.data("values.csv", {.name = "data", .noise = 0.01});
  p.solution(nu, 0.25);
  EXPECT_EQ(p.text(), R"toml([problem]
title = "heat \"in\" a rod"
variables = ["t", "x"]
unknowns = ["u", "v"]
domain = { box = [[0, 2], [-1, 1]] }
[constants]
"k" = "0.5"
[coefficients]
"nu" = { start = 1, positive = true }
[functions]
"f" = "k*sin(x)"
"g(s)" = "s^2"
[[term]]
name = "both"
on = "interior"
residual = [
  "diff(u, t) - nu*laplacian(u)",
  "v - f",
]
weight = 3
[[term]]
name = "initial"
on = "initial"
residual = "u - g(x)"
points = 20
[[term]]
name = "lateral"
on = "lateral"
density = "pow(u, 2)"
[[term]]
name = "data"
data = "values.csv"
noise = 0.01
[solution]
"nu" = "0.25"
)toml");
}

TEST(ApiProblem, AShapeTakesTheCoordinatesWithoutIntervals) {
  Problem p;
  const auto [x, y] = p.coordinates({"x", "y"});
  p.domain("{ shape = \"disk\", radius = 2 }");
  const auto u = p.unknown("u");
  p.term("interior", laplacian(u) + x * y);
  p.term("boundary", u);
  EXPECT_TRUE(check(p).empty());
}

TEST(ApiProblem, ATermIsCalledByItsPartOnce) {
  Problem p;
  p.coordinates({{"x", 0, 1}});
  p.term("interior", formula("u_xx"));
  p.term("x == 0", formula("u"));
  p.term("interior", formula("u_x"));
  EXPECT_TRUE(contains(p.text(), "name = \"interior\""));
  EXPECT_EQ(p.text().find("name = \"interior\""), p.text().rfind("name = \"interior\""));
  EXPECT_FALSE(contains(p.text(), "name = \"x"));
}

TEST(ApiProblem, MistakesInAStatementSpeakOfItsParts) {
  const auto stated = [](auto state) {
    return text_of([&] {
      Problem p;
      p.coordinates({{"x", 0, 1}, {"y", 0, 1}});
      const auto u = p.unknown("u");
      p.term("interior", laplacian(u));
      state(p, u);
      check(p);
    });
  };
  EXPECT_EQ(
      stated([](Problem& p, const Expression& u) { p.term("boundary", u - sin(formula("2*yy"))); }),
      "term 'boundary': unknown name 'yy'; known: u, x, y; did you mean 'y'?\n"
      "    u - sin(2*yy)\n"
      "              ^~");
  EXPECT_EQ(stated([](Problem& p, const Expression& u) {
              p.term("boundary", {u, u - formula("vv"), u});
            }),
            "term 'boundary': unknown name 'vv'; known: u, x, y; others are stated by constant(), "
            "function() or unknown()\n"
            "    u - (vv)\n"
            "         ^~");
  EXPECT_EQ(stated([](Problem& p, const Expression& u) { p.term("x = 0", u); }).substr(0, 14),
            "term 'term2': ");
  EXPECT_EQ(
      stated([](Problem& p, const Expression& u) { p.density("boundary", u * formula("w")); }),
      "term 'boundary': unknown name 'w'; known: u, x, y; others are stated by constant(), "
      "function() or unknown()\n"
      "    u*(w)\n"
      "       ^");
  EXPECT_EQ(
      stated([](Problem& p, const Expression&) { p.function("f", formula("sin(")); }).substr(0, 14),
      "function 'f': ");
  EXPECT_EQ(stated([](Problem& p, const Expression& u) { p.solution(u, formula("z")); }),
            "the solution of 'u': unknown name 'z'; known: x, y; others are stated by constant(), "
            "function() or unknown()\n"
            "    z\n"
            "    ^");
  EXPECT_EQ(stated([](Problem& p, const Expression&) { p.constant("sin", 1); }).substr(0, 16),
            "constant 'sin': ");
  EXPECT_EQ(stated([](Problem& p, const Expression&) { p.unknown("x"); }).substr(0, 14),
            "the unknowns: ");
  EXPECT_EQ(stated([](Problem& p, const Expression& u) { p.term("boundary", u, {.weight = -1}); }),
            "term 'boundary': term.1.weight = -1: must be a finite number > 0");
  EXPECT_EQ(
      stated([](Problem& p, const Expression&) { p.set("term.interior.wait", "3"); }).substr(0, 32),
      "set(\"term.interior.wait\", \"3\"): ");
}

TEST(ApiProblem, TheErrorHasTheParts) {
  Problem p;
  p.coordinates({{"x", 0, 1}});
  p.term("interior", formula("u_xx + q"));
  const Error error = error_of([&] { check(p); });
  EXPECT_EQ(error.code(), ErrorCode::input);
  EXPECT_EQ(error.place(), "term 'interior'");
  EXPECT_EQ(error.line(), 0);
  EXPECT_EQ(error.column(), 8);
  EXPECT_EQ(error.excerpt(), "    u_xx + q\n           ^");
}

TEST(ApiProblem, WhatIsMissingIsSaid) {
  Problem p;
  EXPECT_EQ(text_of([&] { check(p); }),
            "the problem has no coordinates: state them by coordinates()");
  p.coordinates({"x"});
  EXPECT_EQ(text_of([&] { check(p); }), "the problem has no terms: state them by term()");
  p.term("interior", formula("u_xx"));
  EXPECT_EQ(text_of([&] { check(p); }),
            "the coordinate 'x' has no interval: describe the domain by domain()");
}

TEST(ApiProblem, DataInMemoryAreThereAsLongAsAProblemHasThem) {
  std::optional<Problem> p(std::in_place);
  p->coordinates({{"x", 0, 1}});
  const auto u = p->unknown("u");
  p->term("interior", diff(u, formula("x"), formula("x")));
  p->data(u, std::vector{0.25, 0.5}, std::vector{1.0, 2.0}, {.name = "seen"});
  const Problem copy = *p;
  p.reset();
  EXPECT_NO_THROW(check(copy));
  Problem other = copy;
  EXPECT_EQ(text_of([&] {
              other.data(u, std::vector{0.25, 0.5}, std::vector{1.0});
            }),
            "data: 2 coordinates do not make 1 points of dimension 1");
}

TEST(ApiProblem, ReadAndParseTellOfTheFile) {
  const TemporaryFolder folder;
  const auto file = folder.write("mine.toml", open_text);
  EXPECT_EQ(read(file).text(), open_text);
  const auto wrong =
      folder.write("wrong.toml", open_text + "[[term]]\non = \"interior\"\nresidual = \"u - q\"\n");
  const Error error = error_of([&] { read(wrong); });
  EXPECT_EQ(error.place(), wrong);
  EXPECT_EQ(error.line(), 12);
  EXPECT_EQ(error.column(), 17);
  EXPECT_EQ(error.message(),
            "unknown name 'q'; known: u, x; others are declared in [constants], [functions] or "
            "problem.unknowns");
  EXPECT_EQ(error.excerpt(), "    residual = \"u - q\"\n                    ^");
  EXPECT_EQ(std::string(error.what()),
            wrong.string() + ":12:17: " + error.message() + "\n" + error.excerpt());
  EXPECT_EQ(text_of([&] { parse("[problem", "here.toml"); }).substr(0, 10), "here.toml:");
  EXPECT_EQ(text_of([&] { read("/nowhere.toml"); }),
            "/nowhere.toml: cannot read the problem file: No such file or directory");
}

TEST(ApiProblem, SetChangesAKeyOrNothing) {
  Problem p = parse(open_text);
  p.set("network.layers", "[7]");
  EXPECT_EQ(text_of([&] { p.set("network.layer", "[7]"); }).substr(0, 30),
            "set(\"network.layer\", \"[7]\"): u");
  EXPECT_EQ(text_of([&] { p.set("network.layers", "[-7]"); }).substr(0, 32),
            "set(\"network.layers\", \"[-7]\"): n");
  EXPECT_NO_THROW(check(p));
  EXPECT_EQ(p.text(), open_text);
}

TEST(ApiProblem, OneThatWasReadIsNotStatedFurther) {
  Problem p = parse(open_text, "given.toml");
  const std::string refused =
      "'given.toml' was read from a file: it can be changed by set(), and not stated further";
  const Expression u = formula("u");
  EXPECT_EQ(text_of([&] { p.coordinates({{"x", 0, 1}}); }), refused);
  EXPECT_EQ(text_of([&] { p.coordinates({"x"}); }), refused);
  EXPECT_EQ(text_of([&] { p.domain("{}"); }), refused);
  EXPECT_EQ(text_of([&] { p.unknown("v"); }), refused);
  EXPECT_EQ(text_of([&] { p.constant("k", 1); }), refused);
  EXPECT_EQ(text_of([&] { p.coefficient("k", 1); }), refused);
  EXPECT_EQ(text_of([&] { p.function("k", u); }), refused);
  EXPECT_EQ(text_of([&] { p.term("interior", u); }), refused);
  EXPECT_EQ(text_of([&] { p.density("interior", u); }), refused);
  EXPECT_EQ(text_of([&] { p.data("file.csv"); }), refused);
  EXPECT_EQ(text_of([&] { p.solution(u, u); }), refused);
  EXPECT_EQ(text_of([&] { p.title("t"); }), refused);
}

TEST(ApiProblem, CopiesAreIndependent) {
  Problem a = parse(open_text), b = a;
  b.set("problem.title", "\"b\"");
  a = b;
  const Problem c = std::move(b);
  EXPECT_EQ(c.text(), a.text());
}

TEST(ApiCheck, FindsWhatTheProgramFinds) {
  Problem p;
  p.coordinates({{"x", 0, 1}, {"y", 0, 1}});
  p.constant("unused", 1);
  p.term("interior", laplacian(formula("u")) + 1);
  const Findings findings = check(p);
  const auto unused = std::ranges::find(findings, "unused", &Finding::kind);
  ASSERT_NE(unused, findings.end());
  EXPECT_EQ(unused->place, "constant 'unused'");
  EXPECT_TRUE(contains(unused->message, "unused"));
  const Findings of_text = check(parse(p.text(), "p.toml"));
  ASSERT_EQ(of_text.size(), findings.size());
  EXPECT_EQ(of_text[0].place, "p.toml");
  EXPECT_GT(of_text[0].line, 0);
}

}  // namespace
}  // namespace engd::testing
