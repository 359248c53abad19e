#pragma once

#include <filesystem>
#include <string>

#include "support/state_archive.h"

namespace engd::results {

/// A checkpoint as bytes: an HDF5 file with one data set for each value of the archive, behind the
/// header that model files have (sealed_file.h).
std::string checkpoint_image(const StateArchive& archive);

/// Throws InputError that names the file for bytes that are no checkpoint, damaged, or of a newer
/// format.
StateArchive::Values read_checkpoint_image(std::string_view bytes, const std::string& file);

/// The checkpoints of a run folder: the last one and the one before it. At every moment, also when
/// the machine fails, one of them is there whole (after the first was written).
class CheckpointFiles {
 public:
  explicit CheckpointFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Throws std::runtime_error where it cannot be written; then those before it are still there.
  void save(const StateArchive& archive);
  void remove();
  /// `checkpoint.h5` is known to be whole: the next one moves it to the place of the previous one
  /// instead of replacing it.
  void trust_last() { last_is_whole_ = true; }

 private:
  std::filesystem::path folder_;
  bool last_is_whole_ = false;
};

/// What `--resume` names: a run folder, or one checkpoint in it.
struct LoadedCheckpoint {
  std::filesystem::path folder, file;
  StateArchive::Values values;
};
/// Of a folder, its last checkpoint; where that is missing, because a crash came between two
/// renamings, the previous one. Throws InputError for a damaged one, and names the previous one
/// where that is whole: nobody goes back unasked.
LoadedCheckpoint load_checkpoint(const std::filesystem::path& folder_or_file);

}  // namespace engd::results
