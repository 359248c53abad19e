// Residuals as a newcomer writes them: equations, vectors, and the words about what is neither.

#include "common/files.h"
#include "message_of_text.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::message_of_text;
using testing::TemporaryFolder;

const std::string two_unknowns = R"toml([problem]
variables = ["x", "y"]
unknowns  = ["u", "v"]
domain    = { box = [0, 1] }
[[term]]
on = "interior"
residual = @
[[term]]
on = "boundary"
residual = ["u", "v"]
)toml";

std::string with_residual(const std::string& residual) {
  std::string text = two_unknowns;
  testing::replace(text, "@", residual);
  return text;
}

TEST(Equations, AreTheDifferenceOfBothSides) {
  const Problem problem = read_problem_text(
      "p.toml", with_residual(R"(["laplacian(u) == v", "laplacian(u) - v", "v_x == 1 + u"])"));
  const std::vector<Formula>& residuals = problem.terms[0].residuals;
  ASSERT_EQ(residuals.size(), 3u);
  EXPECT_EQ(residuals[0].node, residuals[1].node);
  EXPECT_EQ(residuals[0].text, "laplacian(u) == v");  // as written, for reports
  EXPECT_EQ(residuals[2].text, "v_x == 1 + u");
}

TEST(Equations, OfVectorsAreOneForEachComponent) {
  for (const char* vector : {R"("[u_x, v_y] - [v, u]")", R"("[u_x, v_y] == [v, u]")"}) {
    const Problem problem = read_problem_text("p.toml", with_residual(vector));
    const std::vector<Formula>& residuals = problem.terms[0].residuals;
    ASSERT_EQ(residuals.size(), 2u) << vector;
    Problem list = read_problem_text("p.toml", with_residual(R"(["u_x - v", "v_y - u"])"));
    expr::Graph& graph = list.graph;
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_EQ(residuals[k].component, static_cast<int>(k) + 1);
      EXPECT_EQ(expr::to_string(problem.graph, residuals[k].node, {"x", "y"}, {"u", "v"}),
                expr::to_string(graph, list.terms[0].residuals[k].node, {"x", "y"}, {"u", "v"}));
    }
  }
}

TEST(Equations, WithOneEqualsSignShowTheCorrectedLine) {
  EXPECT_EQ(message_of_text(with_residual(R"("laplacian(u) = 1")")),
            "p.toml:7:26: equality is written ==: write laplacian(u) == 1, or laplacian(u) - 1\n"
            "    residual = \"laplacian(u) = 1\"\n"
            "                             ^");
  EXPECT_EQ(message_of_text(with_residual(R"(["u", "v_x = u_y + 1"])")),
            "p.toml:7:23: equality is written ==: write v_x == u_y + 1, or v_x - (u_y + 1)\n"
            "    residual = [\"u\", \"v_x = u_y + 1\"]\n"
            "                          ^");
}

TEST(Equations, AVectorAndANumberAreNone) {
  EXPECT_NE(message_of_text(with_residual(R"("[u, v] - 1")"))
                .find("a vector of length 2 and a number cannot be added; add to each component, "
                      "[a + c, b + c]"),
            std::string::npos);
  EXPECT_EQ(
      message_of_text(with_residual(R"("[u, x]")")),
      "p.toml:7:12: term.0.residual = \"[u, x]\": the component 2 contains no unknown (known: "
      "u, v)");
}

TEST(Equations, AreForResidualsAlone) {
  std::string text = with_residual(R"(["u", "v"])");
  testing::replace(text, "residual = [\"u\", \"v\"]", "density = \"u_x^2 + v_x^2 == 1\"");
  EXPECT_NE(message_of_text(text).find("only a residual may be an equation, left == right"),
            std::string::npos);
  text = with_residual(R"(["u", "v"])") + "[solution]\nu = \"u = sin(x)\"\n";
  EXPECT_NE(message_of_text(text).find("only a residual may be an equation"), std::string::npos);
}

const std::string heat_in_tau = R"toml([problem]
variables = ["x", "tau"]
time      = "tau"
domain    = { box = [0, 1] }
[[term]]
on = "interior"
residual = "u_tau == laplacian(u)"
[[term]]
on = "@"
residual = "#"
)toml";

std::string heat_with(const std::string& on, const std::string& residual) {
  std::string text = heat_in_tau;
  testing::replace(text, "@", on);
  testing::replace(text, "#", residual);
  return text;
}

TEST(Time, MayHaveAnyName) {
  for (const char* part : {"initial", "final", "lateral"})
    EXPECT_EQ(message_of_text(heat_with(part, "u")), "") << part;
  const Problem problem = read_problem_text("p.toml", heat_with("lateral", "dn(u)"));
  EXPECT_EQ(problem.terms[1].region.patches.size(), 2u);
  EXPECT_EQ(problem.terms[1].region.patches[0].normal_axis, 0);
}

TEST(Time, ACoordinateTNeedNotBeOne) {
  std::string text = heat_with("initial", "u");
  testing::replace(text, "time      = \"tau\"", "time      = false");
  EXPECT_NE(message_of_text(text).find("unknown part 'initial' of the domain"), std::string::npos);
  EXPECT_NE(message_of_text(text).find("no coordinate is the time: name it in problem.time"),
            std::string::npos);
}

TEST(Time, ItsFacesHaveNoNormal) {
  EXPECT_EQ(message_of_text(heat_with("boundary", "u + dn(u)")),
            "p.toml:10:17: 'dn' needs the outward normal, which the faces of tau have not, which "
            "belong to this part: use on = \"lateral\", the boundary without the faces of tau\n"
            "    residual = \"u + dn(u)\"\n"
            "                    ^~");
  EXPECT_NE(message_of_text(heat_with("initial", "n_x*u"))
                .find("which the faces of tau have not: use on = \"lateral\""),
            std::string::npos);
  EXPECT_NE(message_of_text(heat_with("interior", "dn(u)")).find("is known on boundaries only"),
            std::string::npos);
}

}  // namespace
}  // namespace engd::read
