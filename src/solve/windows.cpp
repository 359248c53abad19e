#include "solve/windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "solve/level_archive.h"
#include "support/error.h"
#include "support/state_archive.h"

namespace engd::solve {

Index Solved::parameters() const {
  Index sum = 0;
  for (const Piece& piece : pieces) {
    sum += piece.theta.size();
    for (const auto& network : piece.level.frozen) sum += network.theta.size();
  }
  return sum;
}

int total_iterations(const problem::Problem& problem) {
  std::int64_t sum = 0;
  for (const auto& stage : problem.stages) sum += stage.iterations;
  sum *= (1 + std::ssize(problem.corrections)) * problem.windows;
  if (sum > std::numeric_limits<int>::max())
    throw InputError(fmt::format("{}: the optimizers have {} iterations together; at most {}",
                                 problem.file, sum, std::numeric_limits<int>::max()));
  return static_cast<int>(sum);
}

Windows::Windows(const problem::Problem& problem, std::uint64_t seed, int threads,
                 backend::Device device)
    : problem_(problem), seed_(seed), threads_(threads), device_(device) {
  enter(0);
}

/// The parameters of the window before, for the same function of the time since its start: the
/// mapping of the box does that by itself.
Vector Windows::continued_start() const {
  const Piece& before = pieces_[pieces_.size() - 2];
  Vector theta = before.level.frozen.empty() ? before.theta : before.level.frozen.front().theta;
  if (problem_.network.normalize) return theta;
  const int axis = time_axis(problem_);
  const auto j = static_cast<std::size_t>(axis);
  const double shift = before.problem->domain.lower[j] - before.problem->domain.upper[j];
  before.level.earlier(0).trainable->network().move(axis, shift, theta);
  return theta;
}

namespace {

Piece make_piece(const problem::Problem& problem, int number, const std::vector<Piece>& before,
                 int threads) {
  if (problem.windows > 1)
    return make_window(problem, number, number == 0 ? nullptr : &before.back(), threads);
  std::vector<int> origin(problem.terms.size());
  std::iota(origin.begin(), origin.end(), 0);
  // The problem outlives the piece.
  return {{std::shared_ptr<void>(), &problem}, Level(problem), {}, std::move(origin)};
}

void exchange(StateArchive& archive, Piece& piece) {
  archive.within("level", [&] { solve::exchange(archive, piece.level); });
  archive("theta", piece.theta);
  archive.require(piece.theta.size() == piece.level.trainable->parameters(), "theta");
}

}  // namespace

void exchange(StateArchive& archive, const problem::Problem& problem, int threads,
              std::vector<Piece>& pieces) {
  int count = static_cast<int>(pieces.size());
  archive("pieces", count);
  archive.require(count >= 0 && count <= problem.windows, "pieces");
  if (archive.loading()) pieces.clear();
  for (int k = 0; k < count; ++k) {
    if (archive.loading()) pieces.push_back(make_piece(problem, k, pieces, threads));
    archive.within("piece" + std::to_string(k),
                   [&] { exchange(archive, pieces[static_cast<std::size_t>(k)]); });
  }
}

void Windows::exchange(StateArchive& archive) {
  archive.within("windows", [&] {
    std::vector<Piece> done;
    if (!archive.loading()) done.assign(pieces_.begin(), pieces_.end() - 1);
    solve::exchange(archive, problem_, threads_, done);
    archive.require(std::ssize(done) < problem_.windows, "pieces");
    archive.part("squares", squares_);
    archive.require(squares_.by_unknown.size() <= problem_.scope.unknowns.size(), "squares");
    archive("loss", solved_.loss);
    archive.part("ending", solved_.ending);
    if (!archive.loading()) return;
    if (squares_.is_relative()) solved_.errors = squares_.errors();
    pieces_ = std::move(done);
    enter(static_cast<int>(pieces_.size()));
  });
}

void Windows::enter(int number) {
  pieces_.push_back(make_piece(problem_, number, pieces_, threads_));
  Level& level = pieces_.back().level;
  if (number > 0) level.begin(problem_.scale, 1, continued_start());
  training_ = std::make_unique<Training>(level, seed_, threads_, device_, squares_);
}

void Windows::see(const Moment& moment) {
  if (moment.final && !is_last()) return;
  const std::vector<int>& origin = pieces_.back().origin;
  loss_by_term_.setZero(std::ssize(problem_.terms));
  for (std::size_t t = 0; t < origin.size(); ++t)
    loss_by_term_[origin[t]] += moment.loss_by_term[static_cast<Index>(t)];
  const optim::Result& before = solved_.ending;
  observer_->see({seed_, moment.optimizer, moment.state, before.iterations + moment.iteration,
                  moment.loss, loss_by_term_, moment.error, before.seconds + moment.seconds,
                  moment.final, moment.rel_l2, static_cast<int>(pieces_.size()) - 1});
}

void Windows::keep(int iteration, bool leaving, const Save& save) {
  observer_->keep(solved_.ending.iterations + iteration, leaving, [&](StateArchive& archive) {
    exchange(archive);
    save(archive);
  });
}

bool Windows::run_window(StateArchive* resumed) {
  Trained trained = training_->run(*this, resumed);
  Piece& piece = pieces_.back();
  // The next window begins with the end of this one as a run does that goes on there.
  piece.level = is_last() ? std::move(trained.level) : trained.level.fresh();
  piece.theta = trained.theta;
  solved_.loss += (trained.loss - solved_.loss) / static_cast<double>(pieces_.size());
  trained.ending.iterations += solved_.ending.iterations;
  trained.ending.seconds += solved_.ending.seconds;
  solved_.ending = trained.ending;
  if (trained.error) {
    squares_ = trained.error->squares(trained.theta);
    if (squares_.is_relative()) solved_.errors = squares_.errors();
  }
  return !optim::failed(trained.ending.termination) &&
         trained.ending.termination != optim::Termination::interrupted;
}

Solved Windows::run(Observer& observer, StateArchive* resumed) {
  observer_ = &observer;
  if (resumed) exchange(*resumed);
  bool goes_on = run_window(resumed);
  while (goes_on && !is_last()) {
    enter(static_cast<int>(pieces_.size()));
    goes_on = run_window(nullptr);
  }
  if (problem_.windows > 1 && !is_last())
    solved_.ending.sentence += fmt::format("; in window {} of {}: the time after it is not solved",
                                           pieces_.size(), problem_.windows);
  solved_.pieces = std::move(pieces_);
  return std::move(solved_);
}

Solved Windows::run() {
  Observer nobody;
  return run(nobody);
}

}  // namespace engd::solve
