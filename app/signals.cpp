#include "signals.h"

#include <signal.h>
#include <unistd.h>

#include "commands.h"

namespace engd::app {

namespace {

std::atomic<bool> stop_asked{false};

}  // namespace

const std::atomic<bool>& interrupted() {
  return stop_asked;
}

void handle_signals() {
  struct sigaction action {};
  action.sa_handler = [](int) {
    if (stop_asked.exchange(true)) _exit(stopped);
  };
  for (int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // unless under nohup
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

}  // namespace engd::app
