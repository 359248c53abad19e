#include "signals.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"

namespace engd::app {

namespace {

std::atomic<bool> stop_asked{false};
std::atomic<long long> first_signal{0};  // in milliseconds()

/// Of a clock that may be read in a signal handler.
long long milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1000LL * now.tv_sec + now.tv_nsec / 1000000;
}

/// The first signal asks for an end in order. Another one ends at once, unless it comes so soon
/// after the first that it is the same wish: timeout(1) and batch systems signal a program and its
/// process group.
void on_signal(int /*signal*/) {
  constexpr long long same_wish = 200;  // milliseconds
  const long long now = milliseconds();
  if (!stop_asked.load()) first_signal.store(now);
  if (stop_asked.exchange(true) && now - first_signal.load() > same_wish) _exit(stopped);
}

}  // namespace

const std::atomic<bool>& interrupted() {
  return stop_asked;
}

void handle_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  for (int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // unless under nohup
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

}  // namespace engd::app
