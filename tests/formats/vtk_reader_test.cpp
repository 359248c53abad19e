// solution.vti and solution.vtu are read back as they were written, and damage is found.
#include <cmath>
#include <numeric>

#include "common/files.h"
#include "formats/base64.h"
#include "formats/vtk.h"

namespace engd::formats {
namespace {

using testing::contents;
using testing::input_error_of;
using testing::replace;
using testing::TemporaryFolder;

PointArray numbered(const std::string& name, std::int64_t count) {
  PointArray array{name, std::vector<double>(static_cast<std::size_t>(count)), 1};
  std::iota(array.values.begin(), array.values.end(), 0.5);
  return array;
}

/// A plane of 3 x 2 points as the slice of a problem in more dimensions.
void write_plane(const std::filesystem::path& path) {
  const std::vector<double> places{0, 1, 2, 0, 1, 2, 5, 5, 5, 7, 7, 7};
  write_vtu(path, 2, places, std::vector{numbered("u", 6)});
}

TEST(VtkReader, GridsInOneToThreeDimensions) {
  const TemporaryFolder folder;
  for (const ImageGrid& grid : {ImageGrid{{-1}, {1}, {5}}, ImageGrid{{0, -2}, {1, 3}, {4, 3}},
                                ImageGrid{{0, 1, 2}, {1, 2, 4}, {2, 3, 4}}}) {
    const std::vector<PointArray> arrays{numbered("u", grid.points()),
                                         numbered("exact_u", grid.points())};
    write_vti(folder.path() / "a.vti", grid, arrays);
    const SampledField field = read_vti(folder.path() / "a.vti");
    EXPECT_EQ(field.grid.count, grid.count);
    ASSERT_EQ(field.arrays.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_EQ(field.arrays[k].name, arrays[k].name);
      EXPECT_EQ(field.arrays[k].values, arrays[k].values);
    }
    for (std::size_t j = 0; j < grid.count.size(); ++j) {
      EXPECT_EQ(field.grid.lower[j], grid.lower[j]);
      EXPECT_NEAR(field.grid.upper[j], grid.upper[j], 1e-15 * 4);  // rounding of the spacing
    }
  }
}

/// Points outside a shape are blanked by an array of VTK's own, which is none of the values.
TEST(VtkReader, BlankedPoints) {
  const TemporaryFolder folder;
  const ImageGrid grid{{0, 0}, {1, 1}, {3, 2}};
  const std::vector<bool> outside{true, false, true, false, false, true};
  write_vti(folder.path() / "a.vti", grid, std::vector{numbered("u", 6)}, outside);
  const SampledField field = read_vti(folder.path() / "a.vti");
  ASSERT_EQ(field.arrays.size(), 1u);
  EXPECT_EQ(field.arrays[0].values, numbered("u", 6).values);
  EXPECT_THROW(write_vti(folder.path() / "b.vti", grid, std::vector{numbered("u", 6)}, {true}),
               std::invalid_argument);
}

TEST(VtkReader, PlanesOfPoints) {
  const TemporaryFolder folder;
  write_plane(folder.path() / "a.vtu");
  const SampledField field = read_planar_vtu(folder.path() / "a.vtu");
  EXPECT_EQ(field.grid.count, (std::vector<int>{3, 2}));
  EXPECT_EQ(field.grid.lower, (std::vector<double>{0, 5}));
  EXPECT_EQ(field.grid.upper, (std::vector<double>{2, 7}));
  EXPECT_EQ(field.arrays[0].values, numbered("u", 6).values);
}

class DamagedVtk : public ::testing::Test {
 protected:
  DamagedVtk() {
    write_vti(folder.path() / "good.vti", {{0, 0}, {1, 1}, {3, 2}}, std::vector{numbered("u", 6)});
    write_plane(folder.path() / "good.vtu");
  }
  std::string vti(const std::string& from, const std::string& to) const {
    std::string text = contents(folder.path() / "good.vti");
    replace(text, from, to);
    const auto path = folder.write("bad.vti", text);
    return input_error_of([&] { read_vti(path); });
  }
  std::string vtu(const std::vector<double>& places) const {
    write_vtu(folder.path() / "bad.vtu", 2, places,
              std::vector{numbered("u", std::ssize(places) / 2)});
    return input_error_of([&] { read_planar_vtu(folder.path() / "bad.vtu"); });
  }
  const TemporaryFolder folder;
  const std::string start =
      (folder.path() / "bad.vti").string() + ": is damaged or not a file of engd: ";
};

TEST_F(DamagedVtk, IsRefused) {
  EXPECT_EQ(vti(" WholeExtent=", " Extend="), start + "no ' WholeExtent=\"'");
  EXPECT_EQ(vti("0 2 0 1 0 0", "0 2 0 1"), start + "WholeExtent is not 6 numbers");
  EXPECT_EQ(vti("0 2 0 1 0 0", "0 2 0 x 0 0"), start + "WholeExtent is not 6 numbers");
  EXPECT_EQ(vti("0 2 0 1 0 0", "0 -2 0 1 0 0"), start + "sizes that make no grid");
  EXPECT_EQ(vti("0 2 0 1 0 0", "0 nan 0 1 0 0"), start + "sizes that make no grid");
  EXPECT_EQ(vti("0 2 0 1 0 0", "0 3 0 1 0 0"), start + "u has 6 values for 8 points");
  EXPECT_EQ(vti("</PointData>", ""), start + "no '<PointData'");
  EXPECT_EQ(vti("<DataArray ", "<OtherArray "), start + "no values");
  EXPECT_EQ(vti("AAAA", "A*AA"), start + "the values of u are not whole");
  EXPECT_EQ(vti("AAAA", "AAAAAAAA"), start + "the values of u are not whole");
}

TEST_F(DamagedVtk, PointsThatMakeNoPlane) {
  const std::string begin =
      (folder.path() / "bad.vtu").string() + ": is damaged or not a file of engd: ";
  EXPECT_EQ(vtu({0, 1, 2, 5, 5, 5}), begin + "points that make no grid");              // one line
  EXPECT_EQ(vtu({0, 1, 2, 5, 6, 7}), begin + "points that make no grid");              // a diagonal
  EXPECT_EQ(vtu({0, 1, 2, 0, 1, 5, 5, 5, 6, 6}), begin + "points that make no grid");  // incomplete
  EXPECT_EQ(vtu({}), begin + "no points");
}

TEST(Base64, ComesBack) {
  for (const std::string text : {"", "a", "ab", "abc", "abcd\xFF\x00\x80"}) {
    const auto bytes = std::as_bytes(std::span(text));
    const auto found = from_base64(base64(bytes));
    ASSERT_TRUE(found);
    EXPECT_TRUE(std::equal(found->begin(), found->end(), bytes.begin(), bytes.end())) << text;
  }
  for (const char* wrong : {"a", "abc", "ab=c", "a===", "====", "ab=cabcd", "ab d"})
    EXPECT_FALSE(from_base64(wrong)) << wrong;
}

}  // namespace
}  // namespace engd::formats
