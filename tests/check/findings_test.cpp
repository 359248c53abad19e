// Points, scales, names, and how findings are silenced and written.

#include <fmt/format.h>

#include <cmath>

#include "check/found.h"
#include "read/read_problem.h"
#include "support/error.h"

namespace engd::check {
namespace {

using testing::expect_found;
using testing::expect_nothing;
using testing::found;
using testing::heat;
using testing::poisson;
using testing::with;

TEST(FewPoints, FewerRowsThanParameters) {
  const auto beam = [&](const std::string& rule) {
    return "[problem]\nvariables = \"x\"\ndomain = { interval = [0, 1] }\n[[term]]\nname = "
           "\"equation\"\non = \"interior\"\nresidual = \"u_xx + 1\"\npoints = " +
           rule + "\n[[term]]\non = \"boundary\"\nresidual = \"u\"\n";
  };
  expect_found(beam("{ grid = 30 }"), "8: few-points: ", "32 rows");
  expect_found(beam("{ grid = 30 }"), "8: few-points: ", "points = { grid = 772 }");
  expect_nothing(beam("{ grid = 200 }"));
  expect_nothing(beam("{ random = 30, resample = 1 }"));
  // Points that are drawn again on the boundary are none inside.
  expect_found(beam("{ grid = 30 }") + "points = { random = 2, resample = 1 }\n",
               "8: few-points: ", "32 rows");
}

// The Hessian of u_x^2/2 - u has rank one.
TEST(FewPoints, AnEnergyHasRowsForWhatIsNotLinear) {
  const auto energy = [](const std::string& points) {
    return "[problem]\nvariables = \"x\"\ndomain = { interval = [0, 1] }\n[hard.u]\n[[term]]\non = "
           "\"interior\"\ndensity = \"u_x^2/2 - u\"\npoints = " +
           points + "\n";
  };
  expect_found(energy("{ gauss = 100 }"), "8: few-points: ", "100 rows");
  expect_nothing(energy("{ gauss = 200 }"));
}

// Points of a file count, and with windows of time there must be some in each.
TEST(FewPoints, OfAFile) {
  const engd::testing::TemporaryFolder folder;
  const auto points = [](int count) {
    std::string rows = "x,t\n";
    for (int k = 0; k < count; ++k)
      rows += fmt::format("{},{}\n", std::fmod(0.1 + 0.618 * k, 1), 0.5 * k / count + 0.01);
    return rows;
  };
  const auto found_in = [&](const std::string& windows) {
    const std::string text = "[problem]\nvariables = [\"x\", \"t\"]\nwindows = " + windows +
                             "\ndomain = { x = [0, 1], t = [0, 1] }\n[hard.u]\non = [\"initial\", "
                             "\"lateral\"]\n[[term]]\non = \"interior\"\nresidual = \"u_t - u_xx - "
                             "1\"\npoints = { file = \"p.csv\" }\n";
    std::string texts;
    for (const Finding& finding : find(read::read_problem(folder.write("p.toml", text).string())))
      texts += fmt::format("{}: {}\n", finding.place.line, finding.text);
    return texts;
  };
  folder.write("p.csv", points(40));
  EXPECT_EQ(found_in("1").find("10: there are 40 rows"), 0u) << found_in("1");
  EXPECT_NE(found_in("1").find("with more points in "), std::string::npos) << found_in("1");
  folder.write("p.csv", points(400));
  EXPECT_EQ(found_in("1"), "");
  EXPECT_EQ(found_in("2"), "");
  EXPECT_EQ(found_in("3").find("10: none of the points of "), 0u) << found_in("3");
  EXPECT_NE(found_in("3").find("is in window 3 of 3, t from 0.666667 to 1: "), std::string::npos)
      << found_in("3");
}

// Equal steps with the ends have a point where r is zero, those without have none.
TEST(NotFinite, AtAPointOfTraining) {
  const auto disk = [](const std::string& summand, const std::string& rule) {
    return "[problem]\nvariables = [\"r\", \"z\"]\ndomain = { box = [0, 1] }\n[[term]]\non = "
           "\"interior\"\nresidual = \"laplacian(u) + " +
           summand + "\"\npoints = { " + rule +
           " = 40 }\n[[term]]\non = [\"boundary.r\", \"boundary.z\"]\nresidual = \"u - r\"\n";
  };
  expect_found(disk("u_r/r + 1", "trapezoid"), "6: not-finite: ", "at r = 0, z = 0");
  for (const char* summand : {"exp(-1/r^2)*u", "u/exp(1/r^2)", "r*log(r + 1e-9)*u"})
    expect_nothing(disk(summand, "trapezoid"));
  expect_nothing(disk("u_r/r + 1", "grid"));
  expect_found(disk("u*Y0(r)", "trapezoid"),
               "6: not-finite: ", "'Y0(r)' is infinite at r = 0, z = 0");
  expect_found(disk("u*sqrt(z - 0.5)", "grid"), "6: not-finite: ", "no number at r = ");
}

TEST(Scales, TermsOfVeryDifferentSize) {
  const std::string small = R"toml([problem]
variables = "x"
domain = { interval = [0, 1e-3] }
[[term]]
name = "equation"
on = "interior"
residual = "u_xx + 1e6"
points = 200
[[term]]
name = "ends"
on = "boundary"
residual = "u"
)toml";
  expect_found(small, "4: scales: ", "those of term 'ends'");
  expect_nothing(with(small, "points = 200", "points = 200\nweight = 1e-12"));
  const std::string ends = with(small, "1e-3]", "1]");
  // A formula that is infinite for an unknown of size one has no size.
  expect_nothing(with(ends, "u_xx + 1e6", "u_xx + atanh(u)"));
  expect_found(with(ends, "u_xx + 1e6", "u_xx + exp(200*u)"), "4: scales: ", "weight = 1e-1");
  // The unknown is large where what is given is.
  expect_nothing(with(small, "1e-3]", "1]"));
}

TEST(Unused, ConstantsAndFunctions) {
  expect_found(poisson + "[constants]\nk = 2\n", "17: unused: ", "nothing uses 'k'");
  expect_nothing("[constants]\nL = 1\n" + with(poisson, "[[0, 1]", "[[0, \"L\"]"));
  expect_found(with(poisson, "laplacian(u) + f", "laplacian(u) + 2*pi^2*sin(pi*x)*sin(pi*y)"),
               "5: unused: ", "nothing uses 'f'");
}

TEST(Silence, ByName) {
  const std::string wrong = with(poisson, "(u) + f", "(u) - f");
  EXPECT_EQ(found(wrong).size(), 1u);
  EXPECT_NE(found(wrong)[0].find("(silence = [\"solution\"] in [problem] if this is meant)"),
            std::string::npos);
  expect_nothing(with(wrong, "[functions]", "silence = [\"solution\"]\n[functions]"));
  expect_nothing(with(wrong, "[functions]", "silence = \"solution\"\n[functions]"));
  EXPECT_EQ(found(with(wrong, "[functions]", "silence = [\"boundary\"]\n[functions]")).size(), 1u);
}

TEST(Silence, UnknownNamesAreRefused) {
  try {
    found(with(poisson, "[functions]", "silence = [\"solutoin\"]\n[functions]"));
    ADD_FAILURE();
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(
        text.find(":4:12: problem.silence = \"solutoin\": must be names of warnings: solution, "
                  "initial, boundary"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("did you mean 'solution'?"), std::string::npos) << text;
  }
}

TEST(Findings, SayWhereTheyAre) {
  const auto findings = find(engd::testing::problem_from(with(poisson, "(u) + f", "(u) - f")));
  ASSERT_EQ(findings.size(), 1u);
  const std::string text = to_string(findings[0]);
  EXPECT_NE(text.find("problem.toml:9:12: warning: the given solution"), std::string::npos) << text;
}

// Formulas that are made while looking are not added to those of the problem.
TEST(Findings, LeaveTheProblemAsItIs) {
  const problem::Problem problem = engd::testing::problem_from(poisson);
  const expr::Node before = problem.graph.size();
  find(problem);
  EXPECT_EQ(problem.graph.size(), before);
}

TEST(Findings, ManyCoordinates) {
  const std::string sum = "sum(sin(pi*x[i]))";
  expect_nothing(
      "[problem]\nvariables = \"x[60]\"\ndomain = { box = [0, 1] }\n[[term]]\non = "
      "\"interior\"\nresidual = \"laplacian(u) + pi^2*" +
      sum + "\"\n[[term]]\non = \"boundary\"\nresidual = \"u - " + sum + "\"\n[solution]\nu = \"" +
      sum + "\"\n");
}

}  // namespace
}  // namespace engd::check
