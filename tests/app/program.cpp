#include "program.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace engd::testing {

namespace {

/// Only a program that hangs takes this long.
constexpr auto patience = std::chrono::minutes(10);

[[noreturn]] void become_program(const std::vector<std::string>& arguments,
                                 const Setting& setting) {
  if (chdir(setting.folder.c_str()) != 0) _exit(125);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_DFL);
  for (const auto& [name, value] : setting.environment) setenv(name.c_str(), value.c_str(), 1);
  std::string program = ENGD_BINARY_DIR "/bin/engd";
  std::vector<std::string> words = arguments;
  std::vector<char*> pointers{program.data()};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  _exit(126);
}

std::string content(int file) {
  std::string text;
  char block[4096];
  for (ssize_t n; (n = pread(file, block, sizeof block, static_cast<off_t>(text.size()))) > 0;)
    text.append(block, static_cast<std::size_t>(n));
  return text;
}

}  // namespace

Program::Program(const std::vector<std::string>& arguments, const Setting& setting) {
  if (setting.terminal_width > 0)
    start_on_terminal(arguments, setting);
  else
    start_plain(arguments, setting);
}

Program::~Program() {
  if (!ended_) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  for (int file : {out_, err_, terminal_})
    if (file >= 0) close(file);
}

// Output goes to files in memory: the program never waits for a reader, and a reader can look at
// any time.
void Program::start_plain(const std::vector<std::string>& arguments, const Setting& setting) {
  out_ = memfd_create("out", MFD_CLOEXEC);
  err_ = memfd_create("err", MFD_CLOEXEC);
  child_ = fork();
  if (child_ < 0) throw std::runtime_error("fork failed");
  if (child_ > 0) return;
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out_, STDOUT_FILENO);
  dup2(err_, STDERR_FILENO);
  become_program(arguments, setting);
}

void Program::start_on_terminal(const std::vector<std::string>& arguments, const Setting& setting) {
  winsize size{};
  size.ws_col = static_cast<unsigned short>(setting.terminal_width);
  size.ws_row = 24;
  child_ = forkpty(&terminal_, nullptr, nullptr, &size);
  if (child_ < 0) throw std::runtime_error("forkpty failed");
  if (child_ == 0) become_program(arguments, setting);
  fcntl(terminal_, F_SETFL, O_NONBLOCK);
}

void Program::look() {
  int status = 0;
  // Asked before reading: what is printed before the end is then not missed.
  if (!ended_ && waitpid(child_, &status, WNOHANG) == child_) {
    ended_ = true;
    if (WIFEXITED(status)) outcome_.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) outcome_.signal = WTERMSIG(status);
  }
  if (terminal_ < 0) {
    outcome_.out = content(out_);
    outcome_.err = content(err_);
    return;
  }
  char block[4096];
  for (ssize_t n; (n = ::read(terminal_, block, sizeof block)) > 0;)
    outcome_.out.append(block, static_cast<std::size_t>(n));
}

bool Program::prints(const std::string& text, int times) {
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < patience) {
    look();
    const std::string printed = outcome_.out + outcome_.err;
    int found = 0;
    for (std::size_t at = 0; (at = printed.find(text, at)) != std::string::npos; ++at) ++found;
    if (found >= times) return true;
    if (ended_) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  throw std::runtime_error("the program hangs before it prints '" + text + "'");
}

void Program::send(int signal) {
  if (!ended_) kill(child_, signal);
}

Outcome Program::finish() {
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < patience) {
    look();
    if (ended_) return outcome_;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  throw std::runtime_error("the program hangs");
}

Outcome run(const std::vector<std::string>& arguments, const Setting& setting) {
  return Program(arguments, setting).finish();
}

}  // namespace engd::testing
