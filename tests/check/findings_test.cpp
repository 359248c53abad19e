// Points, scales, names, and how findings are silenced and written.

#include "check/found.h"
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
  expect_found(beam("{ grid = 30 }"), "4: few-points: ", "32 rows");
  expect_found(beam("{ grid = 30 }"), "4: few-points: ", "points = { grid = 772 }");
  expect_nothing(beam("{ grid = 200 }"));
  expect_nothing(beam("{ random = 30, resample = 1 }"));
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
