#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace engd::results {

/// A kind of file that carries its format's version, its length and a checksum in the first 512
/// bytes (HDF5's least user block), so that damage is found before any other program part looks at
/// its contents.
struct SealedKind {
  const char* name;  ///< for messages and the first line: "model", "checkpoint"
  int newest;        ///< format that this program writes and reads
  int oldest = 1;    ///< that it reads
};

/// FNV-1a: a change of any one byte changes it, and few other changes do not.
std::uint64_t checksum(std::string_view bytes);

/// The contents with a header before them.
std::string seal(const SealedKind& kind, int version, std::string_view contents);

/// What was sealed. Throws InputError that names the file, for one that is foreign, damaged,
/// truncated or of a format that this program does not read. Every change of a byte or of the
/// length is found.
std::string unseal(const SealedKind& kind, std::string_view bytes, const std::string& file);

/// Throws InputError where the file cannot be read, too.
std::string read_sealed(const SealedKind& kind, const std::filesystem::path& path);

}  // namespace engd::results
