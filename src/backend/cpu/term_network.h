#pragma once

#include <memory>

#include "backend/cpu/function_block.h"
#include "energy/term.h"

namespace engd::cpu {

/// The network on a block of a term's points and, where the density looks at their partners, there
/// as well.
class TermNetwork {
 public:
  TermNetwork(const network::Mlp& mlp, const network::JetPlan& plan,
              const energy::Density& density);

  /// Where a jet entry is found.
  struct Place {
    bool at_partner;
    int unknown, channel;
  };
  Place place_of(const expr::JetEntry& jet) const;

  /// Points first .. first + n of the sample.
  void set_points(const energy::Sample& sample, Index first, int n);
  void forward(const double* theta, bool keep);
  const double* output(const Place& place) const {
    return block(place).output(place.unknown, place.channel);
  }
  void clear_cotangents();
  double* open_cotangent(const Place& place) {
    return block(place).open_cotangent(place.unknown, place.channel);
  }
  void write_rows(const double* theta, double* rows, Index ld);
  void add_gradient(const double* theta, double* g);

 private:
  FunctionBlock& block(const Place& place) const { return place.at_partner ? *partner_ : *here_; }

  const network::JetPlan& plan_;
  int n_ = 0;
  std::unique_ptr<FunctionBlock> here_;
  std::unique_ptr<FunctionBlock> partner_;  ///< null where no density looks there
  Matrix partner_rows_;
  std::vector<const double*> coordinates_;
};

}  // namespace engd::cpu
