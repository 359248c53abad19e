#include "results/sealed_file.h"

#include <fmt/format.h>

#include <cstdlib>

#include "formats/text_file.h"
#include "support/error.h"

namespace engd::results {
namespace {

constexpr std::size_t header_size = 512;

std::string magic_of(const SealedKind& kind) {
  return fmt::format("engd {}, format", kind.name);
}

std::string header_of(const SealedKind& kind, int version, std::string_view contents) {
  std::string header = fmt::format("{} {}\nbytes {}\nfnv1a {:016x}\n", magic_of(kind), version,
                                   contents.size(), checksum(contents));
  header.resize(header_size, '\0');
  return header;
}

}  // namespace

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3u;
  }
  return hash;
}

std::string seal(const SealedKind& kind, int version, std::string_view contents) {
  return header_of(kind, version, contents).append(contents);
}

std::string unseal(const SealedKind& kind, std::string_view bytes, const std::string& file) {
  const std::string magic = magic_of(kind);
  if (bytes.size() < header_size || !bytes.starts_with(magic))
    throw InputError(fmt::format("'{}' is not a {} file of engd", file, kind.name));
  const std::string header(bytes.substr(0, header_size));
  const int version = std::atoi(header.c_str() + magic.size());
  if (version > kind.newest)
    throw InputError(fmt::format("'{}' has format {}; this program reads up to format {}", file,
                                 version, kind.newest));
  const std::string_view contents = bytes.substr(header_size);
  if (version < 1 || header != header_of(kind, version, contents))
    throw InputError(
        fmt::format("the {} file '{}' is damaged: its checksum does not match", kind.name, file));
  if (version < kind.oldest)
    throw InputError(
        fmt::format("'{}' has format {}, which an earlier version of the program has written; this "
                    "one reads format {}",
                    file, version, kind.oldest));
  return std::string(contents);
}

std::string read_sealed(const SealedKind& kind, const std::filesystem::path& path) {
  std::string bytes;
  try {
    bytes = formats::read_text_file(path);
  } catch (const InputError&) {
    throw InputError(fmt::format("cannot read the {} file '{}'", kind.name, path.string()));
  }
  return unseal(kind, bytes, path.string());
}

}  // namespace engd::results
