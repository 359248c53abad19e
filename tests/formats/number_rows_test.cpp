#include "formats/number_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/contains.h"
#include "common/files.h"

namespace engd::formats {
namespace {

using testing::contains;
using testing::input_error_of;
using testing::TemporaryFolder;

struct Table {
  std::vector<std::string> header;
  std::vector<double> values;
};

Table table_of(const std::string& text, std::size_t rows_at_a_time = 2) {
  const TemporaryFolder folder;
  NumberRows rows(folder.write("t.csv", text));
  Table table{rows.header(), {}};
  std::vector<double> block(rows_at_a_time * static_cast<std::size_t>(rows.columns()));
  while (const std::int64_t n = rows.read(block))
    table.values.insert(table.values.end(), block.begin(), block.begin() + n * rows.columns());
  return table;
}

TEST(NumberRowsTest, WithAndWithoutAHeader) {
  const std::vector<double> numbers{1, 2, -3, 4.5, 1e300, 6};
  const Table bare = table_of("1,2\n-3,+4.5\n1e300,6");
  EXPECT_TRUE(bare.header.empty());
  EXPECT_EQ(bare.values, numbers);
  const Table named = table_of(
      "\xEF\xBB\xBF# a table\n\n x , \"max(u, v)\" \r\n1,2\r\n# no row\n-3, 4.5\t\n\n1e300,6\n");
  EXPECT_EQ(named.header, (std::vector<std::string>{"x", "max(u, v)"}));
  EXPECT_EQ(named.values, numbers);
  EXPECT_TRUE(table_of("x,y\n").values.empty());
}

TEST(NumberRowsTest, SomeColumnsMayHoldLess) {
  const TemporaryFolder folder;
  NumberRows rows(folder.write("t.csv", "x,u,name\n1,,sensor\n2,3,\n4,a,\n"));
  rows.expect(1, NumberRows::Field::number_or_nothing);
  rows.expect(2, NumberRows::Field::anything);
  std::vector<double> values(6);
  ASSERT_EQ(rows.read(values), 2);
  EXPECT_EQ(values[0], 1);
  EXPECT_TRUE(std::isnan(values[1]) && std::isnan(values[2]) && std::isnan(values[5]));
  EXPECT_EQ(values[4], 3);
  EXPECT_TRUE(
      contains(input_error_of([&] { rows.read(values); }), "t.csv:4:3: 'a' is not a number"));
}

TEST(NumberRowsTest, LongFilesPieceByPiece) {
  std::string text = "a,b,c\n";
  std::vector<double> wanted;
  for (int k = 0; k < 120'000; ++k) {  // more than the buffer holds
    text += std::to_string(k) + "," + std::to_string(-k) + ",0.5\n";
    wanted.insert(wanted.end(), {1.0 * k, -1.0 * k, 0.5});
  }
  EXPECT_EQ(table_of(text, 1000).values, wanted);
}

TEST(NumberRowsTest, MistakesArePlaced) {
  const auto message = [](const std::string& text) {
    return input_error_of([&] { table_of(text); });
  };
  const std::pair<std::string, const char*> cases[] = {
      {"", "t.csv:1: the file is empty"},
      {"# only this\n", "t.csv:1: the file is empty"},
      {"x,y\n1,2\n1, 2a\n", "t.csv:3:4: '2a' is not a number"},
      {"x,y\n1,nan\n", "t.csv:2:3: 'nan' is not finite"},
      {"1,2\n3,inf\n", "t.csv:2:3: 'inf' is not finite"},
      {"nan,2\n", "t.csv:1:1: 'nan' is not finite"},
      {"x,y\n1,1e999\n", "t.csv:2:3: '1e999' is not a number"},
      {"x,y\n1,2,3\n", "t.csv:2:5: the row has 3 values; the first row has 2"},
      {"x,y\n1\n", "t.csv:2:1: the row has 1 values; the first row has 2"},
      {"x,y\n,2\n", "t.csv:2:1: '' is not a number"},
      {std::string("x\0y", 3), "t.csv:1: not a text file"},
      {std::string(3 << 20, 'a'), "t.csv:1: the line is longer than 1048576 bytes"},
  };
  for (const auto& [text, what] : cases)
    EXPECT_TRUE(contains(message(text), what)) << message(text).substr(0, 300) << "\n" << what;
  const TemporaryFolder folder;
  EXPECT_TRUE(contains(input_error_of([&] { NumberRows(folder / "none.csv"); }),
                       "none.csv: there is no such file of points"));
  EXPECT_TRUE(contains(input_error_of([&] { NumberRows(folder.path()); }), "not a file of points"));
}

}  // namespace
}  // namespace engd::formats
