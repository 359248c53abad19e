#include "results/run_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "formats/durable_file.h"
#include "support/error.h"

namespace engd::results {
namespace fs = std::filesystem;
namespace {

constexpr std::array<const char*, 10> results{
    "summary.json", "history.csv",  "model.h5",    "solution.vti",  "solution.vtu",
    "report.html",  "solution.png", "history.png", checkpoint_file, previous_checkpoint_file};

bool holds_results(const fs::path& folder) {
  for (const char* name : results) {
    if (fs::exists(fs::symlink_status(folder / name))) return true;
  }
  return false;
}

/// The folders on the way to `path` that do not exist yet, outermost first.
std::vector<fs::path> missing_folders(const fs::path& path) {
  std::vector<fs::path> missing;
  for (fs::path at = path; !at.empty() && !fs::exists(at); at = at.parent_path()) {
    missing.insert(missing.begin(), at);
    if (at == at.parent_path()) break;
  }
  return missing;
}

void check_writable(const fs::path& folder) {
  const fs::path probe = folder / fmt::format(".engd-{}", ::getpid());
  errno = 0;
  std::ofstream stream(probe);
  if (!stream) {
    throw fs::filesystem_error("cannot write", folder,
                               std::error_code(errno ? errno : EACCES, std::generic_category()));
  }
  stream.close();
  fs::remove(probe);
}

}  // namespace

RunFolder RunFolder::create(const fs::path& path, bool force) {
  // "runs/a/" has an empty last part: take it off so that parents are what they seem.
  fs::path clean = path.lexically_normal();
  if (!clean.has_filename() && clean.has_parent_path()) clean = clean.parent_path();
  if (clean.empty()) throw InputError("the name of the run folder is empty");
  RunFolder folder(clean);
  try {
    if (fs::exists(clean) && !fs::is_directory(clean)) {
      throw InputError(
          fmt::format("'{}' is a file: choose another folder with --out", clean.string()));
    }
    if (fs::exists(fs::symlink_status(clean / checkpoint_file)) && !force) {
      throw InputError(fmt::format(
          "the folder '{0}' holds a run that has not ended: go on with it with --resume {0}, "
          "replace it with --force, or choose another folder with --out",
          clean.string()));
    }
    if (fs::exists(clean) && holds_results(clean) && !force) {
      throw InputError(
          fmt::format("the folder '{}' holds the results of a run: replace them with "
                      "--force, or choose another folder with --out",
                      clean.string()));
    }
    for (const fs::path& missing : missing_folders(clean)) {
      if (fs::create_directory(missing)) folder.created_.push_back(missing);
    }
    check_writable(clean);
    if (force) {
      for (const char* name : results) fs::remove(clean / name);
    }
  } catch (const fs::filesystem_error& error) {
    throw InputError(
        fmt::format("cannot use the folder '{}': {}", clean.string(), error.code().message()));
  }
  return folder;
}

RunFolder RunFolder::reopen(const fs::path& path) {
  RunFolder folder(path);
  folder.written_ = true;
  try {
    check_writable(path);
  } catch (const fs::filesystem_error& error) {
    throw InputError(
        fmt::format("cannot use the folder '{}': {}", path.string(), error.code().message()));
  }
  return folder;
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)),
      created_(std::exchange(other.created_, {})),
      written_(other.written_) {}

RunFolder::~RunFolder() {
  if (!written_) remove_created();
}

void RunFolder::remove_created() noexcept {
  std::error_code ignored;  // a folder in which somebody put a file stays
  for (auto folder = created_.rbegin(); folder != created_.rend(); ++folder) {
    fs::remove(*folder, ignored);
  }
}

fs::path RunFolder::temporary(const std::string& name) const {
  return path_ / ("." + name + ".part");
}

void RunFolder::publish(const std::string& name) {
  try {
    formats::rename_durably(temporary(name), file(name));
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary(name), ignored);
    throw;
  }
  written_ = true;
}

void RunFolder::write_with(const std::string& name,
                           const std::function<void(const fs::path&)>& writer) {
  if (!exists()) return;
  try {
    writer(temporary(name));
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary(name), ignored);
    throw;
  }
  publish(name);
}

void RunFolder::write(const std::string& name, std::string_view content) {
  if (!exists()) return;
  formats::replace_file(file(name), content);
  written_ = true;
}

}  // namespace engd::results
