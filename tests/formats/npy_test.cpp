#include "formats/npy.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "common/contains.h"
#include "common/files.h"

namespace engd::formats {
namespace {

using testing::contains;
using testing::input_error_of;
using testing::TemporaryFolder;

std::vector<double> all_of(NpyReader& reader, std::size_t rows_at_a_time) {
  const auto columns = static_cast<std::size_t>(reader.columns());
  std::vector<double> all, block(rows_at_a_time * columns);
  while (const std::int64_t n = reader.read(block))
    all.insert(all.end(), block.begin(), block.begin() + n * static_cast<std::int64_t>(columns));
  return all;
}

TEST(NpyTest, ReadsWhatItWrote) {
  const TemporaryFolder folder;
  std::vector<double> values;
  for (int k = 0; k < 3 * 101; ++k) values.push_back(0.1 * k - 7);
  NpyWriter writer(folder / "a.npy", 3);
  writer.write(std::span(values).first(33));
  writer.write(std::span(values).subspan(33));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.npy")) << "whole or not at all";
  writer.finish();
  NpyReader reader(folder / "a.npy");
  EXPECT_EQ(reader.rows(), 101);
  EXPECT_EQ(reader.columns(), 3);
  EXPECT_EQ(all_of(reader, 7), values);
}

TEST(NpyTest, AWriterThatDoesNotFinishLeavesNothing) {
  const TemporaryFolder folder;
  { NpyWriter(folder / "a.npy", 1).write(std::vector<double>{1, 2}); }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

/// A file with this header and some numbers.
std::filesystem::path with_header(const TemporaryFolder& folder, const std::string& dictionary,
                                  std::size_t numbers, const std::string& version = {"\1\0", 2}) {
  std::string file = "\x93NUMPY" + version;
  const auto size = dictionary.size() + 1;
  file += static_cast<char>(size & 255);
  file += static_cast<char>(size >> 8);
  if (version[0] == 2) file += std::string(2, '\0');
  file += dictionary + "\n" + std::string(8 * numbers, '\0');
  return folder.write("b.npy", file);
}

TEST(NpyTest, HeadersOfBothFormatsAndOneAxis) {
  const TemporaryFolder folder;
  const std::string rows = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
  for (const std::string version : {std::string("\1\0", 2), std::string("\2\0", 2)}) {
    const NpyReader reader(with_header(folder, rows, 6, version));
    EXPECT_EQ(reader.rows(), 2);
    EXPECT_EQ(reader.columns(), 3);
  }
  const NpyReader one(
      with_header(folder, "{\"shape\":(4,),\"fortran_order\":True,\"descr\":\"<f8\"}", 4));
  EXPECT_EQ(one.rows(), 4);
  EXPECT_EQ(one.columns(), 1);
}

TEST(NpyTest, OthersAreRefusedWithWhatTheyAre) {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& dictionary,
                           const std::string& version = {"\1\0", 2}) {
    return input_error_of([&] { NpyReader(with_header(folder, dictionary, 6, version)); });
  };
  const auto header = [](const std::string& type, const std::string& order,
                         const std::string& shape) {
    return "{'descr': " + type + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }";
  };
  const std::pair<std::string, const char*> cases[] = {
      {header("'<f4'", "False", "(2, 3)"), "holds float32; points are float64"},
      {header("'>f8'", "False", "(2, 3)"), "holds float64 of big-endian order"},
      {header("'<i8'", "False", "(2, 3)"), "holds int64"},
      {header("[('x', '<f8')]", "False", "(2,)"), "holds a structured type"},
      {header("'<f8'", "True", "(2, 3)"), "is stored by columns (Fortran order)"},
      {header("'<f8'", "False", "(1, 2, 3)"), "is an array with 3 axes"},
      {header("'<f8'", "False", "()"), "is an array with 0 axes"},
      {header("'<f8'", "False", "(2, 4)"), "is cut off: 48 bytes of values are there, 64 belong"},
      {header("'<f8'", "False", "(2, 0)"), "the shape in the header of the .npy file is none"},
      {header("'<f8'", "False", "(-2, 3)"), "the shape in the header of the .npy file is none"},
      {"{'descr': '<f8', 'fortran_order': False}", "the header of the .npy file has no shape"},
      {"{'descr': '<f8', 'shape': (2, 3)}", "does not say in which order it is"},
      {"{'shape': (2, 3)}", "does not say of what type it is"},
  };
  for (const auto& [dictionary, what] : cases)
    EXPECT_TRUE(contains(message(dictionary), what)) << message(dictionary) << "\n" << what;
  EXPECT_TRUE(contains(message(cases[0].first, {"\3\0", 2}),
                       "is a .npy file of format 3.0; formats 1.0 and 2.0 are read"));
  const auto of_bytes = [&](const std::string& bytes) {
    return input_error_of([&] { NpyReader(folder.write("c.npy", bytes)); });
  };
  EXPECT_TRUE(contains(of_bytes("x,y\n1,2\n"), "is no .npy file"));
  EXPECT_TRUE(contains(of_bytes(std::string("\x93NUMPY\1\0\xff\0", 10)), "is cut off"));
  EXPECT_TRUE(contains(of_bytes(std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12)), "is damaged"));
  EXPECT_TRUE(contains(input_error_of([&] { NpyReader(folder / "none.npy"); }),
                       "there is no such file of points"));
  EXPECT_TRUE(contains(input_error_of([&] { NpyReader(folder.path()); }), "not a file of points"));
}

TEST(NpyTest, NumPyReadsItAndWritesWhatIsRead) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0)
    GTEST_SKIP() << "NumPy is not installed";
  const TemporaryFolder folder;
  const std::vector<double> values{1, 2.5, -3, 1e-300, 5, 6};
  NpyWriter writer(folder / "a.npy", 2);
  writer.write(values);
  writer.finish();
  folder.write("check.py",
               "import numpy as n\n"
               "a = n.load('a.npy')\n"
               "assert a.shape == (3, 2) and a.dtype == n.float64 and a[1, 1] == 1e-300, a\n"
               "n.save('b.npy', a[:, 1])\n"
               "n.lib.format.write_array(open('c.npy', 'wb'), a, (2, 0))\n"
               "n.save('d.npy', n.asfortranarray(a))\n");
  ASSERT_EQ(
      std::system(("cd '" + folder.path().string() + "' && /usr/bin/python3 check.py").c_str()), 0);
  NpyReader column(folder / "b.npy"), second(folder / "c.npy");
  EXPECT_EQ(all_of(column, 10), (std::vector<double>{2.5, 1e-300, 6}));
  EXPECT_EQ(all_of(second, 2), values);
  EXPECT_TRUE(contains(input_error_of([&] { NpyReader(folder / "d.npy"); }), "Fortran order"));
}

}  // namespace
}  // namespace engd::formats
