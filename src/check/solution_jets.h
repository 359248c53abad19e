#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "check/sized.h"
#include "check/subject.h"

namespace engd::check {

/// Derivatives of the given solution at a point: the values of the jet that a residual would see.
class SolutionJets {
 public:
  /// Nothing where the solution of an unknown or the value of a coefficient is not known, or where
  /// the derivatives would take long. `shift` leads to the partner of a point.
  static std::optional<SolutionJets> of(Subject& subject,
                                        const std::vector<expr::JetEntry>& entries,
                                        std::span<const double> shift = {});

  std::size_t operations() const { return formulas_.operations(); }
  void evaluate(std::span<const double> point);
  const Sized& operator[](const expr::JetEntry& entry) const { return values_.at(entry); }

 private:
  struct Sum {
    expr::JetEntry entry;
    std::size_t first = 0, last = 0;  ///< the formulas whose sum it is
  };
  SolutionJets(SizedFormulas formulas, std::vector<Sum> sums,
               std::map<expr::JetEntry, Sized> values)
      : formulas_(std::move(formulas)), sums_(std::move(sums)), values_(std::move(values)) {}

  SizedFormulas formulas_;
  std::vector<Sum> sums_;
  std::map<expr::JetEntry, Sized> values_;
};

}  // namespace engd::check
