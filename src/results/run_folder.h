#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace engd::results {

/// Where a run that has not ended can be gone on with (checkpoint_file.h).
inline constexpr const char* checkpoint_file = "checkpoint.h5";
inline constexpr const char* previous_checkpoint_file = "checkpoint-previous.h5";

/// The folder that holds what a run produced, or none, where it lives in memory alone. Files appear
/// in it whole or not at all: each is written under another name beside its place and then renamed.
class RunFolder {
 public:
  /// Makes the folder and its parents. Throws InputError where results lie already (unless
  /// `force`: then they are removed), or where the folder cannot be made or written to; then
  /// nothing is left behind.
  static RunFolder create(const std::filesystem::path& path, bool force);

  /// The folder of a run that goes on. Throws InputError where it cannot be written to.
  static RunFolder reopen(const std::filesystem::path& path);

  /// No folder: nothing is written.
  static RunFolder none() { return RunFolder({}); }

  /// A folder into which nothing was written is removed again, with the parents that were made.
  ~RunFolder();
  RunFolder(RunFolder&& other) noexcept;
  RunFolder& operator=(RunFolder&&) = delete;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  bool exists() const { return !path_.empty(); }
  const std::filesystem::path& path() const { return path_; }  ///< empty where there is none
  bool is_new() const {
    return !created_.empty() && created_.back() == path_;
  }  ///< not there before
  std::filesystem::path file(const std::string& name) const { return path_ / name; }

  /// Throws std::runtime_error when the file cannot be written (disk full, folder gone).
  void write(const std::string& name, std::string_view content);

  /// `writer` gets a temporary name in the folder and writes a file of that name.
  void write_with(const std::string& name,
                  const std::function<void(const std::filesystem::path&)>& writer);

  /// For files that grow during the run: where to write, and when it is complete.
  std::filesystem::path temporary(const std::string& name) const;
  void publish(const std::string& name);

 private:
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}
  void remove_created() noexcept;

  std::filesystem::path path_;
  std::vector<std::filesystem::path> created_;  ///< folders made here, outermost first
  bool written_ = false;
};

}  // namespace engd::results
