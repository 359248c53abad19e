#include "formats/vtk.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <regex>

#include "common/files.h"
#include "formats/base64.h"

namespace engd::formats {
namespace {

namespace fs = std::filesystem;
using testing::contents;
using testing::TemporaryFolder;

std::string decoded(const std::string& text) {
  static const std::string digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int have = 0;
  for (char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) continue;
    bits = (bits << 6) | static_cast<std::uint32_t>(digit);
    have += 6;
    if (have >= 8) bytes += static_cast<char>((bits >> (have -= 8)) & 0xFF);
  }
  return bytes;
}

/// The values of a DataArray: base64 of a UInt64 number of bytes, then base64 of the bytes.
template <typename T>
std::vector<T> data_array(const std::string& xml, const std::string& name) {
  const std::size_t tag = xml.find("Name=\"" + name + "\"");
  if (tag == std::string::npos) return {};
  const std::size_t begin = xml.find(">\n", tag) + 2;
  const std::string text = xml.substr(begin, xml.find("\n<", begin) - begin);
  const std::string header = decoded(text.substr(0, 12));  // 8 bytes are 12 digits with padding
  const std::string body = decoded(text.substr(12));
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, header.data(), 8);
  EXPECT_EQ(header.size(), 8u);
  EXPECT_EQ(bytes, body.size());
  std::vector<T> values(body.size() / sizeof(T));
  std::memcpy(values.data(), body.data(), values.size() * sizeof(T));
  return values;
}

std::string attribute(const std::string& xml, const std::string& name) {
  std::smatch match;
  return std::regex_search(xml, match, std::regex(name + "=\"([^\"]*)\"")) ? match[1].str() : "";
}

bool have_vtk() {
  static const bool found =
      std::system("/usr/bin/python3 -c 'import vtkmodules.vtkIOXML' 2>/dev/null") == 0;
  return found;
}

/// Runs a script on a file with Debian's VTK; true when the script's assertions hold.
bool accepted_by_vtk(const TemporaryFolder& base, const fs::path& file, const std::string& script) {
  const fs::path path = base.write("read.py", "import sys\n" + script);
  return std::system(("/usr/bin/python3 " + path.string() + " " + file.string()).c_str()) == 0;
}

/// f = x + 10 y + 100 z at every point of a grid, the first coordinate fastest.
std::vector<double> linear_function(const ImageGrid& grid) {
  std::vector<double> values;
  const int d = static_cast<int>(grid.count.size());
  const auto n = [&](int j) { return j < d ? grid.count[static_cast<std::size_t>(j)] : 1; };
  const auto x = [&](int j, int i) {
    const auto k = static_cast<std::size_t>(j);
    return j < d ? grid.lower[k] + i * (grid.upper[k] - grid.lower[k]) / (grid.count[k] - 1) : 0.0;
  };
  for (int c = 0; c < n(2); ++c)
    for (int b = 0; b < n(1); ++b)
      for (int a = 0; a < n(0); ++a) values.push_back(x(0, a) + 10 * x(1, b) + 100 * x(2, c));
  return values;
}

TEST(Base64, KnownValues) {
  const auto encoded = [](std::string_view text) {
    return base64(std::as_bytes(std::span(text.data(), text.size())));
  };
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
  EXPECT_EQ(encoded("\xff\xfe\xfd"), "//79");
}

class Image : public ::testing::TestWithParam<ImageGrid> {};

TEST_P(Image, IsReadBack) {
  const TemporaryFolder base;
  const ImageGrid grid = GetParam();
  const std::vector<double> u = linear_function(grid);
  std::vector<double> error(u.size(), std::nan(""));
  const fs::path file = base.path() / "solution.vti";
  write_vti(file, grid, std::vector<PointArray>{{"u", u, 1}, {"a <b> & \"c\"", error, 1}});

  const std::string xml = contents(file);
  EXPECT_EQ(attribute(xml, "type"), "ImageData");
  EXPECT_EQ(attribute(xml, "header_type"), "UInt64");
  EXPECT_EQ(attribute(xml, "WholeExtent"), attribute(xml, "Extent"));
  EXPECT_EQ(data_array<double>(xml, "u"), u);
  EXPECT_EQ(data_array<double>(xml, "a &lt;b&gt; &amp; &quot;c&quot;").size(), u.size());

  if (!have_vtk()) GTEST_SKIP() << "no VTK here: only the own parse was checked";
  EXPECT_TRUE(accepted_by_vtk(base, file, R"(
from vtkmodules.vtkIOXML import vtkXMLImageDataReader
r = vtkXMLImageDataReader(); r.SetFileName(sys.argv[1]); r.Update()
g = r.GetOutput(); a = g.GetPointData().GetArray("u")
assert g.GetNumberOfPoints() == a.GetNumberOfTuples() > 0
for q in range(g.GetNumberOfPoints()):
    x, y, z = g.GetPoint(q)
    assert abs(a.GetValue(q) - (x + 10*y + 100*z)) < 1e-12, (q, x, y, z, a.GetValue(q))
assert g.GetPointData().GetScalars().GetName() == "u"
assert g.GetPointData().GetArray('a <b> & "c"') is not None
)"));
}

INSTANTIATE_TEST_SUITE_P(Dimensions, Image,
                         ::testing::Values(ImageGrid{{-1}, {2}, {7}},
                                           ImageGrid{{0, -1}, {1, 3}, {5, 4}},
                                           ImageGrid{{0, 1, 2}, {1, 2, 5}, {2, 3, 4}}));

class Cloud : public ::testing::TestWithParam<int> {};

TEST_P(Cloud, IsReadBack) {
  const TemporaryFolder base;
  const int d = GetParam();
  const std::size_t n = 11;
  std::vector<double> coordinates, u(n, 0.0), vectors;
  for (int j = 0; j < d; ++j) {
    for (std::size_t q = 0; q < n; ++q) {
      const double x = std::sin(1.0 + static_cast<double>(q) + 20.0 * j);
      coordinates.push_back(x);
      u[q] += std::pow(10.0, j) * x;
    }
  }
  for (std::size_t q = 0; q < n; ++q) vectors.insert(vectors.end(), {u[q], 2 * u[q], 3 * u[q]});
  const fs::path file = base.path() / "solution.vtu";
  write_vtu(file, d, coordinates, std::vector<PointArray>{{"u", u, 1}, {"gradient", vectors, 3}});

  const std::string xml = contents(file);
  EXPECT_EQ(attribute(xml, "NumberOfPoints"), "11");
  EXPECT_EQ(data_array<double>(xml, "u"), u);
  const std::vector<double> positions = data_array<double>(xml, "Points");
  ASSERT_EQ(positions.size(), 3 * n);
  for (std::size_t q = 0; q < n; ++q) {
    for (std::size_t j = 0; j < 3; ++j) {
      const double x = j < static_cast<std::size_t>(d) ? coordinates[j * n + q] : 0.0;
      EXPECT_EQ(positions[3 * q + j], x);
    }
  }
  EXPECT_EQ(data_array<std::int64_t>(xml, "offsets").back(), 11);
  EXPECT_EQ(data_array<std::uint8_t>(xml, "types"), std::vector<std::uint8_t>(n, 1));

  if (!have_vtk()) GTEST_SKIP() << "no VTK here: only the own parse was checked";
  EXPECT_TRUE(accepted_by_vtk(base, file, R"(
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader
r = vtkXMLUnstructuredGridReader(); r.SetFileName(sys.argv[1]); r.Update()
g = r.GetOutput(); a = g.GetPointData().GetArray("u"); v = g.GetPointData().GetArray("gradient")
assert g.GetNumberOfPoints() == g.GetNumberOfCells() == 11
assert v.GetNumberOfComponents() == 3
for q in range(11):
    x, y, z = g.GetPoint(q)
    assert abs(a.GetValue(q) - (x + 10*y + 100*z)) < 1e-12
    assert v.GetTuple3(q)[2] == 3*a.GetValue(q)
    assert g.GetCell(q).GetPointId(0) == q
)"));
}

INSTANTIATE_TEST_SUITE_P(Dimensions, Cloud, ::testing::Values(1, 2, 3));

TEST(Vtk, CellsJoinPoints) {
  const TemporaryFolder base;
  const fs::path file = base.path() / "solution.vtu";
  const std::vector<double> square{0, 1, 1, 0, 0, 0, 1, 1};
  write_vtu(file, 2, square, {}, Cells{{0, 1, 2, 0, 2, 3}, {3, 6}, {5, 5}});
  const std::string xml = contents(file);
  EXPECT_EQ(attribute(xml, "NumberOfCells"), "2");
  EXPECT_EQ(data_array<std::int64_t>(xml, "connectivity"),
            (std::vector<std::int64_t>{0, 1, 2, 0, 2, 3}));
  if (!have_vtk()) GTEST_SKIP() << "no VTK here: only the own parse was checked";
  EXPECT_TRUE(accepted_by_vtk(base, file, R"(
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader
r = vtkXMLUnstructuredGridReader(); r.SetFileName(sys.argv[1]); r.Update()
g = r.GetOutput()
assert g.GetNumberOfCells() == 2 and abs(sum(g.GetCell(k).ComputeArea() for k in range(2)) - 1) < 1e-15
)"));
}

TEST(Vtk, SizesThatDoNotMatchAreRefused) {
  const TemporaryFolder base;
  const fs::path file = base.path() / "x";
  using Arrays = std::vector<PointArray>;
  const ImageGrid line{{0}, {1}, {3}};
  EXPECT_THROW(write_vti(file, line, Arrays{{"u", {1, 2}, 1}}), std::invalid_argument);
  EXPECT_THROW(write_vti(file, {{0}, {1}, {1}}, {}), std::invalid_argument);
  EXPECT_THROW(write_vti(file, {{0}, {}, {3}}, {}), std::invalid_argument);
  EXPECT_THROW(write_vti(file, {{}, {}, {}}, {}), std::invalid_argument);
  EXPECT_THROW(write_vti(file, {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}}, {}),
               std::invalid_argument);
  const std::vector<double> two{0, 1};
  EXPECT_THROW(write_vtu(file, 4, two, {}), std::invalid_argument);
  EXPECT_THROW(write_vtu(file, 3, two, {}), std::invalid_argument);
  EXPECT_THROW(write_vtu(file, 1, two, Arrays{{"u", {1}, 1}}), std::invalid_argument);
  EXPECT_THROW(write_vtu(file, 1, two, {}, Cells{{0, 2}, {2}, {3}}), std::invalid_argument);
  EXPECT_THROW(write_vtu(file, 1, two, {}, Cells{{0, 1}, {1}, {3}}), std::invalid_argument);
  EXPECT_FALSE(fs::exists(file));
}

TEST(Vtk, AFileThatCannotBeWritten) {
  const TemporaryFolder base;
  EXPECT_THROW(write_vti(base.path() / "no/x.vti", {{0}, {1}, {3}}, {}), std::runtime_error);
  const testing::FullDisk full(100);
  EXPECT_THROW(write_vti(base.path() / "x.vti", {{0}, {1}, {3}}, {}), std::runtime_error);
}

TEST(Vtk, BlankedPointsAreMarkedAsHidden) {
  const TemporaryFolder folder;
  const ImageGrid grid{{0}, {1}, {3}};
  write_vti(folder.path() / "a.vti", grid, std::vector{PointArray{"u", {1, 2, 3}, 1}},
            {false, true, false});
  EXPECT_EQ(data_array<std::uint8_t>(contents(folder.path() / "a.vti"), "vtkGhostType"),
            (std::vector<std::uint8_t>{0, 2, 0}));
  write_vti(folder.path() / "b.vti", grid, std::vector{PointArray{"u", {1, 2, 3}, 1}});
  EXPECT_EQ(contents(folder.path() / "b.vti").find("vtkGhostType"), std::string::npos);
}

}  // namespace
}  // namespace engd::formats
