#include "automatic/wanted.h"

#include <gtest/gtest.h>

#include "automatic/stated.h"

namespace engd::automatic {
namespace {

using testing::oscillator;
using testing::stated;

bool wanted(const std::vector<std::string>& overrides) {
  return is_wanted(stated(oscillator, overrides));
}

const std::string network = "network.layers=[5]", method = "optimizer.method=multistep";

TEST(Wanted, IsTheDefaultWhereNetworkOrMethodIsOpen) {
  EXPECT_TRUE(wanted({}));
  EXPECT_TRUE(wanted({network}));
  EXPECT_TRUE(wanted({method}));
  EXPECT_TRUE(wanted({"term.0.points=20", "term.0.weight=3"}));
  EXPECT_FALSE(wanted({network, method}));
}

TEST(Wanted, IsNotWhereTheFileSaysHow) {
  EXPECT_FALSE(wanted({"optimizer.iterations=3"}));
  EXPECT_FALSE(wanted({"optimizer.iterations={adam=3}"}));
  EXPECT_FALSE(wanted({"problem.windows=2"}));
  EXPECT_TRUE(wanted({"problem.windows=1"}));
  EXPECT_FALSE(wanted({"network=[{},{}]"}));
  EXPECT_TRUE(wanted({"network=[{}]"}));
  EXPECT_FALSE(wanted({"optimizer=[{method=\"adam\"},{method=\"bfgs\"}]"}));
  EXPECT_TRUE(wanted({"optimizer=[{method=\"adam\"}]"}));
}

TEST(Wanted, IsWhatTheFileSays) {
  for (const std::string& fixed :
       {network, std::string("optimizer.iterations=3"), std::string("problem.windows=2"),
        std::string("network=[{},{}]")}) {
    EXPECT_TRUE(wanted({fixed, method, "problem.automatic=true"})) << fixed;
    EXPECT_TRUE(wanted({fixed, method, "problem.automatic={accuracy=1e-3}"})) << fixed;
  }
  EXPECT_FALSE(wanted({"problem.automatic=false"}));
}

TEST(Wanted, KnowsWhatIsNotRaced) {
  EXPECT_EQ(why_no_race(stated(oscillator)), "");
  EXPECT_NE(why_no_race(stated(oscillator, {"problem.windows=2"})), "");
  EXPECT_NE(why_no_race(stated(oscillator, {"network=[{},{}]"})), "");
}

}  // namespace
}  // namespace engd::automatic
