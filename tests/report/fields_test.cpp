#include "report/fields.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/contains.h"
#include "common/temporary_folder.h"

namespace engd::report {
namespace {

using testing::contains;

TEST(FieldsTest, UnknownsWithAndWithoutASolution) {
  const std::vector<formats::PointArray> arrays{
      {"u", {1}, 1}, {"exact_u", {2}, 1}, {"error_u", {-1}, 1}, {"v", {3}, 1}};
  const auto views = views_of(arrays);
  ASSERT_EQ(views.size(), 2u);
  EXPECT_EQ(views[0].error, &arrays[2]);
  EXPECT_EQ(views[1].value, &arrays[3]);
  EXPECT_EQ(views[1].exact, nullptr);
}

TEST(FieldsTest, InThreeDimensionsTheMiddlePlane) {
  formats::SampledField field{{{0, 0, 0}, {1, 1, 1}, {2, 2, 3}}, {{"u", {}, 1}}};
  for (int k = 0; k < 12; ++k) field.arrays[0].values.push_back(k);
  const formats::SampledField plane = shown_part(field);
  EXPECT_EQ(plane.grid.count, (std::vector<int>{2, 2}));
  EXPECT_EQ(plane.grid.upper.size(), 2u);
  EXPECT_EQ(plane.arrays[0].values, (std::vector<double>{4, 5, 6, 7}));
}

TEST(FieldsTest, ErrorsAreInUnitsOfAPowerOfTen) {
  const formats::ImageGrid line{{0}, {1}, {3}};
  const std::vector<formats::PointArray> arrays{
      {"u_1", {0, 1, 0}, 1}, {"exact_u_1", {0, 1, 0}, 1}, {"error_u_1", {0, -3e-7, 2e-7}, 1}};
  const auto views = views_of(arrays);
  const Picture picture = error_picture("e", line, views[0], {"x"});
  EXPECT_TRUE(contains(picture.script, "u\\_1 − exact (10^{-7})")) << picture.script;
  EXPECT_TRUE(contains(picture.script, "\n0.5 1 1 -3\n")) << picture.script;
  EXPECT_EQ(largest(arrays[2]), 3e-7);
}

TEST(FieldsTest, NothingWhereNothingIsFinite) {
  const formats::ImageGrid line{{0}, {1}, {2}};
  const std::vector<formats::PointArray> arrays{{"u", {NAN, INFINITY}, 1}};
  EXPECT_EQ(value_picture("v", line, views_of(arrays)[0], {"x"}).script, "");
  EXPECT_EQ(largest(arrays[0]), 0);
}

TEST(FieldsTest, GnuplotDrawsCurvesAndMaps) {
  if (std::system("command -v gnuplot >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "gnuplot is not installed";
  const testing::TemporaryFolder folder;
  const formats::ImageGrid line{{0}, {1}, {3}}, square{{0, 0}, {1, 2}, {3, 2}};
  const std::vector<formats::PointArray> curve{
      {"u", {0, NAN, 1}, 1}, {"exact_u", {0, 1, 1}, 1}, {"error_u", {0, 0, 0}, 1}},
      map{{"w", {1, 1, 1, 1, 1, 1}, 1}}, constant{{"c", {0, 0, 0, 0, 0, 0}, 1}},
      error{{"u", {0, 1, 2, 3, 4, 5}, 1},
            {"exact_u", {0, 1, 2, 3, 4, 5}, 1},
            {"error_u", {0, 0, 0, 0, 0, 0}, 1}};
  const std::vector<Picture> pictures{value_picture("a", line, views_of(curve)[0], {"x_1"}),
                                      error_picture("b", line, views_of(curve)[0], {"x_1"}),
                                      value_picture("c", square, views_of(map)[0], {"x", "y"}),
                                      value_picture("d", square, views_of(constant)[0], {"x", "y"}),
                                      error_picture("e", square, views_of(error)[0], {"x", "y"}),
                                      normed_map("f", square, map[0], {"x", "y"})};
  ASSERT_TRUE(draw(pictures, folder.path()));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_GT(entry.file_size(), 2000u) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, pictures.size()) << "nothing temporary stays";
}

}  // namespace
}  // namespace engd::report
