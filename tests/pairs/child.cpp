#include "pairs/child.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>

namespace engd::pairs {

namespace {

/// No case takes seconds: one that takes minutes hangs.
constexpr unsigned longest_seconds = 300;

int memory_file() {
  const int file = memfd_create("pairs", 0);
  if (file < 0) throw std::runtime_error("no file in memory");
  return file;
}

std::string contents(int file) {
  std::string text;
  char buffer[4096];
  lseek(file, 0, SEEK_SET);
  for (ssize_t n; (n = read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  close(file);
  return text;
}

std::string type_of(const std::exception& error) {
  int status = 0;
  char* name = abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status);
  std::string text = name ? name : typeid(error).name();
  std::free(name);
  return text;
}

[[noreturn]] void work_in_child(const Work& work, const std::filesystem::path& folder, int report,
                                int output) {
  alarm(longest_seconds);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  std::string text;
  try {
    text = work(folder);
  } catch (const std::exception& error) {
    text = fmt::format("failed\nexception {}: {}", type_of(error), error.what());
  }
  std::fflush(nullptr);
  const bool written = write(report, text.data(), text.size()) == std::ssize(text);
  _exit(written ? 0 : 1);
}

std::string death_of(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit code {}", WEXITSTATUS(status));
}

}  // namespace

void Children::start(int number, const Work& work) {
  while (std::ssize(running_) >= processes_) wait_for_one();
  std::string folder = (std::filesystem::temp_directory_path() / "engd-pairs-XXXXXX").string();
  if (!mkdtemp(folder.data())) throw std::runtime_error("no folder " + folder);
  const Child child{number, memory_file(), memory_file(), folder, std::chrono::steady_clock::now()};
  std::fflush(nullptr);
  const pid_t process = fork();
  if (process < 0) throw std::runtime_error("no process");
  if (process == 0) work_in_child(work, folder, child.report, child.output);
  running_[process] = child;
}

void Children::wait_for_one() {
  int status = 0;
  const pid_t process = wait(&status);
  const auto found = running_.find(process);
  if (found == running_.end()) return;
  const Child child = found->second;
  running_.erase(found);
  std::filesystem::remove_all(child.folder);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - child.begin;
  done_(child.number,
        {contents(child.report), contents(child.output), death_of(status), spent.count()});
}

void Children::finish() {
  while (!running_.empty()) wait_for_one();
}

}  // namespace engd::pairs
