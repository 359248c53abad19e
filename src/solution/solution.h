#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem/problem.h"
#include "results/model_file.h"
#include "solution/evaluator.h"
#include "solve/window.h"

namespace engd::solution {

/// A problem and what was trained for it: every network and window of time, hard conditions, the
/// coefficients of the equation. A copy is cheap: copies share what does not change.
class Solution {
 public:
  /// From a run folder or its model.h5. Without `seed`, the one with the least error, estimate of
  /// the error, or loss by summary.json is taken, the first one where nothing tells. Files that the
  /// problem names are looked for beside the model, then where the problem file was; measurements
  /// and references that are gone are not missed. Throws InputError.
  static Solution load(const std::filesystem::path& run_or_model,
                       std::optional<std::uint64_t> seed = {});
  static Solution from_model(const results::Model& model, const std::filesystem::path& file,
                             std::optional<std::uint64_t> seed = {});
  /// Of a run that has just ended. The pieces refer to problems that they own, or to `problem`.
  Solution(std::shared_ptr<const problem::Problem> problem, std::vector<solve::Piece> pieces,
           std::uint64_t seed, std::vector<std::string> overrides = {});

  const problem::Problem& problem() const { return *state_->problem; }
  const std::vector<std::string>& variables() const { return problem().scope.coordinates; }
  const std::vector<std::string>& unknowns() const { return problem().scope.unknowns; }
  const geometry::Box& box() const { return problem().domain; }
  std::uint64_t seed() const { return state_->seed; }
  struct Coefficient {
    std::string name;
    double value = 0;
  };
  std::vector<Coefficient> coefficients() const;
  const std::vector<solve::Piece>& pieces() const { return state_->pieces; }
  bool is_complete() const;  ///< all windows of time are solved

  Evaluator evaluator(const Formulas& formulas, const EvaluatorOptions& options = {}) const {
    return {*this, formulas, options};
  }
  /// "u, u_x"
  Evaluator evaluator(const std::string& formulas, const EvaluatorOptions& options = {}) const {
    return {*this, Formulas(formulas), options};
  }
  /// A part of the domain, as `on` of a term has it: "boundary.left", "x > 0.5". Throws InputError;
  /// `source` is what messages call the text.
  geometry::Region region(const std::string& part, const std::string& source = "part") const;

  /// Writes a model file that `load` reads. Throws std::runtime_error.
  void save(const std::filesystem::path& path) const;

 private:
  friend class Evaluator;
  struct State {
    std::shared_ptr<const problem::Problem> problem;
    std::vector<solve::Piece> pieces;
    std::uint64_t seed = 0;
    std::vector<std::string> overrides;  ///< the --set arguments of the run
  };
  std::shared_ptr<const State> state_;
};

}  // namespace engd::solution
