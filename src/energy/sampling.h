#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "energy/term.h"
#include "support/types.h"

namespace engd {
class StateArchive;
}

namespace engd::energy {

/// The points of all terms of an energy, with their weights, and how both change between
/// iterations: the same on every device.
class Sampling {
 public:
  /// The terms must live as long as this.
  Sampling(const std::vector<Term>& terms, std::vector<std::string> coordinate_names,
           std::uint64_t seed);

  const Sample& operator[](std::size_t term) const { return samples_[term]; }
  Index points() const;

  /// What a device computes, at the present theta.
  struct Measurements {
    /// The sum of the squares of a term's residuals at each point, without weights.
    std::function<std::vector<double>(std::size_t term, const Sample& sample)> squares;
    /// For each term the trace of its part of the Gram matrix, with the present weights.
    std::function<Vector()> traces;
  };

  bool is_due(std::size_t term, int iteration) const;
  /// The draw of a term that is due, where its points are simply drawn again, as many as before and
  /// with their weights: then a device may do it itself, and the sample here stays behind.
  std::optional<geometry::Draw> plain_draw(std::size_t term, int iteration) const;
  /// One term that is due: here, or on a device that has done it.
  void redraw(std::size_t term, int iteration);
  void note_draw(std::size_t term, int iteration) { drawn_[term] = {iteration, times_, true}; }
  /// The last draw of a term, where a device has done it.
  std::optional<geometry::Draw> draw_elsewhere(std::size_t term) const;
  bool follows_residuals() const;  ///< `adapt` does more than `redraw`

  // As energy::Energy has them.
  bool redraw(int iteration);
  bool adapt(int iteration, const Measurements& now);
  bool level();
  bool redraws() const;
  void enlarge(double times) { times_ = times; }
  /// Loading places the points that were there when it was saved.
  void exchange(StateArchive& archive);

 private:
  geometry::Draw draw_of(std::size_t term, int iteration) const;
  geometry::PointSet fresh_points(std::size_t term, int iteration, double times) const;
  void place(std::size_t term, geometry::PointSet points);
  void adapt_points(std::size_t term, int iteration, const Measurements& now);
  bool balance(const Measurements& now);
  void weigh(std::size_t term);

  const std::vector<Term>& terms_;
  std::vector<std::string> coordinate_names_;
  std::uint64_t seed_;
  double times_ = 1;  ///< points of terms that are drawn again, in multiples of their rules'
  /// The last draw of a term: all that its points depend on.
  struct Drawn {
    int iteration = 0;
    double times = 1;
    bool elsewhere = false;  ///< on a device, whose points may differ from those here in last bits
  };
  std::vector<Drawn> drawn_;
  std::vector<Sample> samples_;
  std::vector<double> balances_;              ///< factors of the terms that balance themselves
  std::vector<std::vector<double>> factors_;  ///< causal ones by term and point; empty: 1
};

}  // namespace engd::energy
