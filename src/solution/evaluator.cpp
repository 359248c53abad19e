#include "solution/evaluator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <stdexcept>

#include "geometry/patches.h"
#include "problem/time_order.h"
#include "solution/piece_code.h"
#include "solution/solution.h"
#include "support/parallel.h"

namespace engd::solution {

void Blanks::add(const Blanks& other) {
  outside += other.outside;
  unsolved += other.unsolved;
  off_boundary += other.off_boundary;
}

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr int capacity = PieceCode::capacity;
/// Points that are rounded may lie outside by this much of the domain's size.
constexpr double inside_slack = 1e-12, boundary_slack = 1e-9;

double size_of(const geometry::Box& box) {
  double size = 0;
  for (std::size_t j = 0; j < box.lower.size(); ++j)
    size = std::max({size, std::abs(box.lower[j]), std::abs(box.upper[j])});
  return size;
}

}  // namespace

struct Evaluator::State {
  State(std::shared_ptr<const Solution::State> of, const Formulas& given,
        const EvaluatorOptions& how);

  /// A block of points, each coordinate for itself, and its normals.
  struct Block {
    explicit Block(int dimension) : coordinates(capacity, dimension), normals(capacity, dimension) {
      for (Index j = 0; j < dimension; ++j) {
        x.push_back(coordinates.col(j).data());
        normal.push_back(normals.col(j).data());
      }
    }
    Matrix coordinates, normals;
    std::vector<const double*> x, normal;
  };
  /// What one thread needs.
  struct Worker {
    Worker(int dimension, Index columns, std::size_t pieces)
        : all(dimension), some(dimension), values(capacity, columns), part(capacity, columns) {
      codes.resize(pieces);
      for (Index k = 0; k < columns; ++k) {
        out.push_back(values.col(k).data());
        part_out.push_back(part.col(k).data());
      }
    }
    Block all, some;  ///< a block of points, and those of it that one piece has
    Matrix values, part;
    std::vector<double*> out, part_out;
    std::vector<double> point;
    std::array<int, capacity> piece{};  ///< of each point; -1: it has no value
    PieceCode::Worker::Shared shared;
    std::vector<std::unique_ptr<PieceCode::Worker>> codes;  ///< by piece
  };

  const problem::Problem& problem() const { return *solution->problem; }
  PieceCode::Worker& code_of(Worker& worker, int piece);
  bool is_inside(const Block& block, int q, Worker& worker) const;
  int piece_at(double time) const;
  bool put_normal(Block& block, int q, Worker& worker) const;
  /// The first n points of worker.all become rows of worker.values.
  void evaluate(Worker& worker, int n, bool has_normals, Blanks& blanks);
  /// Calls task(first, count, worker, blanks) for blocks of points, on all threads.
  template <typename Body>
  Blanks over_blocks(Index count, Body body);

  std::shared_ptr<const Solution::State> solution;
  Formulas formulas;
  EvaluatorOptions options;
  std::vector<std::string> names;
  bool needs_normals = false;
  int dimension = 0, time_axis = -1;
  double inside_by = 0, on_boundary_by = 0;
  geometry::Region boundary;  ///< where normals are needed

  std::mutex making;
  PieceCode::States states;
  std::vector<std::unique_ptr<PieceCode>> codes;  ///< by piece; null until a point is there
  std::vector<std::unique_ptr<Worker>> workers;
  std::unique_ptr<ThreadPool> pool;  ///< null until there is work for several threads
};

Evaluator::State::State(std::shared_ptr<const Solution::State> of, const Formulas& given,
                        const EvaluatorOptions& how)
    : solution(std::move(of)), formulas(given), options(how), codes(solution->pieces.size()) {
  expr::Scope scope = problem().scope;
  scope.allow_normal = true;
  expr::Graph graph = problem().graph;
  for (const expr::Node n : formulas.parse(graph, scope, &names))
    needs_normals |= expr::depends_on(graph, n, expr::Leaf::Kind::normal);
  dimension = problem().domain.dimension();
  if (problem().windows > 1) time_axis = problem::time_axis(problem());
  inside_by = inside_slack * size_of(problem().domain);
  on_boundary_by = boundary_slack * size_of(problem().domain);
  if (needs_normals) boundary = geometry::boundary_of(problem().domain);
  workers.resize(static_cast<std::size_t>(std::max(1, options.threads)));
  workers[0] = std::make_unique<Worker>(dimension, std::ssize(names), codes.size());
  if (codes.size() == 1) code_of(*workers[0], 0);
}

PieceCode::Worker& Evaluator::State::code_of(Worker& worker, int piece) {
  const auto k = static_cast<std::size_t>(piece);
  std::unique_ptr<PieceCode::Worker>& own = worker.codes[k];
  if (own) return *own;
  const std::lock_guard lock(making);
  if (!codes[k]) {
    const solve::Piece& of = solution->pieces[k];
    expr::Scope scope = of.problem->scope;
    scope.allow_normal = true;
    expr::Graph graph = of.problem->graph;
    const std::vector<expr::Node> nodes = formulas.parse(graph, scope);
    codes[k] =
        std::make_unique<PieceCode>(std::span(solution->pieces).first(k + 1), graph, nodes, states);
  }
  own = std::make_unique<PieceCode::Worker>(*codes[k], worker.shared);
  return *own;
}

bool Evaluator::State::is_inside(const Block& block, int q, Worker& worker) const {
  const geometry::Domain& domain = problem().domain;
  for (Index j = 0; j < dimension; ++j) {
    const auto axis = static_cast<std::size_t>(j);
    const double x = block.coordinates(q, j);
    if (!(x >= domain.lower[axis] - inside_by && x <= domain.upper[axis] + inside_by)) return false;
  }
  if (!domain.shape) return true;
  worker.point.clear();
  for (const int axis : domain.shape_axes) worker.point.push_back(block.coordinates(q, axis));
  return domain.shape->side(worker.point) <= inside_by;
}

/// The window that has a time; those before the start and after the end belong to the nearest. -1
/// where the run has not come to the time.
int Evaluator::State::piece_at(double time) const {
  const auto& pieces = solution->pieces;
  if (time_axis < 0) return 0;
  const auto j = static_cast<std::size_t>(time_axis);
  const auto after = std::upper_bound(
      pieces.begin(), pieces.end(), time,
      [&](double t, const solve::Piece& piece) { return t < piece.problem->domain.upper[j]; });
  if (after != pieces.end()) return static_cast<int>(after - pieces.begin());
  const bool all = std::ssize(pieces) == problem().windows;
  return all || time == pieces.back().problem->domain.upper[j] ? static_cast<int>(pieces.size()) - 1
                                                               : -1;
}

/// The normal of the boundary at a point; false where the point is not on it.
bool Evaluator::State::put_normal(Block& block, int q, Worker& worker) const {
  const auto d = static_cast<std::size_t>(dimension);
  worker.point.resize(d);
  for (Index j = 0; j < dimension; ++j)
    worker.point[static_cast<std::size_t>(j)] = block.coordinates(q, j);
  const auto found = std::ranges::find_if(boundary.patches, [&](const geometry::Patch& patch) {
    return patch.has_normal() && geometry::contains(patch, worker.point, on_boundary_by);
  });
  if (found == boundary.patches.end()) return false;
  std::vector<double> place(d), normal(d);
  found->map(found->locate(worker.point), place, normal);
  for (Index j = 0; j < dimension; ++j) block.normals(q, j) = normal[static_cast<std::size_t>(j)];
  return true;
}

void Evaluator::State::evaluate(Worker& worker, int n, bool has_normals, Blanks& blanks) {
  Block& block = worker.all;
  const bool finds_normals = needs_normals && !has_normals;
  std::size_t blank = 0;
  for (int q = 0; q < n; ++q) {
    int& piece = worker.piece[static_cast<std::size_t>(q)];
    piece = 0;
    if (options.outside == Outside::blank && !is_inside(block, q, worker)) {
      piece = -1;
      ++blanks.outside;
    } else if (finds_normals && !put_normal(block, q, worker)) {
      piece = -1;
      ++blanks.off_boundary;
    } else if (time_axis >= 0) {
      piece = piece_at(block.coordinates(q, time_axis));
      if (piece < 0) ++blanks.unsolved;
    }
    blank += piece < 0 ? 1 : 0;
  }
  const int first = worker.piece[0];
  const auto own = std::span(worker.piece).first(static_cast<std::size_t>(n));
  if (first >= 0 && std::ranges::all_of(own, [&](int piece) { return piece == first; })) {
    code_of(worker, first).evaluate(n, block.x.data(), block.normal.data(), worker.out.data());
    return;
  }
  if (blank > 0) worker.values.topRows(n).setConstant(no_value);
  for (int q = 0; q < n; ++q) {
    const int piece = worker.piece[static_cast<std::size_t>(q)];
    if (piece < 0) continue;
    std::array<int, capacity> chosen;
    int count = 0;
    for (int r = q; r < n; ++r) {
      int& of = worker.piece[static_cast<std::size_t>(r)];
      if (of != piece) continue;
      of = -1;
      for (Index j = 0; j < dimension; ++j) {
        worker.some.coordinates(count, j) = block.coordinates(r, j);
        if (needs_normals) worker.some.normals(count, j) = block.normals(r, j);
      }
      chosen[static_cast<std::size_t>(count++)] = r;
    }
    code_of(worker, piece)
        .evaluate(count, worker.some.x.data(), worker.some.normal.data(), worker.part_out.data());
    for (Index k = 0; k < worker.values.cols(); ++k)
      for (int r = 0; r < count; ++r)
        worker.values(chosen[static_cast<std::size_t>(r)], k) = worker.part(r, k);
  }
}

template <typename Body>
Blanks Evaluator::State::over_blocks(Index count, Body body) {
  const Index blocks = (count + capacity - 1) / capacity;
  const auto threads = std::ssize(workers);
  // Some tasks a thread, so that one that is late is not waited for long.
  const Index each = std::clamp<Index>(blocks / (8 * threads), 1, 64);
  const Index tasks = (blocks + each - 1) / each;
  const auto run = [&](Index task, Worker& worker, Blanks& blanks) {
    const Index end = std::min(count, (task + 1) * each * capacity);
    for (Index first = task * each * capacity; first < end; first += capacity)
      body(first, static_cast<int>(std::min<Index>(capacity, end - first)), worker, blanks);
  };
  Blanks blanks;
  if (tasks <= 1 || threads == 1) {
    for (Index task = 0; task < tasks; ++task) run(task, *workers[0], blanks);
    return blanks;
  }
  if (!pool) pool = std::make_unique<ThreadPool>(options.threads);
  std::vector<Blanks> of_task(static_cast<std::size_t>(tasks));
  pool->run(static_cast<int>(tasks), [&](int task, int number) {
    auto& worker = workers[static_cast<std::size_t>(number)];
    if (!worker) worker = std::make_unique<Worker>(dimension, std::ssize(names), codes.size());
    run(task, *worker, of_task[static_cast<std::size_t>(task)]);
  });
  for (const Blanks& one : of_task) blanks.add(one);
  return blanks;
}

Evaluator::Evaluator(const Solution& solution, const Formulas& formulas,
                     const EvaluatorOptions& options)
    : state_(std::make_unique<State>(solution.state_, formulas, options)) {}

Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&& other) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&& other) noexcept = default;

int Evaluator::dimension() const {
  return state_->dimension;
}
const std::vector<std::string>& Evaluator::names() const {
  return state_->names;
}
bool Evaluator::needs_normals() const {
  return state_->needs_normals;
}

Blanks Evaluator::evaluate(std::span<const double> points, std::span<double> values) const {
  const auto d = static_cast<std::size_t>(dimension()), m = names().size();
  const std::size_t count = points.size() / d;
  if (points.size() != count * d || values.size() != count * m)
    throw std::invalid_argument("points and values of an evaluator have other sizes than it");
  State& state = *state_;
  using Worker = State::Worker;
  return state.over_blocks(
      static_cast<Index>(count), [&](Index first, int n, Worker& worker, Blanks& blanks) {
        const double* x = points.data() + static_cast<std::size_t>(first) * d;
        for (std::size_t j = 0; j < d; ++j) {
          double* to = worker.all.coordinates.col(static_cast<Index>(j)).data();
          for (int q = 0; q < n; ++q) to[q] = x[static_cast<std::size_t>(q) * d + j];
        }
        state.evaluate(worker, n, false, blanks);
        double* y = values.data() + static_cast<std::size_t>(first) * m;
        for (std::size_t k = 0; k < m; ++k) {
          const double* from = worker.out[k];
          for (int q = 0; q < n; ++q) y[static_cast<std::size_t>(q) * m + k] = from[q];
        }
      });
}

Matrix Evaluator::operator()(std::span<const double> points) const {
  const Index count = std::ssize(points) / dimension();
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> values(count, columns());
  evaluate(points, {values.data(), static_cast<std::size_t>(values.size())});
  return values;
}

Matrix Evaluator::operator()(const geometry::PointSet& points, Blanks* blanks) const {
  Matrix values(points.count, columns());
  State& state = *state_;
  const bool has_normals = !points.normals.empty();
  using Worker = State::Worker;
  const Blanks found =
      state.over_blocks(points.count, [&](Index first, int n, Worker& worker, Blanks& own) {
        for (Index j = 0; j < dimension(); ++j) {
          const Index from = j * points.count + first;
          std::copy_n(points.coordinates.data() + from, n, worker.all.coordinates.col(j).data());
          if (has_normals)
            std::copy_n(points.normals.data() + from, n, worker.all.normals.col(j).data());
        }
        state.evaluate(worker, n, has_normals, own);
        values.middleRows(first, n) = worker.values.topRows(n);
      });
  if (blanks) blanks->add(found);
  return values;
}

}  // namespace engd::solution
