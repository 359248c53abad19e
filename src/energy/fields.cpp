#include "energy/fields.h"

#include <algorithm>
#include <cassert>

namespace engd::energy {

int Fields::number_of(const expr::JetEntry& entry) {
  const auto found = std::find(entries.begin(), entries.end(), entry);
  const auto number = static_cast<int>(found - entries.begin());
  if (found == entries.end()) entries.push_back(entry);
  return number;
}

FieldValues::FieldValues(const Fields& fields, const std::vector<int>& needed,
                         const geometry::PointSet& points)
    : columns_(fields.entries.size(), -1), count_(points.count) {
  std::vector<expr::JetEntry> entries;
  for (const int field : needed) {
    columns_[static_cast<std::size_t>(field)] = static_cast<int>(entries.size());
    entries.push_back(fields.entries[static_cast<std::size_t>(field)]);
  }
  if (!entries.empty()) values_ = network::evaluate(fields.networks, entries, fields.space, points);
}

const double* FieldValues::column(int field) const {
  assert(columns_[static_cast<std::size_t>(field)] >= 0);
  return values_.data() + columns_[static_cast<std::size_t>(field)] * count_;
}

}  // namespace engd::energy
