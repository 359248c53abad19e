#include "report/gnuplot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

extern char** environ;

namespace engd::report {

std::string in_quotes(const std::string& text) {
  std::string result = "'";
  for (char c : text) {
    if (c == '\'') result += '\'';
    const auto code = static_cast<unsigned char>(c);
    result += code < 32 || code == 127 ? ' ' : c;  // a line break would end the command
  }
  return result + "'";
}

std::string values_file(const std::string& name) {
  return "." + name + ".values";
}

bool draw(std::span<const Picture> pictures, const std::filesystem::path& folder, bool png) {
  std::string script;
  for (const Picture& picture : pictures)
    for (const char* kind : {"svg", "png"}) {
      const bool vector = std::string(kind) == "svg";
      if (!vector && !png) continue;
      script += fmt::format(
          "reset\nset terminal {} size 480,360 font 'sans-serif,{}'\nset output {}\n{}unset "
          "output\n",
          vector ? "svg dynamic" : "pngcairo", vector ? 14 : 11,
          in_quotes(picture.name + "." + kind), picture.script);
    }
  for (const Picture& picture : pictures)
    if (!picture.values.empty())
      std::ofstream(folder / values_file(picture.name), std::ios::binary)
          .write(reinterpret_cast<const char*>(picture.values.data()),
                 static_cast<std::streamsize>(picture.values.size() * sizeof(double)));
  const bool drawn = run_gnuplot(script, folder);
  for (const Picture& picture : pictures) {
    std::error_code ignored;
    if (!picture.values.empty())
      std::filesystem::remove(folder / values_file(picture.name), ignored);
  }
  return drawn;
}

bool run_gnuplot(const std::string& script, const std::filesystem::path& folder) {
  std::string path = (std::filesystem::absolute(folder) / ".plot-XXXXXX").string();
  const int descriptor = mkstemp(path.data());
  if (descriptor < 0) return false;
  close(descriptor);
  {
    std::ofstream file(path);
    file << "set encoding utf8\n" << script;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = "gnuplot";
  char* arguments[] = {program.data(), path.data(), nullptr};
  pid_t child = 0;
  int status = -1;
  const bool started = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments, environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  if (started) waitpid(child, &status, 0);
  std::filesystem::remove(path);
  return started && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace engd::report
