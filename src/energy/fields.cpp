#include "energy/fields.h"

#include <algorithm>
#include <cassert>

namespace engd::energy {

int Fields::number_of(const Entry& entry) {
  const auto found = std::find(entries.begin(), entries.end(), entry);
  const auto number = static_cast<int>(found - entries.begin());
  if (found == entries.end()) entries.push_back(entry);
  return number;
}

FieldValues::FieldValues(const Fields& fields, const std::vector<int>& needed,
                         const geometry::PointSet& points, const std::vector<double>& partners)
    : columns_(fields.entries.size(), -1), count_(points.count) {
  evaluate_start(fields, needed, points);
  if (needed.empty() || fields.networks.empty()) return;
  evaluate(fields, needed, points, 0);
  if (partners.empty()) return;
  geometry::PointSet there = points;
  there.coordinates = partners;
  evaluate(fields, needed, there, fields.networks.front().trainable.network().unknowns());
}

void FieldValues::evaluate_start(const Fields& fields, const std::vector<int>& needed,
                                 const geometry::PointSet& points) {
  std::vector<expr::JetEntry> entries;
  for (const int field : needed) {
    const Fields::Entry& entry = fields.entries[static_cast<std::size_t>(field)];
    if (!entry.of_start) continue;
    columns_[static_cast<std::size_t>(field)] = static_cast<int>(entries.size());
    entries.push_back(entry.jet);
  }
  if (!entries.empty()) values_ = fields.start->evaluate(entries, points);
}

/// Those of the fields whose unknowns are first_unknown, first_unknown + 1, ... of the networks.
void FieldValues::evaluate(const Fields& fields, const std::vector<int>& needed,
                           const geometry::PointSet& points, int first_unknown) {
  const int unknowns = fields.networks.front().trainable.network().unknowns();
  const auto columns =
      static_cast<std::ptrdiff_t>(values_.size()) / std::max<std::ptrdiff_t>(1, count_);
  std::vector<expr::JetEntry> entries;
  for (const int field : needed) {
    if (fields.entries[static_cast<std::size_t>(field)].of_start) continue;
    expr::JetEntry entry = fields.entries[static_cast<std::size_t>(field)].jet;
    entry.unknown = static_cast<std::int16_t>(entry.unknown - first_unknown);
    if (entry.unknown < 0 || entry.unknown >= unknowns) continue;
    columns_[static_cast<std::size_t>(field)] = static_cast<int>(columns + std::ssize(entries));
    entries.push_back(entry);
  }
  if (entries.empty()) return;
  const auto more = network::evaluate(fields.networks, entries, fields.space, points);
  values_.insert(values_.end(), more.begin(), more.end());
}

const double* FieldValues::column(int field) const {
  assert(columns_[static_cast<std::size_t>(field)] >= 0);
  return values_.data() + columns_[static_cast<std::size_t>(field)] * count_;
}

}  // namespace engd::energy
