#include "solve/window_end.h"

#include <algorithm>
#include <numeric>

namespace engd::solve {

const std::vector<double>* EndValues::find(const Question& question) const {
  const auto answer = std::find_if(answers_.begin(), answers_.end(),
                                   [&](const Answer& a) { return a.question == question; });
  return answer == answers_.end() ? nullptr : &answer->values;
}

void EndValues::keep(Question question, std::vector<double> values) {
  std::erase_if(answers_, [&](const Answer& answer) {
    return answer.question.entries == question.entries && answer.question.places == question.places;
  });
  if (answers_.size() == most) answers_.erase(answers_.begin());
  answers_.push_back({std::move(question), std::move(values)});
}

namespace {

/// Points that differ in more than the time, at one time, and which of them each point is.
struct Places {
  geometry::PointSet points;
  std::vector<Index> of_point;
};

Places distinct_places(const geometry::PointSet& points, int axis, double time) {
  const auto compare = [&](Index a, Index b) {
    for (int j = 0; j < points.dimension; ++j) {
      if (j == axis) continue;
      const double x = points.coordinate(a, j), y = points.coordinate(b, j);
      if (x != y) return x < y ? -1 : 1;
    }
    return 0;
  };
  std::vector<Index> order(static_cast<std::size_t>(points.count)), first;
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return compare(a, b) < 0; });
  Places places;
  places.of_point.resize(order.size());
  for (const Index q : order) {
    if (first.empty() || compare(first.back(), q) != 0) first.push_back(q);
    places.of_point[static_cast<std::size_t>(q)] = std::ssize(first) - 1;
  }
  places.points.dimension = points.dimension;
  places.points.count = std::ssize(first);
  places.points.weights.assign(first.size(), 1.0);
  for (int j = 0; j < points.dimension; ++j)
    for (const Index q : first)
      places.points.coordinates.push_back(j == axis ? time : points.coordinate(q, j));
  return places;
}

class WindowEnd final : public energy::WindowStart {
 public:
  WindowEnd(const Piece& piece, int axis, double time, int threads)
      : problem_(piece.problem),
        level_(std::make_unique<Level>(piece.level.fresh())),
        theta_(piece.theta),
        ends_(piece.ends),
        axis_(axis),
        time_(time),
        threads_(threads),
        end_(piece.ends->new_end()) {}

  std::vector<double> evaluate(std::span<const expr::JetEntry> entries,
                               const geometry::PointSet& points) const override {
    Places places = distinct_places(points, axis_, time_);
    EndValues::Question question{end_, {entries.begin(), entries.end()}, {}};
    question.places = places.points.coordinates;
    std::fill_n(question.places.begin() + axis_ * places.points.count, places.points.count, 0.0);
    const Index count = places.points.count;
    const std::vector<double>* known = ends_->find(question);
    if (!known) {
      ends_->keep(question, computed(entries, std::move(places.points)));
      known = ends_->find(question);
    }
    std::vector<double> values;
    values.reserve(entries.size() * places.of_point.size());
    for (Index entry = 0; entry < std::ssize(entries); ++entry)
      for (const Index place : places.of_point)
        values.push_back((*known)[static_cast<std::size_t>(entry * count + place)]);
    return values;
  }

 private:
  std::vector<double> computed(std::span<const expr::JetEntry> entries,
                               geometry::PointSet points) const {
    Matrix values;
    level_->unknowns_at(entries, std::move(points), threads_).evaluate(theta_, values);
    return {values.data(), values.data() + values.size()};
  }

  std::shared_ptr<const problem::Problem> problem_;
  std::unique_ptr<Level> level_;
  Vector theta_;
  std::shared_ptr<EndValues> ends_;
  int axis_;
  double time_;
  int threads_;
  int end_;
};

}  // namespace

std::shared_ptr<const energy::WindowStart> make_window_end(const Piece& piece, int axis,
                                                           double time, int threads) {
  return std::make_shared<WindowEnd>(piece, axis, time, threads);
}

}  // namespace engd::solve
