#include "geometry/csv_points.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "expect_input_error.h"
#include "formats/csv_reader.h"

namespace engd::geometry {
namespace {

const Box square{{0, 0}, {1, 2}};
const std::vector<std::string> names{"x", "y"};

class CsvPoints : public testing::Test {
 protected:
  CsvPoints() { std::filesystem::create_directories(folder_); }
  ~CsvPoints() override { std::filesystem::remove_all(folder_); }

  std::string file() const { return (folder_ / "points.csv").string(); }
  void write(std::string_view text) const {
    std::ofstream(file(), std::ios::binary).write(text.data(), std::ssize(text));
  }
  PointSet read(std::string_view text, const Region& region = interior_of(square)) const {
    write(text);
    return place_points({PointRule::Kind::file, {}, file(), 0}, region, {}, names);
  }
  void fails(std::string_view text, const std::string& message,
             const Region& region = interior_of(square)) const {
    expect_input_error([&] { read(text, region); }, file() + ":" + message);
  }

  std::filesystem::path folder_ = std::filesystem::temp_directory_path() /
                                  ("engd_csv_" + std::to_string(getpid()) + "_" +
                                   testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CsvPoints, ColumnsInAnyOrder) {
  const PointSet set = read("y,x\n0.25,1\n1.5e0, 0.5 \n");
  ASSERT_EQ(set.count, 2);
  EXPECT_EQ(set.coordinates, (std::vector<double>{1, 0.5, 0.25, 1.5}));
  EXPECT_EQ(set.weights, (std::vector<double>{1, 1}));  // area 2, two points
  EXPECT_TRUE(set.normals.empty());
}

TEST_F(CsvPoints, WeightsAndNormals) {
  const PointSet set = read("x,y,weight,n_y,n_x\n0.5,1,3,0.8,0.6\n0.25,0.5,0,-1,0\n");
  EXPECT_EQ(set.weights, (std::vector<double>{3, 0}));
  EXPECT_EQ(set.normals, (std::vector<double>{0.6, 0, 0.8, -1}));
}

TEST_F(CsvPoints, NormalsOfTheFacesWhenTheFileHasNone) {
  const PointSet set = read("x,y\n0,1\n1,0.5\n0.5,2\n", boundary_of(square));
  EXPECT_EQ(set.normals, (std::vector<double>{-1, 1, 0, 0, 0, 1}));
  EXPECT_DOUBLE_EQ(set.measure(), 6);
}

TEST_F(CsvPoints, MeasureOfWhatIsKept) {
  Region disc = interior_of(square);
  disc.keep = [](std::span<const double> x) { return x[0] * x[0] + x[1] * x[1] < 1; };
  EXPECT_NEAR(read("x,y\n0.5,0.5\n0.1,0.1\n", disc).measure(), std::numbers::pi / 4, 5e-3);
  fails("x,y\n0.5,0.5\n0.9,0.9\n", "3: the point (0.9, 0.9) is not in the region", disc);
}

TEST_F(CsvPoints, HowFilesComeFromOtherPrograms) {
  const PointSet set =
      read("\xEF\xBB\xBF# made elsewhere\r\n\"x\", \"y\"\r\n\r\n+0.5,1\r\n  # more\r\n.25,0");
  EXPECT_EQ(set.coordinates, (std::vector<double>{0.5, 0.25, 1, 0}));
}

TEST_F(CsvPoints, HeaderMistakes) {
  fails("x,z\n", "1: unknown column 'z'; known: x, y, weight, n_x, n_y");
  fails("\n\nx\n1\n", "3: missing column 'y'");
  fails("x,y,x\n", "1: column 'x' occurs twice");
  fails("x,y,n_x\n", "1: missing column 'n_y'");
  fails("x,y,\n", "1: unknown column ''");
  fails("", "1: the file is empty");
  fails("# nothing\n\n", "2: the file is empty");
  fails("x,y\n", "1: no points");
}

TEST_F(CsvPoints, RowMistakes) {
  fails("x,y\n0,0\n0.5,oops\n", "3:5: 'oops' is not a number");
  fails("x,y\n0,\n", "2:3: '' is not a number");
  fails("x,y\n0,1 2\n", "2:3: '1 2' is not a number");
  fails("x,y\n0,0x1p-1\n", "2:3: '0x1p-1' is not a number");
  fails("x,y\n0,1e999\n", "2:3: '1e999' is not a number");
  fails("x,y\n0,nan\n", "2:3: 'nan' is not finite");
  fails("x,y\n-inf,0\n", "2:1: '-inf' is not finite");
  fails("x,y\n0\n", "2:2: the row ends with 1 values under 2 columns");
  fails("x,y\n0,0,0\n", "2:6: the row ends with 3 values under 2 columns");
  fails("x,y\n0.5,2.001\n", "2: the point (0.5, 2.001) is not in the region");
  fails("x,y\n0.5,0.5\n", "2: the point (0.5, 0.5) is not in the region", boundary_of(square));
  fails("x,y,weight\n0,0,-1\n", "2: the weight -1 is negative");
  fails("x,y,weight\n0,0,0\n", " the weights add up to 0");
  fails("x,y,n_x,n_y\n0,0,1,1\n", "2: the normal (1, 1) has length 1.41");
}

TEST_F(CsvPoints, HostileFiles) {
  fails(std::string_view("x,y\n0,\0\n", 8), "2: not a text file");
  fails(
      "\x7f"
      "ELF\x01\x02",
      "1: not a text file");
  fails("x,y\n" + std::string(formats::CsvReader::max_line + 1, '1') + "\n",
        "2: the line is longer than");
  fails(std::string(3 * formats::CsvReader::max_line, ','), "1: the line is longer than");
  // Long, but not too long: the message shows its beginning.
  fails("x,y\n0," + std::string(formats::CsvReader::max_line - 10, 'z') + "\n",
        "2:3: '" + std::string(40, 'z') + "...' is not a number");
  fails(std::string(1000, ','), "1: unknown column ''");
  std::filesystem::resize_file(file(), formats::CsvReader::max_file + 1);  // a hole: takes no space
  expect_input_error([&] { formats::CsvReader reader(file()); }, "has at most 1073741824 bytes");
}

TEST_F(CsvPoints, WhatIsNoFile) {
  const auto place = [](const std::string& path) {
    place_points({PointRule::Kind::file, {}, path, 0}, interior_of(square), {}, names);
  };
  expect_input_error([&] { place(file()); }, file() + ": there is no such file");
  expect_input_error([&] { place(folder_.string()); }, "not a file of points");
  expect_input_error([&] { place("/dev/zero"); }, "not a file of points");
  expect_input_error([&] { place(""); }, "there is no such file");
  expect_input_error([&] { place(std::string(5000, 'a')); }, "there is no such file");
}

TEST_F(CsvPoints, UnreadableFile) {
  // For the superuser every file opens; this one cannot be read from its beginning.
  expect_input_error([] { formats::CsvReader reader("/proc/self/mem"); },
                     "the file cannot be read");
  write("x,y\n0,0\n");
  std::filesystem::permissions(file(), std::filesystem::perms::none);
  if (!std::ifstream(file()).good())
    expect_input_error([&] { formats::CsvReader reader(file()); }, "the file cannot be read");
}

}  // namespace
}  // namespace engd::geometry
