#include "solution/piece_code.h"

#include <algorithm>
#include <stdexcept>

#include "expr/substitute.h"
#include "problem/time_order.h"

namespace engd::solution {

using expr::JetEntry;
using expr::Leaf;
using expr::Node;

NetworkSum::NetworkSum(std::vector<Summand> summands, std::vector<JetEntry> entries,
                       const expr::Space& space)
    : summands_(std::move(summands)), entries_(std::move(entries)), plan_(entries_, space) {}

NetworkSum::Worker::Worker(const NetworkSum& sum) : sum_(sum) {
  for (const Summand& one : sum.summands_)
    blocks_.push_back(one.trainable->network().make_block(sum.plan_));
  const bool is_plain = sum.summands_.size() == 1 && sum.summands_.front().scale.empty();
  if (!is_plain) values_.setZero(PieceCode::capacity, std::ssize(sum.entries_));
}

void NetworkSum::Worker::evaluate(int n, const double* const* coordinates) {
  if (values_.size() > 0) values_.topRows(n).setZero();
  for (std::size_t s = 0; s < blocks_.size(); ++s) {
    const Summand& one = sum_.summands_[s];
    blocks_[s]->set_points(n, coordinates);
    blocks_[s]->forward(one.theta, false);
    for (Index k = 0; k < values_.cols(); ++k) {
      const JetEntry& entry = sum_.entries_[static_cast<std::size_t>(k)];
      const double scale =
          one.scale.empty() ? 1.0 : one.scale[static_cast<std::size_t>(entry.index)];
      const double* of_network = blocks_[s]->output(entry.index, sum_.plan_.used_index(entry));
      double* value = values_.col(k).data();
      for (int q = 0; q < n; ++q) value[q] += scale * of_network[q];
    }
  }
}

const double* NetworkSum::Worker::values(std::size_t entry) const {
  if (values_.size() > 0) return values_.col(static_cast<Index>(entry)).data();
  const JetEntry& one = sum_.entries_[entry];
  return blocks_.front()->output(one.index, sum_.plan_.used_index(one));
}

namespace {

/// Formulas with the values that coefficients have been given.
std::vector<Node> with_coefficients(expr::Graph& graph, const std::vector<Node>& formulas,
                                    const solve::Piece& piece) {
  return expr::substitute(graph, formulas, [&](Node leaf) {
    const expr::NodeData data = graph[leaf];
    if (!data.is(Leaf::Kind::coefficient)) return leaf;
    return graph.constant(piece.level.trainable->coefficient(piece.theta.data(), data.leaf.index));
  });
}

int number_among(std::vector<JetEntry>& entries, const JetEntry& entry) {
  const auto found = std::ranges::find(entries, entry);
  const auto number = static_cast<int>(found - entries.begin());
  if (found == entries.end()) entries.push_back(entry);
  return number;
}

}  // namespace

PieceCode::PieceCode(std::span<const solve::Piece> pieces, expr::Graph& graph,
                     const std::vector<Node>& formulas, States& states) {
  const solve::Piece& piece = pieces.back();
  const problem::Problem& problem = *piece.problem;
  dimension_ = problem.domain.dimension();
  energy::Ansatz ansatz = piece.level.ansatz();
  std::vector<Node> nodes = with_coefficients(graph, formulas, piece);
  nodes = with_coefficients(graph, ansatz.apply(graph, nodes), piece);
  tape_ = expr::Tape(graph, nodes);
  for (const Leaf& leaf : tape_.inputs()) inputs_.push_back(input_of(leaf, ansatz.fields()));

  const expr::Space& space = problem.scope.space;
  if (!trained_entries_.empty())
    trained_ = std::make_unique<NetworkSum>(
        std::vector<NetworkSum::Summand>{{piece.level.trainable.get(), piece.theta.data(), {}}},
        trained_entries_, space);
  if (!frozen_entries_.empty()) {
    std::vector<NetworkSum::Summand> summands;
    for (const network::FrozenNetwork& one : piece.level.frozen)
      summands.push_back({&one.trainable, one.theta.data(), one.scale});
    frozen_ = std::make_unique<NetworkSum>(std::move(summands), frozen_entries_, space);
  }
  if (start_entries_.empty()) return;
  time_axis_ = problem::time_axis(problem);
  start_time_ = problem.domain.lower[static_cast<std::size_t>(time_axis_)];
  const auto earlier = pieces.first(pieces.size() - 1);
  std::shared_ptr<PieceCode>& code = states[{earlier.size(), start_entries_}];
  if (!code) {
    expr::Graph own = earlier.back().problem->graph;
    std::vector<Node> state;
    for (const JetEntry& entry : start_entries_) state.push_back(own.jet(entry));
    code = std::make_shared<PieceCode>(earlier, own, state, states);
  }
  before_ = code;
}

PieceCode::Input PieceCode::input_of(const Leaf& leaf,
                                     const std::shared_ptr<const energy::Fields>& fields) {
  switch (leaf.kind) {
    case Leaf::Kind::coordinate:
      return {Input::From::coordinate, leaf.index};
    case Leaf::Kind::normal:
      return {Input::From::normal, leaf.index};
    case Leaf::Kind::jet:
      return {Input::From::trained, number_among(trained_entries_, leaf)};
    case Leaf::Kind::field: {
      const JetEntry entry = fields->entries[static_cast<std::size_t>(leaf.index)];
      if (entry.place == Leaf::Place::start)
        return {Input::From::start, number_among(start_entries_, entry.at(Leaf::Place::here))};
      return {Input::From::frozen, number_among(frozen_entries_, entry)};
    }
    case Leaf::Kind::data:
    case Leaf::Kind::measured:
    case Leaf::Kind::coefficient:
    case Leaf::Kind::increment:
      break;
  }
  throw std::logic_error("a formula of a solution has a leaf that has no value at a point");
}

PieceCode::Worker::Worker(const PieceCode& code, Shared& shared)
    : code_(code), in_(code.inputs_.size()) {
  if (code.trained_) trained_ = std::make_unique<NetworkSum::Worker>(*code.trained_);
  if (code.frozen_) frozen_ = std::make_unique<NetworkSum::Worker>(*code.frozen_);
  workspace_.setZero(static_cast<Index>(code.tape_.workspace_size()));
  if (!code.before_) return;
  std::shared_ptr<Worker>& state = shared[code.before_.get()];
  if (!state) state = std::make_shared<Worker>(*code.before_, shared);
  before_ = state;
  at_start_.setZero(capacity, std::ssize(code.start_entries_));
  for (Index k = 0; k < at_start_.cols(); ++k) start_columns_.push_back(at_start_.col(k).data());
  time_.assign(capacity, code.start_time_);
}

void PieceCode::Worker::evaluate(int n, const double* const* coordinates,
                                 const double* const* normals, double* const* out) {
  if (trained_) trained_->evaluate(n, coordinates);
  if (frozen_) frozen_->evaluate(n, coordinates);
  if (before_) {
    place_.assign(coordinates, coordinates + code_.dimension_);
    place_[static_cast<std::size_t>(code_.time_axis_)] = time_.data();
    before_->evaluate(n, place_.data(), nullptr, start_columns_.data());
  }
  for (std::size_t k = 0; k < in_.size(); ++k) {
    const Input& input = code_.inputs_[k];
    const auto number = static_cast<std::size_t>(input.number);
    switch (input.from) {
      case Input::From::coordinate:
        in_[k] = coordinates[number];
        break;
      case Input::From::normal:
        in_[k] = normals[number];
        break;
      case Input::From::trained:
        in_[k] = trained_->values(number);
        break;
      case Input::From::frozen:
        in_[k] = frozen_->values(number);
        break;
      case Input::From::start:
        in_[k] = start_columns_[number];
        break;
    }
  }
  code_.tape_.evaluate(n, in_.data(), out, workspace_.data());
}

}  // namespace engd::solution
