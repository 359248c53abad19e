#include <array>

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::poisson;
using testing::replace;
using testing::TemporaryFolder;

/// The region of "on = ..." in a problem on [0, 2] x [0, 1].
geometry::Region on(const std::string& toml) {
  std::string text = poisson;
  replace(text, "[[0, 1], [0, 1]]", "[[0, 2], [0, 1]]");
  replace(text, "on = \"boundary\"", "on = " + toml);
  const TemporaryFolder folder;
  return read_problem(folder.write("p.toml", text).string()).terms[1].region;
}

TEST(Region, AnEqualityAtTheBoundaryIsAFaceWithItsNormal) {
  const geometry::Region left = on("'x == 0'"), top = on("'1 == y'");
  ASSERT_EQ(left.patches.size(), 1u);
  EXPECT_EQ(left.patches[0].normal_axis, 0);
  EXPECT_EQ(left.patches[0].normal_sign, -1);
  EXPECT_EQ(left.measure(), 1);
  EXPECT_FALSE(left.keep);
  EXPECT_EQ(top.patches[0].normal_axis, 1);
  EXPECT_EQ(top.patches[0].normal_sign, 1);
  EXPECT_EQ(top.measure(), 2);
}

TEST(Region, RoundingAtTheBoundaryIsForgiven) {
  const geometry::Region right = on("'x == 0.2*10 + 1e-15'");
  EXPECT_EQ(right.patches[0].lower[0], 2.0);
  EXPECT_TRUE(right.has_normals());
}

TEST(Region, AnEqualityInsideIsASlice) {
  const geometry::Region line = on("'x == k/4'");
  EXPECT_EQ(line.patches[0].lower[0], 0.5);
  EXPECT_EQ(line.patches[0].dimension(), 1);
  EXPECT_TRUE(line.patches[0].slice);
  EXPECT_TRUE(line.has_normals());
}

TEST(Region, InequalitiesCutTheBoxExactly) {
  const geometry::Region part = on("'x == 0 and 0.25 < y and y <= 0.75'");
  EXPECT_FALSE(part.keep);
  EXPECT_DOUBLE_EQ(part.measure(), 0.5);
  EXPECT_TRUE(part.has_normals());
  EXPECT_DOUBLE_EQ(on("'0.25 < y < 0.75'").measure(), 1.0);
  EXPECT_DOUBLE_EQ(on("'not (x <= 0.5 or y >= 0.5)'").measure(), 0.75);
}

TEST(Region, UnionsCountOnce) {
  EXPECT_DOUBLE_EQ(on("'x < 1.5 or x > 0.5'").measure(), 2.0);
  EXPECT_DOUBLE_EQ(on("'x == 0 or x == 2 or x == 0'").measure(), 2.0);
  EXPECT_DOUBLE_EQ(on("['boundary', 'x == 0', 'boundary.x']").measure(), 6.0);
}

TEST(Region, PinsAndBoundsOfOneCoordinate) {
  EXPECT_DOUBLE_EQ(on("'(x == 0 or x == 2) and x > 1'").measure(), 1.0);
  EXPECT_DOUBLE_EQ(on("'(x == 0 or x == 2) and x >= 2'").measure(), 1.0);
  EXPECT_DOUBLE_EQ(on("'(x == 0 or x == 2) and x <= 1'").measure(), 1.0);
}

TEST(Region, EdgesHaveNoNormal) {
  const geometry::Region corner = on("'x == 0 and y == 0'");
  EXPECT_EQ(corner.patches[0].dimension(), 0);
  EXPECT_FALSE(corner.has_normals());
}

TEST(Region, OtherConditionsBecomeAPredicate) {
  const geometry::Region disc = on("'x^2 + y^2 < 1 and y > 0.5'");
  ASSERT_TRUE(disc.keep);
  EXPECT_TRUE(disc.keep(std::array{0.1, 0.6}));
  EXPECT_FALSE(disc.keep(std::array{0.9, 0.9}));
  EXPECT_DOUBLE_EQ(disc.measure(), 1.0);  // of the box that is left
  EXPECT_DOUBLE_EQ(disc.patches[0].lower[1], 0.5);

  const geometry::Region split = on("'x == 0 and y + x < 0.5 or x == 2 and not (y + x < 2.5)'");
  ASSERT_TRUE(split.keep);
  EXPECT_EQ(split.patches.size(), 2u);
  EXPECT_TRUE(split.keep(std::array{0.0, 0.25}));
  EXPECT_FALSE(split.keep(std::array{0.0, 0.75}));
  EXPECT_FALSE(split.keep(std::array{2.0, 0.25}));
  EXPECT_TRUE(split.keep(std::array{2.0, 0.75}));
}

TEST(Region, ConditionsWithinParts) {
  EXPECT_DOUBLE_EQ(on("'boundary and x < 0.5'").measure(), 2.0);
  EXPECT_DOUBLE_EQ(on("'boundary.top and 0.5 < x < 1'").measure(), 0.5);
  EXPECT_TRUE(on("'boundary and x < 0.5'").has_normals());
}

}  // namespace
}  // namespace engd::read
