#include "reproduce/record.h"

#include <gtest/gtest.h>

#include "common/temporary_folder.h"
#include "support/error.h"

namespace engd::reproduce {
namespace {

std::string message_of(const std::filesystem::path& folder) {
  try {
    write_page(folder);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

Record example(const std::filesystem::path& folder) {
  Record record;
  record.facts = {"engd reproduce", "0.1", "a machine", "2024-01-01", 2, true, false,
                  {"one failed"}};
  record.cases = {
      {"heat", "elsewhere/heat.toml", "engd", 7, 2000, folder / "cases/heat/engd/seed_7"}};
  return record;
}

TEST(RecordTest, ComesBackWithTheFilesThatTheFolderHas) {
  const testing::TemporaryFolder base;
  const auto folder = base / "new/folder";
  write_record(folder, example(folder));
  const Record record = read_record(folder);
  EXPECT_EQ(record.facts.command, "engd reproduce");
  EXPECT_EQ(record.facts.date, "2024-01-01");
  EXPECT_EQ(record.facts.threads, 2);
  EXPECT_TRUE(record.facts.fast);
  EXPECT_FALSE(record.facts.finished);
  EXPECT_EQ(record.facts.failures, std::vector<std::string>{"one failed"});
  ASSERT_EQ(record.cases.size(), 1u);
  EXPECT_EQ(record.cases[0].seed, 7u);
  EXPECT_EQ(record.cases[0].iterations, 2000);
  EXPECT_EQ(record.cases[0].folder, folder / "cases/heat/engd/seed_7");
  EXPECT_EQ(record.cases[0].file, (folder / "cases/heat/engd/seed_7/problem.toml").string());
}

TEST(RecordTest, ThePageOfNothingIsStillAPage) {
  const testing::TemporaryFolder folder;
  write_record(folder.path(), example(folder.path()));
  EXPECT_NE(write_page(folder.path()).find("engd reproduce"), std::string::npos);
  EXPECT_GT(std::filesystem::file_size(folder / "report.html"), 1000u);
}

TEST(RecordTest, SaysWhatIsWrong) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "reproduction.json").string();
  EXPECT_EQ(message_of(folder.path()), path + ": cannot be read: No such file or directory");
  for (const char* text : {"{ half", "[]", "{}", R"({"command": 3})"}) {
    folder.write("reproduction.json", text);
    EXPECT_EQ(message_of(folder.path()), path + ": is damaged") << text;
  }
}

}  // namespace
}  // namespace engd::reproduce
