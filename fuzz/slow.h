#pragma once

#include <cstdio>
#include <cstdlib>
#include <ctime>

/// Ends the program when an input takes more than a second of processor time (of the machine as it
/// is, sanitizers included: a hang is a hang for a user, too).
class SlowInput {
 public:
  ~SlowInput() {
    const double seconds = static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC;
    if (seconds <= limit()) return;
    std::fprintf(stderr, "an input took %.2f s\n", seconds);
    std::abort();
  }

 private:
  static double limit() {
    const char* text = std::getenv("ENGD_FUZZ_SECONDS");
    return text ? std::atof(text) : 1.0;
  }
  std::clock_t begin_ = std::clock();
};
