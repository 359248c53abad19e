#pragma once

#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "energy/fields.h"
#include "expr/tape.h"
#include "network/jet_plan.h"
#include "solve/window.h"

namespace engd::solution {

/// Derivatives of a sum of networks with given parameters, in double: one array for each entry.
/// (Training needs the extended precision of network::evaluate, because it takes differences of
/// such values; the values themselves do not.)
class NetworkSum {
 public:
  struct Summand {
    const network::Trainable* trainable;
    const double* theta;
    std::vector<double> scale;  ///< one an unknown; empty: 1
  };
  NetworkSum(std::vector<Summand> summands, std::vector<expr::JetEntry> entries,
             const expr::Space& space);
  NetworkSum(const NetworkSum&) = delete;  // blocks refer to the plan
  NetworkSum& operator=(const NetworkSum&) = delete;

  /// What one thread needs.
  class Worker {
   public:
    explicit Worker(const NetworkSum& sum);
    void evaluate(int n, const double* const* coordinates);
    const double* values(std::size_t entry) const;

   private:
    const NetworkSum& sum_;
    std::vector<std::unique_ptr<network::FunctionBlock>> blocks_;
    Matrix values_;  ///< empty where the outputs of a single network are the values
  };

 private:
  std::vector<Summand> summands_;
  std::vector<expr::JetEntry> entries_;
  network::JetPlan plan_;
};

/// Formulas of the unknowns over one interval of time as code for blocks of points: the ansatz of
/// the piece has been put in, coefficients are numbers, and the state at the start of a window is
/// code of the piece before it.
class PieceCode {
 public:
  static constexpr int capacity = network::FunctionBlock::capacity;  ///< points of a block

  /// Code of the states at which windows begin, by the piece before and the entries asked for:
  /// windows share it.
  using States =
      std::map<std::pair<std::size_t, std::vector<expr::JetEntry>>, std::shared_ptr<PieceCode>>;

  /// The last of `pieces` is meant; those before it are the windows before its own, and outlive the
  /// code like the piece itself. `graph` has the formulas.
  PieceCode(std::span<const solve::Piece> pieces, expr::Graph& graph,
            const std::vector<expr::Node>& formulas, States& states);

  /// What one thread needs. Workers of one thread share those of states.
  class Worker {
   public:
    using Shared = std::map<const PieceCode*, std::shared_ptr<Worker>>;
    Worker(const PieceCode& code, Shared& shared);
    /// coordinates[j] and normals[j] hold n <= capacity values, normals where formulas have some;
    /// out[k] receives formula k.
    void evaluate(int n, const double* const* coordinates, const double* const* normals,
                  double* const* out);

   private:
    const PieceCode& code_;
    std::unique_ptr<NetworkSum::Worker> trained_, frozen_;
    std::shared_ptr<Worker> before_;
    Matrix at_start_;                     ///< values of the piece before
    std::vector<const double*> place_;    ///< coordinates at the start
    std::vector<double> time_;            ///< there
    std::vector<double*> start_columns_;  ///< of at_start_
    std::vector<const double*> in_;
    Vector workspace_;
  };

 private:
  /// Where an input of the tape comes from.
  struct Input {
    enum class From { coordinate, normal, trained, frozen, start } from;
    int number;  ///< of the coordinate, or of the entry
  };
  Input input_of(const expr::Leaf& leaf, const std::shared_ptr<const energy::Fields>& fields);

  expr::Tape tape_;
  std::vector<Input> inputs_;
  int dimension_ = 0, time_axis_ = -1;
  double start_time_ = 0;
  std::vector<expr::JetEntry> trained_entries_, frozen_entries_, start_entries_;
  std::unique_ptr<NetworkSum> trained_, frozen_;
  std::shared_ptr<PieceCode> before_;
};

}  // namespace engd::solution
