#include "automatic/stationarity.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "automatic/race.h"
#include "automatic/stated.h"
#include "solve/evaluation.h"

namespace engd::automatic {
namespace {

using testing::stated;

std::string energy(const std::string& density, const std::string& further = {}) {
  return "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }\n"
         "[[term]]\non = \"interior\"\ndensity = \"" +
         density + "\"\n" + further;
}

std::vector<std::string> conditions_of(const std::string& text) {
  const problem::Problem problem = stated(text);
  EXPECT_EQ(why_no_stationarity(problem), "");
  std::vector<std::string> names;
  for (const problem::Term& term : stationarity(problem).terms)
    names.push_back(term.name + fmt::format(" ({})", term.residuals.size()));
  return names;
}

TEST(Stationarity, HasAnEquationAndNaturalConditions) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(conditions_of(energy("norm2(grad(u))/2 - u")),
            (Names{"equation of u (1)", "natural condition of u (1)"}));
  // Nothing is natural where the unknown is given.
  EXPECT_EQ(conditions_of(energy("norm2(grad(u))/2 - u", "[hard.u]\n")),
            (Names{"equation of u (1)"}));
  EXPECT_EQ(conditions_of(energy("norm2(grad(u))/2 - u", "[hard]\nu = { on = \"x == 0\" }\n")),
            (Names{"equation of u (1)", "natural condition of u on piece 1 (1)"}));
  // Of a plate that lies on its edge the moment is zero there.
  EXPECT_EQ(conditions_of(energy("laplacian(u)^2/2 - u", "[hard.u]\n")),
            (Names{"equation of u (1)", "natural condition of u (1)"}));
  EXPECT_EQ(conditions_of(energy("laplacian(u)^2/2 - u")),
            (Names{"equation of u (1)", "natural condition of u (2)"}));
}

TEST(Stationarity, IsNotMadeOfEverything) {
  const std::string membrane = "norm2(grad(u))/2 - u";
  const auto why = [](const std::string& text) { return why_no_stationarity(stated(text)); };
  EXPECT_EQ(why(energy(membrane, "[[term]]\non = \"x < 0.5\"\ndensity = \"u\"\n")),
            "terms on a part of the domain");
  EXPECT_EQ(why(energy(membrane, "[[term]]\non = \"x == 0.5\"\ndensity = \"u\"\n")),
            "terms on a curve inside the domain");
  EXPECT_EQ(why(energy("u_xxx^2 - u")), "derivatives of a higher order");
  EXPECT_EQ(why("[problem]\nvariables = [\"x\", \"y\"]\n"
                "domain = { shape = \"disk\", radius = 1 }\n[[term]]\non = \"interior\"\n"
                "density = \"laplacian(u)^2 - u\"\n"),
            "derivatives on a curved boundary");
  EXPECT_EQ(why(energy(membrane,
                       "[[term]]\non = \"boundary\"\nresidual = \"u\"\n"
                       "weight = \"auto\"\n")),
            "weights that change while they are trained");
}

// The energies whose least values these are have natural, given and penalised conditions.
TEST(Stationarity, RanksTheNetworksOfARace) {
  const std::string text = R"toml([problem]
variables = "x"
domain = { x = [0, 1] }
[[term]]
on = "interior"
density = "u_x^2/2 + u^2/2 - (1 + pi^2)*cos(pi*x)*u"
)toml";
  const problem::Problem problem = stated(text);
  RaceOptions options;
  options.machine = {1, 1};
  options.accuracy = 1e-6;
  Race race(problem, options);
  const Outcome outcome = race.run();
  EXPECT_EQ(outcome.end, End::accuracy);
  ASSERT_TRUE(outcome.best && outcome.estimate);
  const problem::Problem known =
      stated(text + "[solution]\nu = \"cos(pi*x)\"\n", settings_of(problem, outcome.best->choice));
  solve::Level level(known);
  const double error =
      solve::make_solution_error(level, 1)->measure(outcome.best->runner->pieces()[0].theta).rel_l2;
  EXPECT_LE(error, 1e-5);
  EXPECT_GE(10 * outcome.estimate->rel_l2, error);
}

}  // namespace
}  // namespace engd::automatic
