#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace engd::pairs {

/// How a child process ended.
struct Ended {
  std::string report;  ///< what its work returned
  std::string output;  ///< what it, or a library, printed
  std::string death;   ///< "signal 11 (...)", or nothing
  double seconds = 0;
};

/// Work for a child; the folder is its own and goes away.
using Work = std::function<std::string(const std::filesystem::path& folder)>;

/// Runs each work in a process of its own, several at a time, so that one that ends by a signal is
/// caught and named.
class Children {
 public:
  using Done = std::function<void(int number, const Ended& ended)>;
  Children(int processes, Done done) : processes_(processes), done_(std::move(done)) {}
  ~Children() { finish(); }
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  void start(int number, const Work& work);
  void finish();  ///< waits for all

 private:
  struct Child {
    int number, report, output;  ///< files
    std::filesystem::path folder;
    std::chrono::steady_clock::time_point begin;
  };
  void wait_for_one();

  int processes_;
  Done done_;
  std::map<int, Child> running_;  ///< by process
};

}  // namespace engd::pairs
