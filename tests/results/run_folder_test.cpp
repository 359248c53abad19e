#include "results/run_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>

#include "common/files.h"

namespace engd::results {
namespace {

namespace fs = std::filesystem;
using testing::contents;
using testing::FullDisk;
using testing::input_error_of;
using testing::TemporaryFolder;

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(RunFolder, MakesParentsAndWritesWholeFiles) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path() / "a/b/run", false);
  folder.write("summary.json", "{}\n");
  EXPECT_EQ(contents(folder.file("summary.json")), "{}\n");
  EXPECT_EQ(entries(folder.path()), 1u);  // no temporary is left
  folder.write("summary.json", "{1}\n");
  EXPECT_EQ(contents(folder.file("summary.json")), "{1}\n");
}

TEST(RunFolder, ATrailingSlashChangesNothing) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path().string() + "/a//run/", false);
  folder.write("x", "1");
  EXPECT_TRUE(fs::exists(base.path() / "a/run/x"));
}

TEST(RunFolder, RefusesResultsUnlessForced) {
  for (const char* name : {"summary.json", "model.h5", "history.csv", "solution.vti"}) {
    const TemporaryFolder base;
    base.write(name, "precious");
    const std::string message = input_error_of([&] { RunFolder::create(base.path(), false); });
    EXPECT_EQ(message, "the folder '" + base.path().string() +
                           "' holds the results of a run: replace them with --force, or choose "
                           "another folder with --out");
    EXPECT_EQ(contents(base.path() / name), "precious");
    base.write("notes.txt", "mine");
    { RunFolder::create(base.path(), true); }
    EXPECT_FALSE(fs::exists(base.path() / name));  // old and new results do not mix
    EXPECT_TRUE(fs::exists(base.path() / "notes.txt"));
  }
}

TEST(RunFolder, AFolderWithOtherFilesIsFine) {
  const TemporaryFolder base;
  base.write("notes.txt", "mine");
  EXPECT_NO_THROW(RunFolder::create(base.path(), false));
  EXPECT_EQ(entries(base.path()), 1u);
}

TEST(RunFolder, AFileIsNoFolder) {
  const TemporaryFolder base;
  const fs::path file = base.write("file", "x");
  EXPECT_EQ(input_error_of([&] { RunFolder::create(file, true); }),
            "'" + file.string() + "' is a file: choose another folder with --out");
  const std::string below = input_error_of([&] { RunFolder::create(file / "run", true); });
  EXPECT_EQ(below.find("cannot use the folder '" + (file / "run").string() + "': "), 0u) << below;
  EXPECT_EQ(contents(file), "x");
}

TEST(RunFolder, AnEmptyNameIsRefused) {
  EXPECT_EQ(input_error_of([] { RunFolder::create("", false); }),
            "the name of the run folder is empty");
}

TEST(RunFolder, AReadOnlyFolderIsRefusedAndNothingIsLeft) {
  const TemporaryFolder base;
  const fs::path locked = base.path() / "locked";
  fs::create_directory(locked);
  fs::permissions(base.path(), fs::perms::all);
  fs::permissions(locked, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                              fs::perms::others_exec);
  // The superuser may write everywhere: go without those rights for a moment.
  const bool superuser = ::geteuid() == 0;
  ASSERT_EQ(superuser ? ::seteuid(65534) : 0, 0);
  const std::string here = input_error_of([&] { RunFolder::create(locked, false); });
  const std::string below = input_error_of([&] { RunFolder::create(locked / "a/b", false); });
  ASSERT_EQ(superuser ? ::seteuid(0) : 0, 0);
  EXPECT_EQ(here, "cannot use the folder '" + locked.string() + "': Permission denied");
  EXPECT_EQ(below, "cannot use the folder '" + (locked / "a/b").string() + "': Permission denied");
  EXPECT_EQ(entries(locked), 0u);
  fs::permissions(locked, fs::perms::owner_all);
}

TEST(RunFolder, ParentsAreRemovedAgainWhenTheLastCannotBeMade) {
  const TemporaryFolder base;
  const std::string too_long(300, 'a');
  EXPECT_NE(input_error_of([&] { RunFolder::create(base.path() / "x/y" / too_long, false); }), "");
  EXPECT_EQ(entries(base.path()), 0u);
}

TEST(RunFolder, AFolderWithoutFilesIsRemovedAgain) {
  const TemporaryFolder base;
  {
    RunFolder folder = RunFolder::create(base.path() / "a/b", false);
    const RunFolder moved = std::move(folder);
    EXPECT_TRUE(fs::exists(base.path() / "a/b"));
  }
  EXPECT_EQ(entries(base.path()), 0u);
  {
    RunFolder folder = RunFolder::create(base.path() / "a/b", false);
    folder.write("summary.json", "{}");
  }
  EXPECT_TRUE(fs::exists(base.path() / "a/b/summary.json"));
}

TEST(RunFolder, AFullDiskKeepsTheOldFile) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path() / "run", false);
  folder.write("summary.json", "old");
  std::string message;
  {
    const FullDisk full(100);
    try {
      folder.write("summary.json", std::string(100000, 'x'));
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
  }
  EXPECT_EQ(message.find("cannot write '" + folder.file("summary.json").string() + "': "), 0u)
      << message;
  EXPECT_EQ(contents(folder.file("summary.json")), "old");
  EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(RunFolder, AWriterThatFailsLeavesNothing) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path() / "run", false);
  folder.write("x", "1");
  const auto failing = [](const fs::path& temporary) {
    std::ofstream(temporary) << "half";
    throw std::runtime_error("no");
  };
  EXPECT_THROW(folder.write_with("y", failing), std::runtime_error);
  EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(RunFolder, InNoneNothingIsWritten) {
  const TemporaryFolder base;
  const fs::path before = fs::current_path();
  fs::current_path(base.path());
  {
    RunFolder none = RunFolder::none();
    EXPECT_FALSE(none.exists());
    none.write("x", "1");
    none.write_with("y", [](const fs::path&) { ADD_FAILURE() << "is called"; });
  }
  fs::current_path(before);
  EXPECT_EQ(entries(base.path()), 0u);
}

TEST(RunFolder, AFolderThatVanishedIsAnError) {
  const TemporaryFolder base;
  RunFolder folder = RunFolder::create(base.path() / "run", false);
  fs::remove_all(folder.path());
  EXPECT_THROW(folder.write("x", "1"), std::runtime_error);
  EXPECT_THROW(folder.publish("x"), std::runtime_error);
}

}  // namespace
}  // namespace engd::results
