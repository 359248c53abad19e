#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "energy/term.h"
#include "support/types.h"

namespace engd::energy {

/// The points of all terms of an energy, and their redrawing: the same on every device.
class Sampling {
 public:
  /// The terms must live as long as this.
  Sampling(const std::vector<Term>& terms, std::vector<std::string> coordinate_names,
           std::uint64_t seed);

  const Sample& operator[](std::size_t term) const { return samples_[term]; }
  Index points() const;

  // As energy::Energy has them.
  bool redraw(int iteration);
  bool redraws() const;
  void enlarge(double times) { times_ = times; }

 private:
  const std::vector<Term>& terms_;
  std::vector<std::string> coordinate_names_;
  std::uint64_t seed_;
  double times_ = 1;  ///< points of terms that are drawn again, in multiples of their rules'
  std::vector<Sample> samples_;
};

}  // namespace engd::energy
