#include "reproduce/runner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <thread>

extern char** environ;

namespace engd::reproduce {

namespace {

std::string name_of(const Case& one) {
  return fmt::format("{} {} seed {}", one.problem, one.optimizer, one.seed);
}

pid_t start(const Case& one, const std::string& program) {
  std::vector<std::string> words{
      program,       "solve",
      one.file,      "--quiet",
      "--no-report", "--force",
      "--threads",   std::to_string(one.threads),
      "--seed",      std::to_string(one.seed),
      "--out",       one.folder.string(),
      "--set",       "optimizer.method=" + one.optimizer,
      "--set",       fmt::format("optimizer.iterations={}", one.iterations)};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  if (posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ) != 0)
    child = -1;
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

}  // namespace

RunnerResult run_cases(const std::vector<Case>& cases, const std::string& program,
                       const std::string& version, int at_a_time, bool again,
                       const std::function<void(const RunnerProgress&)>& report,
                       const std::atomic<bool>& interrupted) {
  using Clock = std::chrono::steady_clock;
  RunnerResult result;
  RunnerProgress progress;
  progress.cases = cases.size();
  std::vector<const Case*> waiting;
  double expected = 0;
  for (const Case& one : cases) {
    if (!again && is_done(one, version)) {
      ++progress.done;
      ++progress.reused;
    } else {
      waiting.push_back(&one);
      expected += expected_seconds(one);
    }
  }
  const auto begin = Clock::now();
  std::map<pid_t, const Case*> running;
  double spent = 0;  // of the expected seconds, by cases that have ended
  std::size_t next = 0;
  const auto tell = [&] {
    progress.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    progress.seconds_left =
        spent > 0 ? progress.seconds * (expected - spent) / spent : expected / at_a_time;
    if (report) report(progress);
  };
  tell();
  bool told_children = false;
  while (!running.empty() || (next < waiting.size() && !result.interrupted)) {
    result.interrupted = interrupted;
    if (result.interrupted && !told_children) {
      for (const auto& [child, one] : running) kill(child, SIGTERM);
      told_children = true;
    }
    while (!result.interrupted && next < waiting.size() && std::ssize(running) < at_a_time) {
      const Case* one = waiting[next++];
      const pid_t child = start(*one, program);
      if (child > 0)
        running[child] = one;
      else
        result.failures.push_back(name_of(*one) + ": could not be started");
    }
    int status = 0;
    const pid_t child = waitpid(-1, &status, WNOHANG);
    if (child <= 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      continue;
    }
    const auto ended = running.find(child);
    if (ended == running.end()) continue;
    const Case* one = ended->second;
    running.erase(ended);
    spent += expected_seconds(*one);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code == 130) continue;  // interrupted: to be run again
    // A run that diverged (1) is a result; anything else is not.
    if (code != 0 && code != 1) {
      result.failures.push_back(fmt::format("{}: ended with exit code {}", name_of(*one), code));
      ++progress.failed;
    }
    ++progress.done;
    progress.last = name_of(*one);
    tell();
  }
  return result;
}

}  // namespace engd::reproduce
