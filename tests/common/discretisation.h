#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend/cpu/solution_error.h"
#include "backend/device.h"
#include "common/statement.h"
#include "energy/ansatz.h"
#include "geometry/domain.h"

namespace engd::testing {

/// What a statement becomes, made of the lower layers alone: formulas in one graph, the terms of an
/// energy, a network. It outlives the energies that it makes.
class Discretisation {
 public:
  explicit Discretisation(const Statement& statement);
  Discretisation(const Discretisation&) = delete;
  Discretisation& operator=(const Discretisation&) = delete;

  std::unique_ptr<energy::Energy> make_energy(std::uint64_t seed, int threads,
                                              backend::Device device = backend::Device::cpu);

  expr::Node parse(const std::string& formula);
  geometry::Region region(const Texts& on) const;
  geometry::PointSet place(const geometry::PointRule& rule, const Texts& on) const;
  /// Derivatives of the unknowns: entry k at point q.
  Matrix values(const Vector& theta, std::span<const expr::JetEntry> entries,
                const geometry::PointSet& points);
  /// The distance to known solutions, one text an unknown ("": not known), on points of the inside.
  cpu::SolutionError error_of(const std::vector<std::string>& solution,
                              const geometry::PointRule& rule,
                              std::vector<energy::Freedom> up_to = {});

  expr::Graph graph;
  expr::Scope scope;
  geometry::Domain domain;
  network::Mlp network;
  energy::Ansatz ansatz;
  std::vector<energy::Term> terms;

 private:
  energy::Term term_of(const TermText& text);
};

}  // namespace engd::testing
