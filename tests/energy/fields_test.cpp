#include "energy/fields.h"

#include <gtest/gtest.h>

#include "network/kinds.h"

namespace engd::energy {
namespace {

using expr::JetEntry;
using expr::Leaf;
using Place = Leaf::Place;

/// u = x, u_x = 1 at the start.
class Ramp final : public WindowStart {
 public:
  std::vector<double> evaluate(std::span<const JetEntry> entries,
                               const geometry::PointSet& points) const override {
    std::vector<double> values;
    for (const JetEntry& entry : entries) {
      EXPECT_EQ(entry.place, Place::here);
      for (std::ptrdiff_t q = 0; q < points.count; ++q)
        values.push_back(entry.order() == 0 ? points.coordinate(q, 0) : 1);
    }
    return values;
  }
};

TEST(FieldsTest, ADerivativeInThreePlacesIsThreeFields) {
  const geometry::Box box{{0, 0}, {1, 1}};
  const network::Trainable trainable(network::make(network::Options{}, box, 1));
  Fields fields{
      {{trainable, trainable.initial(3), {2.0}}}, {2, {0, 1}}, std::make_shared<Ramp>(), {}};
  const JetEntry slope = expr::value_of(0).differentiated(0);
  const Leaf start = fields.leaf_of(slope.at(Place::start));
  const Leaf partner = fields.leaf_of(slope.at(Place::partner));
  const Leaf here = fields.leaf_of(slope);
  const Leaf other = fields.leaf_of(expr::value_of(0).at(Place::start));
  EXPECT_EQ(fields.leaf_of(slope.at(Place::partner)), partner);
  ASSERT_EQ(fields.entries.size(), 4u);

  geometry::PointSet points;
  points.dimension = 2;
  points.count = 2;
  points.coordinates = {0.1, 0.2, 0.3, 0.4};
  geometry::PointSet there = points;
  there.coordinates = {0.6, 0.7, 0.3, 0.4};
  const std::vector<int> needed{partner.index, other.index, here.index, start.index};
  const FieldValues values(fields, needed, points, there.coordinates);
  const auto of_network = [&](const geometry::PointSet& at) {
    return network::evaluate(fields.networks, std::vector{slope}, fields.space, at);
  };
  for (int q = 0; q < 2; ++q) {
    EXPECT_EQ(values.column(start.index)[q], 1);
    EXPECT_EQ(values.column(other.index)[q], points.coordinate(q, 0));
    EXPECT_EQ(values.column(here.index)[q], of_network(points)[static_cast<std::size_t>(q)]);
    EXPECT_EQ(values.column(partner.index)[q], of_network(there)[static_cast<std::size_t>(q)]);
  }
}

}  // namespace
}  // namespace engd::energy
