// What the program reaches on equations without settings: the yardstick for its defaults.
//
//   build/bin/bench_bare [FILE | NAME]... [--bare | --held | --more | --library | --paper | --all]
//                        [--seconds S] [--work W] [--accuracy A] [--plain] [--threads N]
//                        [--jobs N] [--own]
//                        [--write DIR] [--table FILE] [--commit TEXT]
//
// Every file is made bare (bare_problem.h) and solved as users solve it, by `engd solve` beside
// this program: with --accuracy A (1e-8) and --time S, by which it chooses networks, points and
// methods; with --work W in place of the time by so many operations, which come to the same on a
// busy machine; or, with --plain, by its plain settings. A run that goes on for more than 1.25 S (S
// for plain ones) is stopped as by Ctrl-C, which keeps what it has reached, and killed after 1.5 S.
// --write DIR writes the bare files and solves nothing.
//
// A Markdown row a problem: the relative L2 error by the file's solution (of an inverse problem
// without one the greatest relative error of its coefficients), the program's own estimate, whether
// it warned, its exit code, the seconds of the whole process, what was solved with, and the error
// with the file's own settings: that of docs/benchmarks.md or, with --own, of a run without limit.
// Rows are appended to FILE as they come; what FILE has already for this commit and budget is not
// run again. A summary follows.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bare_problem.h"
#include "bare_table.h"
#include "support/error.h"

extern char** environ;

namespace {

using namespace engd;
namespace fs = std::filesystem;
using bench::Row;

const fs::path source_folder = ENGD_SOURCE_DIR;
constexpr double no_limit = std::numeric_limits<double>::infinity();

[[noreturn]] void refuse(const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  std::exit(2);
}

// ---- arguments ----

struct Arguments {
  std::vector<fs::path> files;
  double seconds = 120;
  double work = 0;  ///< operations in place of the time; 0: not
  double accuracy = 1e-8;
  bool plain = false;  ///< without the program's choice
  int threads = 1, jobs = 1;
  bool own = false;
  std::string table, commit;
  fs::path write;
};

const std::vector<std::pair<std::string, fs::path>>& sets() {
  static const std::vector<std::pair<std::string, fs::path>> all{
      {"--bare", source_folder / "bench/bare"},
      {"--held", source_folder / "bench/bare/held"},
      {"--more", source_folder / "bench/bare/more"},
      {"--library", source_folder / "problems/benchmarks"},
      {"--paper", source_folder / "problems/paper"}};
  return all;
}

void add(const fs::path& file, std::vector<fs::path>& files) {
  if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
}

void add_folder(const fs::path& folder, std::vector<fs::path>& files) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".toml") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  for (const fs::path& file : found) add(file, files);
}

fs::path file_of(const std::string& problem) {
  if (fs::is_regular_file(problem)) return problem;
  for (const auto& [option, folder] : sets())
    if (fs::exists(folder / (problem + ".toml"))) return folder / (problem + ".toml");
  refuse(problem + ": no such file, and no problem of this name");
}

/// Whether the argument names sets of files, which are added.
bool add_sets(const std::string& key, std::vector<fs::path>& files) {
  bool known = false;
  for (const auto& [option, folder] : sets()) {
    if (key != option && key != "--all") continue;
    add_folder(folder, files);
    known = true;
  }
  return known;
}

double positive(const std::string& key, const std::string& value) {
  const double number = std::atof(value.c_str());
  if (!(number > 0)) refuse(key + " " + value + ": must be a number above 0");
  return number;
}

Arguments read(int argc, char** argv) {
  Arguments arguments;
  for (int k = 1; k < argc; ++k) {
    const std::string key = argv[k];
    if (!key.starts_with("--")) {
      add(file_of(key), arguments.files);
      continue;
    }
    if (add_sets(key, arguments.files)) continue;
    if (key == "--own") {
      arguments.own = true;
      continue;
    }
    if (key == "--plain") {
      arguments.plain = true;
      continue;
    }
    if (key == "--help") {
      fmt::print(
          "bench_bare [FILE | NAME]... [--bare | --held | --more | --library | --paper | --all] "
          "[--seconds "
          "S] [--work W] [--accuracy A] [--plain] "
          "[--threads N] [--jobs N] [--own] [--write DIR] [--table FILE] [--commit TEXT]\n");
      std::exit(0);
    }
    if (++k == argc) refuse(key + ": unknown, or a value is missing");
    const std::string value = argv[k];
    if (key == "--seconds")
      arguments.seconds = positive(key, value);
    else if (key == "--work")
      arguments.work = positive(key, value);
    else if (key == "--accuracy")
      arguments.accuracy = value == "0" ? 0 : positive(key, value);
    else if (key == "--threads")
      arguments.threads = std::max(1, static_cast<int>(positive(key, value)));
    else if (key == "--jobs")
      arguments.jobs = std::max(1, static_cast<int>(positive(key, value)));
    else if (key == "--table")
      arguments.table = value;
    else if (key == "--commit")
      arguments.commit = value;
    else if (key == "--write")
      arguments.write = value;
    else
      refuse("unknown argument " + key);
  }
  if (arguments.files.empty()) add_sets("--bare", arguments.files);
  return arguments;
}

// ---- other programs ----

struct Ended {
  int code = -1;  ///< 128 + the signal that ended it
  bool killed = false;
  double seconds = 0;
};

/// Runs a program, its output into a file; stops it after `stop` seconds and kills it after `kill`.
Ended run_program(std::vector<std::string> words, const fs::path& output, double stop,
                  double kill) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  pid_t child = 0;
  const auto begin = std::chrono::steady_clock::now();
  const int failed = posix_spawnp(&child, pointers[0], &files, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  Ended ended;
  if (failed) return ended;
  for (bool stopped = false;;) {
    int status = 0;
    const bool over = waitpid(child, &status, WNOHANG) == child;
    ended.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (over) {
      ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      return ended;
    }
    if (ended.seconds > stop && !stopped) stopped = ::kill(child, SIGINT) == 0;
    if (ended.seconds > kill && !ended.killed) ended.killed = ::kill(child, SIGKILL) == 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

// ---- runs ----

/// A folder that goes away with the program.
struct Scratch {
  fs::path path;
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "bench_bare-XXXXXX").string();
    if (!mkdtemp(pattern.data())) refuse(pattern + ": cannot be made");
    path = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

/// The commit of the sources, with "-dirty" where they differ from it.
std::string commit_of_sources(const fs::path& scratch) {
  const Ended ended = run_program(
      {"git", "-C", source_folder.string(), "describe", "--always", "--dirty", "--exclude", "*"},
      scratch / "commit", 60, 60);
  const std::string text = bench::text_of(scratch / "commit");
  return ended.code == 0 ? text.substr(0, text.find('\n')) : "unknown";
}

/// The error in the table of docs/benchmarks.md; empty where there is none.
std::string documented_error(const std::string& problem) {
  const std::string page = bench::text_of(source_folder / "docs/benchmarks.md");
  const std::size_t begin = page.find("\n| " + problem + " |");
  if (begin == std::string::npos) return "";
  const std::string row = page.substr(begin + 1, page.find('\n', begin + 1) - begin - 1);
  const std::size_t last = row.rfind(" | "), before = row.rfind(" | ", last - 1);
  const std::string cell = row.substr(before + 3, last - before - 3);
  return cell == "not known" ? "" : cell;
}

class Bench {
 public:
  explicit Bench(Arguments arguments) : arguments_(std::move(arguments)) {
    program_ = (fs::read_symlink("/proc/self/exe").parent_path() / "engd").string();
    const fs::path help = scratch_.path / "help";
    if (run_program({program_, "solve", "--help"}, help, 60, 60).code != 0)
      refuse(program_ + ": is not there: build the target engd");
    if (arguments_.commit.empty()) arguments_.commit = commit_of_sources(scratch_.path);
    std::ifstream table(arguments_.table);
    for (std::string line; std::getline(table, line);)
      if (const auto row = bench::read_row(line)) done_.push_back(*row);
  }

  /// Solves all files, `jobs` at a time, and prints a row each as they end.
  void run() {
    if (done_.empty()) print(bench::table_head());
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> workers;
    for (int k = 0; k < arguments_.jobs; ++k)
      workers.emplace_back([&] {
        for (std::size_t f; (f = next++) < arguments_.files.size();) run(arguments_.files[f]);
      });
    for (std::thread& worker : workers) worker.join();
    fmt::print("\n{}", bench::summary_text(rows_));
  }

 private:
  void run(const fs::path& file) {
    Row row = new_row(file);
    const auto done = std::find_if(done_.begin(), done_.end(),
                                   [&](const Row& one) { return bench::is_same_run(one, row); });
    if (done != done_.end()) {
      const std::lock_guard lock(mutex_);
      rows_.push_back(*done);
      return;
    }
    const fs::path folder = scratch_.path / (row[bench::kind] + "-" + row[bench::problem]);
    fs::create_directories(folder);
    const fs::path bare = folder / file.filename();
    try {
      std::ofstream(bare) << bench::bare_text(file.string());
    } catch (const InputError& why) {
      fmt::print(stderr, "left out: {}\n", why.what());
      return;
    }
    solve(bare, folder, arguments_.seconds, !arguments_.plain, row);
    row[bench::own_error] = own_error(file, folder, row);
    fs::remove_all(folder);
    const std::lock_guard lock(mutex_);
    print(bench::to_text(row));
    rows_.push_back(row);
  }

  Row new_row(const fs::path& file) const {
    Row row;
    row.fill("-");
    row[bench::problem] = file.stem().string();
    row[bench::kind] = fs::absolute(file).parent_path().filename().string();
    const std::string budget = arguments_.work > 0 ? fmt::format("{:g}", arguments_.work)
                                                   : fmt::format("{:g} s", arguments_.seconds);
    row[bench::budget] =
        fmt::format("{}, {}{}", budget, arguments_.threads, arguments_.plain ? ", plain" : "");
    row[bench::commit] = arguments_.commit;
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    char day[16];
    std::strftime(day, sizeof day, "%F", localtime_r(&now, &parts));
    row[bench::date] = day;
    return row;
  }

  void solve(const fs::path& file, const fs::path& folder, double limit, bool chosen,
             Row& row) const {
    std::vector<std::string> words{program_,
                                   "solve",
                                   file.string(),
                                   "--out",
                                   (folder / "run").string(),
                                   "--force",
                                   "--no-report",
                                   "--threads",
                                   std::to_string(arguments_.threads)};
    if (chosen) words.insert(words.end(), {"--accuracy", fmt::format("{:g}", arguments_.accuracy)});
    if (!chosen) words.insert(words.end(), {"--set", "problem.automatic=false"});
    if (chosen && arguments_.work > 0) {
      words.insert(words.end(),
                   {"--set", fmt::format("problem.automatic={{work={:g}}}", arguments_.work)});
      limit = no_limit;
    } else if (chosen) {
      words.insert(words.end(), {"--time", fmt::format("{:g}", limit)});
    }
    const Ended ended =
        run_program(words, folder / "output", chosen ? 1.25 * limit : limit, 1.5 * limit);
    row[bench::exit_code] = std::to_string(ended.code);
    row[bench::seconds] = fmt::format("{:.1f}", ended.seconds);
    row[bench::error] = ended.killed ? "killed" : "failed";
    if (!ended.killed) bench::read_results(folder / "run", row);
    if (row[bench::error] == "failed")
      fmt::print(stderr, "{}: {}", row[bench::problem], bench::text_of(folder / "output"));
  }

  std::string own_error(const fs::path& file, const fs::path& folder, Row row) const {
    const std::string documented =
        row[bench::kind] == "benchmarks" ? documented_error(row[bench::problem]) : "";
    if (!documented.empty() || !arguments_.own) return documented.empty() ? "-" : documented;
    solve(file, folder, no_limit, false, row);
    return row[bench::error];
  }

  /// To the terminal and to the end of the table.
  void print(const std::string& text) const {
    fmt::print("{}", text);
    std::fflush(stdout);
    if (!arguments_.table.empty()) std::ofstream(arguments_.table, std::ios::app) << text;
  }

  Arguments arguments_;
  Scratch scratch_;
  std::string program_;
  std::vector<Row> done_;  ///< of the table, before
  std::vector<Row> rows_;  ///< of this call
  std::mutex mutex_;       ///< of what is printed, and of rows_
};

void write_bare_files(const Arguments& arguments) {
  fs::create_directories(arguments.write);
  for (const fs::path& file : arguments.files) {
    std::ofstream(arguments.write / file.filename()) << bench::bare_text(file.string());
    fmt::print("{}\n", (arguments.write / file.filename()).string());
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const Arguments arguments = read(argc, argv);
  if (!arguments.write.empty())
    write_bare_files(arguments);
  else
    Bench(arguments).run();
  return 0;
} catch (const InputError& error) {
  refuse(error.what());
} catch (const fs::filesystem_error& error) {
  refuse(error.what());
}
