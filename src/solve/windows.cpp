#include "solve/windows.h"

#include <fmt/format.h>

#include <algorithm>

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

Windows::Windows(problem::Problem& problem, std::uint64_t seed, int threads, backend::Device device)
    : problem_(problem), graph_(problem.graph), seed_(seed), threads_(threads), device_(device) {
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
  make_network(*before.problem).network().move(axis, shift, theta);
  return theta;
}

namespace {

Piece make_piece(problem::Problem& problem, int number, const std::vector<Piece>& before,
                 int threads) {
  if (problem.windows > 1)
    return make_window(problem, number, number == 0 ? nullptr : &before.back(), threads);
  Piece whole;
  whole.problem = std::shared_ptr<problem::Problem>(&problem, [](problem::Problem*) {});
  for (std::size_t t = 0; t < problem.terms.size(); ++t)
    whole.origin.push_back(static_cast<int>(t));
  return whole;
}

void exchange(StateArchive& archive, Piece& piece) {
  archive.within("level", [&] { solve::exchange(archive, *piece.problem, piece.level); });
  archive("theta", piece.theta);
  archive.require(piece.theta.size() == make_network(*piece.problem, piece.level).parameters(),
                  "theta");
}

}  // namespace

void exchange(StateArchive& archive, problem::Problem& problem, int threads,
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
  problem_.graph = graph_;
  pieces_.push_back(make_piece(problem_, number, pieces_, threads_));
  Piece& piece = pieces_.back();
  if (number > 0) piece.level.start = continued_start();
  piece_graph_ = piece.problem->graph;
  training_ =
      std::make_unique<Training>(*piece.problem, seed_, threads_, device_, piece.level, squares_);
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
      stop, keeping_);
  keeping_.resumed = nullptr;
  piece.level = trained.level;
  piece.theta = trained.theta;
  solved_.loss += (trained.loss - solved_.loss) / static_cast<double>(pieces_.size());
  solved_.ending = trained.ending;
  solved_.ending.iterations += iterations;
  solved_.ending.seconds += seconds;
  if (trained.error) {
    squares_ = trained.error->squares(trained.theta);
    if (squares_.is_relative()) solved_.errors = squares_.errors();
  }
  // The next window begins with the end of this one as a run does that goes on there.
  if (!last) piece.problem->graph = piece_graph_;
  return !optim::failed(trained.ending.termination) &&
         trained.ending.termination != optim::Termination::interrupted;
}

Solved Windows::run(const std::function<void(const Moment&)>& observe,
                    const std::function<bool()>& stop, const optim::Keeping& keeping) {
  keeping_ = keeping;
  if (keeping.resumed) exchange(*keeping.resumed);
  if (keeping.offer)
    keeping_.offer = [this, keeping](int iteration, bool leaving,
                                     const optim::Keeping::Save& save) {
      keeping.offer(solved_.ending.iterations + iteration, leaving, [&](StateArchive& archive) {
        exchange(archive);
        save(archive);
      });
    };
  const int first = static_cast<int>(pieces_.size()) - 1;
  for (int number = first; number < problem_.windows; ++number) {
    if (number > first) enter(number);
    if (!run_window(number + 1 == problem_.windows, observe, stop)) break;
  }
  if (problem_.windows > 1 && std::ssize(pieces_) < problem_.windows)
    solved_.ending.sentence += fmt::format("; in window {} of {}: the time after it is not solved",
                                           pieces_.size(), problem_.windows);
  solved_.pieces = std::move(pieces_);
  return std::move(solved_);
}

}  // namespace engd::solve
