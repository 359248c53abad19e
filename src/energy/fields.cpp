#include "energy/fields.h"

#include <algorithm>
#include <cassert>

namespace engd::energy {

using expr::JetEntry;
using expr::Leaf;

Leaf Fields::leaf_of(const JetEntry& entry) {
  const auto found = std::find(entries.begin(), entries.end(), entry);
  const auto number = static_cast<int>(found - entries.begin());
  if (found == entries.end()) entries.push_back(entry);
  return Leaf::of(Leaf::Kind::field, number);
}

FieldValues::FieldValues(const Fields& fields, const std::vector<int>& needed,
                         const geometry::PointSet& points, const std::vector<double>& partners)
    : columns_(fields.entries.size(), -1), count_(points.count) {
  if (const auto entries = place(fields, needed, Leaf::Place::start); !entries.empty())
    append(fields.start->evaluate(entries, points));
  if (const auto entries = place(fields, needed, Leaf::Place::here); !entries.empty())
    append(network::evaluate(fields.networks, entries, fields.space, points));
  const auto entries = place(fields, needed, Leaf::Place::partner);
  if (entries.empty()) return;
  geometry::PointSet there = points;
  there.coordinates = partners;
  append(network::evaluate(fields.networks, entries, fields.space, there));
}

/// Gives columns to the fields of a place: their derivatives, as those who evaluate them know them.
std::vector<JetEntry> FieldValues::place(const Fields& fields, const std::vector<int>& needed,
                                         Leaf::Place place) {
  std::vector<JetEntry> entries;
  for (const int field : needed) {
    const auto k = static_cast<std::size_t>(field);
    if (fields.entries[k].place != place) continue;
    columns_[k] = next_++;
    entries.push_back(fields.entries[k].at(Leaf::Place::here));
  }
  return entries;
}

void FieldValues::append(const std::vector<double>& values) {
  values_.insert(values_.end(), values.begin(), values.end());
}

const double* FieldValues::column(int field) const {
  assert(columns_[static_cast<std::size_t>(field)] >= 0);
  return values_.data() + columns_[static_cast<std::size_t>(field)] * count_;
}

}  // namespace engd::energy
