#include "run/windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "support/error.h"

namespace engd::run {

Index Solved::parameters() const {
  Index sum = 0;
  for (const Piece& piece : pieces) {
    sum += piece.theta.size();
    for (const auto& network : piece.level.frozen) sum += network.theta.size();
  }
  return sum;
}

Windows::Windows(io::Problem& problem, std::uint64_t seed, int threads, backend::Device device)
    : problem_(problem), seed_(seed), threads_(threads), device_(device) {
  enter(0);
}

/// The parameters of the window before, for the same function of the time since its start: the
/// mapping of the box does that by itself, else the biases of the first layer.
Vector Windows::continued_start() const {
  const Piece& before = pieces_[pieces_.size() - 2];
  Vector theta = before.level.frozen.empty() ? before.theta : before.level.frozen.front().theta;
  if (problem_.network.normalize) return theta;
  const network::Mlp mlp = make_network(*before.problem);
  const int axis = time_axis(problem_);
  const auto j = static_cast<std::size_t>(axis);
  const double shift = before.problem->domain.upper[j] - before.problem->domain.lower[j];
  const network::Layer& layer = mlp.layers().front();
  const std::vector<int>& fed = mlp.input().coordinates();
  const auto time = std::find(fed.begin(), fed.end(), axis) - fed.begin();
  for (int i = 0; i < layer.outputs && time < std::ssize(fed); ++i)
    theta[layer.biases + i] -= shift * theta[layer.weights + Index{i} * layer.inputs + time];
  return theta;
}

void Windows::enter(int number) {
  if (problem_.windows == 1) {
    Piece whole;
    whole.problem = std::shared_ptr<io::Problem>(&problem_, [](io::Problem*) {});
    for (std::size_t t = 0; t < problem_.terms.size(); ++t)
      whole.origin.push_back(static_cast<int>(t));
    pieces_.push_back(std::move(whole));
  } else {
    pieces_.push_back(
        make_window(problem_, number, number == 0 ? nullptr : &pieces_.back(), threads_));
  }
  Piece& piece = pieces_.back();
  if (number > 0) piece.level.start = continued_start();
  try {
    training_ =
        std::make_unique<Training>(*piece.problem, seed_, threads_, device_, piece.level, squares_);
  } catch (const std::length_error& error) {
    throw InputError(fmt::format("{}: window {}: {}", problem_.file, number + 1, error.what()));
  }
}

bool Windows::run_window(bool last, const std::function<void(const Moment&)>& observe,
                         const std::function<bool()>& stop) {
  Piece& piece = pieces_.back();
  const int iterations = solved_.ending.iterations;
  const double seconds = solved_.ending.seconds;
  Vector by_term;
  Trained trained = training_->run(
      [&](const Moment& moment) {
        if (!observe || (moment.final && !last)) return;
        by_term.setZero(std::ssize(problem_.terms));
        for (std::size_t t = 0; t < piece.origin.size(); ++t)
          by_term[piece.origin[t]] += moment.loss_by_term[static_cast<Index>(t)];
        observe({moment.optimizer, moment.state, iterations + moment.iteration, moment.loss,
                 by_term, moment.error, seconds + moment.seconds, moment.final});
      },
      stop);
  piece.level = trained.level;
  piece.theta = trained.theta;
  solved_.loss += (trained.loss - solved_.loss) / static_cast<double>(pieces_.size());
  solved_.ending = trained.ending;
  solved_.ending.iterations += iterations;
  solved_.ending.seconds += seconds;
  if (trained.error) {
    solved_.errors = trained.error->measure(trained.theta);
    squares_ = trained.error->squares(trained.theta);
  }
  return !optim::failed(trained.ending.termination) &&
         trained.ending.termination != optim::Termination::interrupted;
}

Solved Windows::run(const std::function<void(const Moment&)>& observe,
                    const std::function<bool()>& stop) {
  for (int number = 0; number < problem_.windows; ++number) {
    if (number > 0) enter(number);
    if (!run_window(number + 1 == problem_.windows, observe, stop)) break;
  }
  if (problem_.windows > 1 && std::ssize(pieces_) < problem_.windows)
    solved_.ending.sentence += fmt::format("; in window {} of {}: the time after it is not solved",
                                           pieces_.size(), problem_.windows);
  solved_.pieces = std::move(pieces_);
  return std::move(solved_);
}

}  // namespace engd::run
