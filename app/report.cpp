#include <fmt/format.h>

#include <filesystem>

#include "commands.h"
#include "report/run_page.h"
#include "reproduce/record.h"
#include "support/error.h"

namespace engd::app {

int report(const std::string& folder) {
  namespace fs = std::filesystem;
  const auto holds = [&](const char* name) {
    std::error_code ignored;
    return fs::exists(fs::path(folder) / name, ignored);
  };
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw InputError(fmt::format("{}: no such folder", folder));
  if (holds("reproduction.json"))
    reproduce::write_page(folder);
  else if (holds("summary.json"))
    report::write_run_page(folder);
  else
    throw InputError(
        fmt::format("{}: holds neither a run that has ended (summary.json) nor a reproduction "
                    "(reproduction.json)",
                    folder));
  fmt::print("page       {}\n", (fs::path(folder) / "report.html").string());
  return finished;
}

}  // namespace engd::app
