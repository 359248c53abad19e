#include "results/checkpoint_file.h"

#include <fmt/format.h>

#include "formats/durable_file.h"
#include "formats/hdf5_handles.h"
#include "formats/text_file.h"
#include "results/run_folder.h"
#include "results/sealed_file.h"
#include "support/error.h"

namespace engd::results {

namespace hdf5 = formats::hdf5;
namespace fs = std::filesystem;
namespace {

// Format 1 knew no errors by unknown, and ordered sums otherwise.
constexpr SealedKind checkpoint_kind{"checkpoint", 2, 2};

void write_value(hid_t file, const std::string& name, const StateArchive::Value& value) {
  if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    hdf5::write_numbers(file, name, *numbers);
  else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value))
    hdf5::write_integers(file, name, *integers);
  else
    hdf5::write_bytes(file, name, std::get<std::string>(value));
}

StateArchive::Value read_value(hid_t file, const std::string& name) {
  switch (hdf5::kind_of(file, name)) {
    case hdf5::Kind::numbers:
      return hdf5::read_numbers(file, name);
    case hdf5::Kind::integers:
      return hdf5::read_integers(file, name);
    case hdf5::Kind::bytes:
      return hdf5::read_bytes(file, name);
  }
  throw hdf5::Failure("unexpected contents of '" + name + "'");
}

bool is_whole(const fs::path& file) {
  try {
    read_checkpoint_image(formats::read_text_file(file), file.string());
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

std::string checkpoint_image(const StateArchive& archive) {
  const std::string image = hdf5::image_of([&](hid_t file) {
    for (const auto& [name, value] : archive.values()) write_value(file, name, value);
  });
  return seal(checkpoint_kind, checkpoint_kind.newest, image);
}

StateArchive::Values read_checkpoint_image(std::string_view bytes, const std::string& file) {
  const std::string image = unseal(checkpoint_kind, bytes, file);
  StateArchive::Values values;
  try {
    hdf5::read_image(image, [&](hid_t root) {
      for (const std::string& name : hdf5::links(root)) values[name] = read_value(root, name);
    });
  } catch (const hdf5::Failure& failure) {
    throw InputError(fmt::format("the checkpoint file '{}' is damaged: {}", file, failure.what()));
  }
  return values;
}

void CheckpointFiles::save(const StateArchive& archive) {
  const fs::path last = folder_ / checkpoint_file;
  const fs::path fresh = folder_ / (std::string(".") + checkpoint_file + ".part");
  formats::write_durably(fresh, checkpoint_image(archive));
  std::error_code ignored;
  if (last_is_whole_ && fs::exists(last, ignored))
    formats::rename_durably(last, folder_ / previous_checkpoint_file);
  formats::rename_durably(fresh, last);
  last_is_whole_ = true;
}

void CheckpointFiles::remove() {
  std::error_code ignored;
  // The previous one first: no moment in which it alone is there and looks like the last.
  for (const char* name : {previous_checkpoint_file, checkpoint_file})
    fs::remove(folder_ / name, ignored);
}

LoadedCheckpoint load_checkpoint(const fs::path& folder_or_file) {
  LoadedCheckpoint loaded;
  std::error_code ignored;
  const bool is_folder = fs::is_directory(folder_or_file, ignored);
  loaded.folder = is_folder ? folder_or_file : folder_or_file.parent_path();
  if (loaded.folder.empty()) loaded.folder = ".";
  loaded.file = is_folder ? folder_or_file / checkpoint_file : folder_or_file;
  const fs::path previous = loaded.folder / previous_checkpoint_file;
  if (!fs::exists(loaded.file, ignored)) {
    if (!is_folder)
      throw InputError(fmt::format("--resume {0}: there is no folder or checkpoint '{0}'",
                                   folder_or_file.string()));
    if (!fs::exists(previous, ignored))
      throw InputError(fmt::format("--resume {0}: the folder '{0}' holds no checkpoint",
                                   folder_or_file.string()));
    loaded.file = previous;
  }
  try {
    loaded.values =
        read_checkpoint_image(formats::read_text_file(loaded.file), loaded.file.string());
  } catch (const InputError& error) {
    std::string message = error.what();
    if (loaded.file != previous && is_whole(previous))
      message += fmt::format("; the one before it is whole: go on from there with --resume {}",
                             previous.string());
    throw InputError(message);
  }
  return loaded;
}

}  // namespace engd::results
