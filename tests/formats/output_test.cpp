// Files that are written piece by piece.
#include <gtest/gtest.h>

#include <cstdlib>

#include "common/contains.h"
#include "common/files.h"
#include "formats/hdf5_table.h"
#include "formats/vtk_stream.h"

namespace engd::formats {
namespace {

using testing::contains;
using testing::FullDisk;
using testing::TemporaryFolder;

std::string failure_of(const auto& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFileTest, AppearsWholeOrNotAtAll) {
  const TemporaryFolder folder;
  folder.write("a.txt", "before");
  {
    OutputFile file(folder / "a.txt");
    file.write("half");
    EXPECT_EQ(testing::contents(folder / "a.txt"), "before");
  }
  EXPECT_EQ(testing::contents(folder / "a.txt"), "before");
  EXPECT_FALSE(std::filesystem::exists(folder / ".a.txt.part"));
  OutputFile file(folder / "a.txt");
  file.write("....");
  file.write(" end");
  file.write_at(1, "mid");
  EXPECT_EQ(file.size(), 8u);
  file.publish();
  EXPECT_EQ(testing::contents(folder / "a.txt"), ".mid end");
}

TEST(OutputFileTest, WhatCannotBeWrittenIsTold) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "d.csv");
  EXPECT_TRUE(contains(failure_of([&] { OutputFile(folder / "none/a.csv"); }),
                       "none/a.csv': No such file or directory"));
  EXPECT_TRUE(contains(failure_of([&] { OutputFile(folder / "d.csv"); }), "Is a directory"));
  const FullDisk disk(1 << 12);
  OutputFile file(folder / "a.csv");
  EXPECT_TRUE(contains(failure_of([&] { file.reserve(1 << 20); }), "a.csv': File too large"));
  EXPECT_TRUE(
      contains(failure_of([&] { file.write(std::string(1 << 13, 'a')); }), "File too large"));
}

/// Runs a script of Python; false where modules are missing.
bool has_module(const std::string& name) {
  return std::system(("/usr/bin/python3 -c 'import " + name + "' 2>/dev/null").c_str()) == 0;
}
int run_python(const TemporaryFolder& folder, const std::string& script) {
  folder.write("check.py", script);
  return std::system(("cd '" + folder.path().string() + "' && /usr/bin/python3 check.py").c_str());
}

TEST(VtkStreamTest, VtkReadsImagesAndClouds) {
  const TemporaryFolder folder;
  const std::vector<double> values{0, 1, 2, 3, 4, 5}, other{5, 4, 3, 2, 1, 0};
  const std::vector<std::uint8_t> hidden{0, 1, 0, 0, 0, 1};
  VtkStream image(folder / "a.vti", {{-1, 0}, {1, 2}, {3, 2}}, {"u", "max(u, v) < \"1\" & 2"});
  VtkStream cloud(folder / "a.vtu", 6, {"u"});
  for (const std::int64_t first : {0, 3}) {
    const auto at = static_cast<std::size_t>(first);
    for (VtkStream* file : {&image, &cloud}) {
      file->write_values(0, first, std::span(values).subspan(at, 3));
      file->write_hidden(first, std::span(hidden).subspan(at, 3));
    }
    image.write_values(1, first, std::span(other).subspan(at, 3));
    const double x = static_cast<double>(first);
    cloud.write_positions(first, std::vector<double>{x, 1, 2, x + 1, 1, 2, x + 2, 1, 2});
  }
  image.finish();
  cloud.finish();
  if (!has_module("vtkmodules.vtkIOXML")) GTEST_SKIP() << "VTK is not installed";
  EXPECT_EQ(run_python(folder, R"python(
from vtkmodules.vtkIOXML import vtkXMLImageDataReader, vtkXMLUnstructuredGridReader
def read(reader, name):
    reader.SetFileName(name)
    reader.Update()
    return reader.GetOutput()
image, cloud = read(vtkXMLImageDataReader(), 'a.vti'), read(vtkXMLUnstructuredGridReader(), 'a.vtu')
assert image.GetDimensions() == (3, 2, 1) and image.GetSpacing()[:2] == (1, 2) and image.GetOrigin()[0] == -1
for grid in image, cloud:
    data = grid.GetPointData()
    assert [data.GetArray('u').GetValue(k) for k in range(6)] == [0, 1, 2, 3, 4, 5]
    assert [data.GetArray('vtkGhostType').GetValue(k) for k in range(6)] == [0, 2, 0, 0, 0, 2]
assert image.GetPointData().GetArray('max(u, v) < "1" & 2').GetValue(1) == 4
assert cloud.GetNumberOfCells() == 6 and cloud.GetCell(5).GetPointId(0) == 5 and cloud.GetCellType(3) == 1
assert cloud.GetPoint(4) == (4, 1, 2)
)python"),
            0);
}

TEST(Hdf5TableTest, H5pyReadsIt) {
  const TemporaryFolder folder;
  Hdf5Table table(folder / "a.h5", 3, {"x", "y"}, {"u", "u/2", "v"});
  table.write(2, std::vector<double>{5, 6}, std::vector<double>{7, 8, 9});
  table.write(0, std::vector<double>{1, 2, 3, 4}, std::vector<double>{1, 2, 3, 4, 5, 6});
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5"));
  table.finish();
  Hdf5Table(folder / "none.h5", 0, {"x"}, {"u"}).finish();
  if (!has_module("h5py")) GTEST_SKIP() << "h5py is not installed";
  EXPECT_EQ(run_python(folder, R"python(
import h5py
f = h5py.File('a.h5')
assert f['points'][:].tolist() == [[1, 2], [3, 4], [5, 6]]
assert f['values'][:].tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
assert [t.decode() for t in f['variables']] == ['x', 'y'] and f['formulas'][1] == b'u/2'
assert h5py.File('none.h5')['values'].shape == (0, 1)
)python"),
            0);
}

TEST(Hdf5TableTest, AFullDiskIsTold) {
  const TemporaryFolder folder;
  const FullDisk disk(1 << 20);
  EXPECT_TRUE(contains(failure_of([&] { Hdf5Table(folder / "a.h5", 1'000'000, {"x"}, {"u"}); }),
                       "cannot write"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_TRUE(contains(failure_of([&] { VtkStream(folder / "a.vtu", 1'000'000, {"u"}); }),
                       "File too large"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace engd::formats
