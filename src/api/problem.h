#pragma once

#include <engd/problem.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "api/statement.h"
#include "problem/problem.h"

namespace engd {

namespace api {

/// Measurements that are given in memory, as the file that the reader wants. It goes with the last
/// problem that uses it.
class DataFile {
 public:
  explicit DataFile(const std::string& text);
  ~DataFile();
  DataFile(const DataFile&) = delete;
  DataFile& operator=(const DataFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace api

inline namespace v0 {

struct Problem::Inside {
  std::string file = "problem.toml";
  std::string text;                         ///< of a problem that was read
  std::optional<api::Statement> statement;  ///< of another
  std::vector<std::shared_ptr<const api::DataFile>> data;
  std::vector<std::string> overrides;  ///< what set() has changed

  std::string problem_text() const { return statement ? statement->text() : text; }
  problem::Problem made() const;  ///< throws InputError
  /// In the words of the program: of terms and of set().
  Complaint retell(const Complaint& complaint) const;
};

}  // namespace v0
}  // namespace engd
