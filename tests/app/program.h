#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace engd::testing {

/// What a program that has ended leaves.
struct Outcome {
  int code = -1;         ///< exit code; -1 when a signal ended it
  int signal = 0;        ///< that signal
  std::string out, err;  ///< on a terminal everything is in `out`
};

struct Setting {
  std::filesystem::path folder;  ///< working folder
  /// No gnuplot by default: drawing takes most of the time of a small run.
  std::map<std::string, std::string> environment{{"PATH", "/nonexistent"}};
  int terminal_width = 0;  ///< of the terminal that the program runs on; 0: none
};

/// The built program as a user starts it. One that still runs when this object goes is ended.
class Program {
 public:
  Program(const std::vector<std::string>& arguments, const Setting& setting);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Waits until the program has printed `text` so many times; false when it ends before.
  bool prints(const std::string& text, int times = 1);
  void send(int signal);
  Outcome finish();

 private:
  void start_plain(const std::vector<std::string>& arguments, const Setting& setting);
  void start_on_terminal(const std::vector<std::string>& arguments, const Setting& setting);
  void look();  ///< takes in what was printed, and whether the program has ended

  pid_t child_ = -1;
  int out_ = -1, err_ = -1, terminal_ = -1;
  bool ended_ = false;
  Outcome outcome_;
};

Outcome run(const std::vector<std::string>& arguments, const Setting& setting);

}  // namespace engd::testing
