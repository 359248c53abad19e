#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "formats/text_file.h"
#include "results/history.h"
#include "support/error.h"

namespace engd::results {
namespace {

/// The fields of one line, quotes taken off (RFC 4180; a field has no line break here).
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (quoted && line[k] == '"' && k + 1 < line.size() && line[k + 1] == '"')
      fields.back() += line[k++];
    else if (line[k] == '"')
      quoted = !quoted;
    else if (line[k] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[k];
  }
  return fields;
}

constexpr std::size_t leading = 4, trailing = 5;  ///< columns before and after those of the terms
constexpr std::string_view coefficient_prefix = "coefficient_";

/// The columns up to `rank`; those of coefficients follow.
std::size_t columns_before_coefficients(const std::vector<std::string>& names) {
  std::size_t count = names.size();
  while (count > 0 && names[count - 1].starts_with(coefficient_prefix)) --count;
  return count;
}

bool is_header(const std::vector<std::string>& all) {
  const std::vector<std::string> names(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(columns_before_coefficients(all)));
  const std::vector<std::string> first{"seed", "iteration", "seconds", "loss"},
      last{"rel_l2", "rel_h1", "step", "gradient_norm", "rank"};
  if (names.size() < leading + trailing) return false;
  for (std::size_t k = leading; k + trailing < names.size(); ++k)
    if (!names[k].starts_with("loss_")) return false;
  return std::equal(first.begin(), first.end(), names.begin()) &&
         std::equal(last.begin(), last.end(), names.end() - trailing);
}

/// One row; `where` is "FILE:LINE".
class Row {
 public:
  Row(const std::vector<std::string>& names, std::vector<std::string> fields, std::string where)
      : names_(names), fields_(std::move(fields)), where_(std::move(where)) {
    if (fields_.size() != names_.size())
      throw InputError(fmt::format("{}: is damaged: {} fields, and the header has {}", where_,
                                   fields_.size(), names_.size()));
  }

  template <typename T>
  T number(std::size_t column) const {
    const std::string& text = fields_[column];
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
      throw InputError(
          fmt::format("{}: is damaged: '{}' is no value of {}", where_, text, names_[column]));
    return value;
  }

  template <typename T>
  std::optional<T> number_or_nothing(std::size_t column) const {
    if (fields_[column].empty()) return std::nullopt;
    return number<T>(column);
  }

 private:
  const std::vector<std::string>& names_;
  std::vector<std::string> fields_;
  std::string where_;
};

}  // namespace

History read_history(const std::filesystem::path& path) {
  const std::string text = formats::read_text_file(path);
  History history;
  std::vector<std::string> names;
  std::size_t line_number = 0, columns = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line(text.data() + begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);  // a spreadsheet has saved it
    begin = end + 1;
    ++line_number;
    const std::string where = fmt::format("{}:{}", path.string(), line_number);
    if (line_number == 1) {
      names = fields_of(line);
      if (!is_header(names)) throw InputError(where + ": is no header of a history");
      columns = columns_before_coefficients(names);
      for (std::size_t k = leading; k + trailing < columns; ++k)
        history.term_names.push_back(names[k].substr(5));
      for (std::size_t k = columns; k < names.size(); ++k)
        history.coefficient_names.push_back(names[k].substr(coefficient_prefix.size()));
      continue;
    }
    const Row fields(names, fields_of(line), where);
    HistoryRow row;
    row.seed = fields.number<std::uint64_t>(0);
    row.iteration = fields.number<int>(1);
    row.seconds = fields.number<double>(2);
    row.loss = fields.number<double>(3);
    for (std::size_t k = leading; k + trailing < columns; ++k)
      row.term_losses.push_back(fields.number<double>(k));
    for (std::size_t k = columns; k < names.size(); ++k)
      row.coefficients.push_back(fields.number<double>(k));
    const std::size_t rest = columns - trailing;
    row.rel_l2 = fields.number_or_nothing<double>(rest);
    row.rel_h1 = fields.number_or_nothing<double>(rest + 1);
    row.step = fields.number_or_nothing<double>(rest + 2);
    row.gradient_norm = fields.number_or_nothing<double>(rest + 3);
    row.rank = fields.number_or_nothing<std::int64_t>(rest + 4);
    history.rows.push_back(std::move(row));
  }
  if (names.empty()) throw InputError(fmt::format("{}: is empty", path.string()));
  return history;
}

}  // namespace engd::results
