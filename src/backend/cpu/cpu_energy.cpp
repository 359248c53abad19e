#include "backend/cpu/cpu_energy.h"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/blas.h"
#include "linalg/solver.h"

namespace engd::cpu {

using energy::Density;
using energy::Linearisation;
using energy::Metric;

namespace {

// Sums over blocks are taken in lanes: each adds its blocks in order, then lanes are added in
// order. How many there are depends on sizes alone, so that threads do not change the result.
constexpr Index most_lanes = 16;

// Each lane has a Gram matrix of its own: few where that is large, since they are summed up later.
Index gram_lanes(Index parameters) {
  return std::clamp<Index>(300000 / (parameters * parameters), 4, most_lanes);
}

// Blocks whose rows enter the Gram matrix together: enough for the product to run at speed, few
// enough for their rows to stay in cache and for lanes to be evenly loaded.
Index chunk_size(Index blocks, Index lanes, Index rows_of_a_block) {
  return std::clamp<Index>(blocks / lanes, 1, std::max<Index>(1, 512 / rows_of_a_block));
}

// Columns of a chunk lie this far apart: not a power of two, or they would all want the same few
// lines of the cache.
Index column_distance(Index rows) {
  return rows + network::FunctionBlock::padding;
}

constexpr Index largest_lane_parameters = 1024;

}  // namespace

CpuEnergy::CpuEnergy(const network::Trainable& trainable, std::vector<energy::Term> terms,
                     expr::Graph& graph, const expr::Space& space,
                     std::vector<std::string> coordinate_names, std::uint64_t seed, int threads)
    : trainable_(trainable),
      terms_(std::move(terms)),
      samples_(terms_, std::move(coordinate_names), seed),
      graph_(graph),
      space_(space),
      pool_(threads) {
  for (const energy::Term& term : terms_) names_.push_back(term.name);
}

// In many dimensions there are thousands of second derivatives: only those asked for are paid for.
const Density& CpuEnergy::sobolev(int order) const {
  auto found = sobolev_.find(order);
  if (found == sobolev_.end())
    found = sobolev_
                .emplace(order, Density::sobolev(graph_, order, trainable_.network().unknowns(),
                                                 trainable_.network().dimension(),
                                                 trainable_.coefficients()))
                .first;
  return found->second;
}

CpuEnergy::Layout CpuEnergy::make_layout(const Metric& metric) const {
  Layout layout;
  // Of a term that looks at two points the inner product sees one: they share no network.
  const auto has_beside = [&](std::size_t t) {
    return !metric.is_energy() && terms_[t].shift.empty();
  };
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (!metric.is_energy() && !terms_[t].in_full_dimension()) continue;
    const Density& density = metric.is_energy() ? terms_[t].density : sobolev(metric.sobolev_order);
    std::vector<expr::JetEntry> jets(density.jets().begin(), density.jets().end());
    if (has_beside(t))
      jets.insert(jets.end(), terms_[t].density.jets().begin(), terms_[t].density.jets().end());
    layout.integrals.push_back({t,
                                &density,
                                &samples_[t],
                                !metric.is_energy(),
                                network::JetPlan(jets, space_),
                                {},
                                {},
                                {}});
  }
  for (Integral& integral : layout.integrals)
    for (int worker = 0; worker < pool_.threads(); ++worker) {
      integral.by_worker.push_back(
          std::make_unique<TermBlock>(trainable_, integral.plan, *integral.density));
      if (has_beside(integral.term))
        integral.beside.push_back(std::make_unique<TermBlock>(
            trainable_, *integral.by_worker.back(), terms_[integral.term].density));
    }
  cut(layout);
  return layout;
}

void CpuEnergy::cut(Layout& layout) const {
  layout.blocks.clear();
  layout.rows = 0;
  for (std::size_t t = 0; t < layout.integrals.size(); ++t) {
    const Index count = layout.integrals[t].points();
    const Index pieces =
        (count + network::FunctionBlock::capacity - 1) / network::FunctionBlock::capacity;
    for (Index k = 0; k < pieces; ++k) {
      const Index first = k * network::FunctionBlock::capacity;
      const int n =
          static_cast<int>(std::min<Index>(network::FunctionBlock::capacity, count - first));
      layout.blocks.push_back({static_cast<int>(t), first, n, layout.rows + first});
    }
    layout.rows += layout.integrals[t].rows();
  }
}

CpuEnergy::Layout& CpuEnergy::layout_for(const Metric& metric) const {
  auto found = layouts_.find(metric.sobolev_order);
  if (found == layouts_.end())
    // The plans are referred to by the blocks, so the layout is built in its final place.
    found = layouts_.emplace(metric.sobolev_order, make_layout(metric)).first;
  return found->second;
}

TermBlock& CpuEnergy::prepare(Layout& layout, const Block& block, int worker) const {
  Integral& integral = layout.integrals[block.integral];
  TermBlock& term = *integral.by_worker[worker];
  term.set_points(*integral.sample, integral.weights(), block.first, block.n);
  return term;
}

std::vector<std::ptrdiff_t> CpuEnergy::points_by_term() const {
  std::vector<std::ptrdiff_t> counts;
  for (std::size_t t = 0; t < terms_.size(); ++t) counts.push_back(samples_[t].points.count);
  return counts;
}

Index CpuEnergy::row_count(const Metric& metric) const {
  return layout_for(metric).rows;
}

bool CpuEnergy::least_squares() const {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const energy::Term& term) { return term.density.least_squares(); });
}

void CpuEnergy::sum_by_term(const Layout& layout, const Eigen::Ref<const Vector>& partial,
                            Vector& by_term) const {
  by_term.setZero(std::ssize(layout.integrals));
  for (std::size_t b = 0; b < layout.blocks.size(); ++b)
    by_term[layout.blocks[b].integral] += partial[static_cast<Index>(b)];
}

// Calls for one theta and for several take turns: what is there is kept, so that nothing is
// allocated.
void CpuEnergy::make_room(Index partial_sums) {
  if (partial_.size() < partial_sums) partial_.resize(partial_sums);
}

double CpuEnergy::loss(const Vector& theta, Vector* by_term) {
  Layout& layout = layout_for({});
  make_room(std::ssize(layout.blocks));
  pool_.run(static_cast<int>(layout.blocks.size()), [&](int task, int worker) {
    partial_[task] = prepare(layout, layout.blocks[task], worker).loss(theta.data());
  });
  sum_by_term(layout, partial_, term_losses_);
  if (by_term) *by_term = term_losses_;
  return term_losses_.sum();
}

void CpuEnergy::losses(const Vector& theta, const Vector& direction, std::span<const double> steps,
                       std::span<double> losses) {
  const Index count = std::ssize(steps);
  candidates_.resize(parameters(), count);
  for (Index k = 0; k < count; ++k) candidates_.col(k) = theta - steps[k] * direction;
  losses_at(candidates_, losses);
}

void CpuEnergy::losses_at(const Matrix& thetas, std::span<double> losses) {
  Layout& layout = layout_for({});
  const Index count = std::ssize(losses), blocks = std::ssize(layout.blocks);
  make_room(blocks * count);
  pool_.run(static_cast<int>(blocks), [&](int task, int worker) {
    TermBlock& term = prepare(layout, layout.blocks[task], worker);
    for (Index k = 0; k < count; ++k) partial_[task + k * blocks] = term.loss(thetas.col(k).data());
  });
  for (Index k = 0; k < count; ++k) {
    sum_by_term(layout, partial_.segment(k * blocks, blocks), term_losses_);
    losses[k] = term_losses_.sum();
  }
}

double CpuEnergy::residuals(const Vector& theta, Vector& r) {
  Layout& layout = layout_for({});
  for (Integral& integral : layout.integrals)
    while (std::ssize(integral.residuals_by_worker) < pool_.threads())
      integral.residuals_by_worker.push_back(
          std::make_unique<ResidualBlock>(trainable_, integral.plan, *integral.density));
  r.resize(layout.rows);
  make_room(std::ssize(layout.blocks));
  pool_.run(static_cast<int>(layout.blocks.size()), [&](int task, int worker) {
    const Block& block = layout.blocks[task];
    const Integral& integral = layout.integrals[block.integral];
    partial_[task] = integral.residuals_by_worker[worker]->write(
        theta.data(), *integral.sample, integral.weights(), block.first, block.n,
        r.data() + block.row, integral.points());
  });
  sum_by_term(layout, partial_, term_losses_);
  return term_losses_.sum();
}

double CpuEnergy::gradient(const Vector& theta, Vector& g, Vector* by_term) {
  wanted_.assign(terms_.size(), true);
  g.setZero(parameters());
  term_losses_.setZero(std::ssize(terms_));
  add_gradient_of(wanted_, theta, g, term_losses_);
  if (by_term) *by_term = term_losses_;
  return term_losses_.sum();
}

void CpuEnergy::add_gradient_of(const std::vector<char>& wanted, const Vector& theta, Vector& g,
                                Vector& by_term) {
  Layout& layout = layout_for({});
  chosen_.clear();
  for (Index b = 0; b < std::ssize(layout.blocks); ++b)
    if (wanted[static_cast<std::size_t>(layout.blocks[b].integral)]) chosen_.push_back(b);
  const Index blocks = std::ssize(chosen_), groups = std::min(most_lanes, blocks);
  make_room(blocks);
  lane_g_.setZero(parameters(), groups);
  pool_.run(static_cast<int>(groups), [&](int lane, int worker) {
    for (Index k = lane; k < blocks; k += groups)
      partial_[k] = prepare(layout, layout.blocks[chosen_[k]], worker)
                        .add_gradient(theta.data(), lane_g_.col(lane).data());
  });
  g += lane_g_.rowwise().sum();
  for (Index k = 0; k < blocks; ++k) by_term[layout.blocks[chosen_[k]].integral] += partial_[k];
}

void CpuEnergy::rows(const Vector& theta, const Metric& metric, Linearisation& out) {
  Layout& layout = layout_for(metric);
  const Index blocks = std::ssize(layout.blocks);
  const bool squares = metric.is_energy() && least_squares();
  out.A.resize(layout.rows, parameters());
  out.r.resize(squares ? layout.rows : 0);
  make_room(blocks);
  pool_.run(static_cast<int>(blocks), [&](int task, int worker) {
    const Block& block = layout.blocks[task];
    partial_[task] = prepare(layout, block, worker)
                         .write_rows(theta.data(), out.A.data() + block.row, layout.rows,
                                     squares ? out.r.data() + block.row : nullptr,
                                     layout.integrals[block.integral].points());
  });
  if (squares) {
    sum_by_term(layout, partial_, out.loss_by_term);
    out.loss = out.loss_by_term.sum();
    out.g.resize(parameters());
    multiply_transposed(out.A, out.r, out.g);
  } else {
    out.loss = gradient(theta, out.g, &out.loss_by_term);
  }
}

// g = A^T r, some columns a task: BLAS with threads of its own would add in another order for each
// number of them.
void CpuEnergy::multiply_transposed(const Matrix& A, const Vector& r, Vector& g) {
  const Index p = A.cols(), columns = 32;
  const int height = static_cast<int>(A.rows());
  pool_.run(static_cast<int>((p + columns - 1) / columns), [&](int task, int) {
    const Index first = task * columns, count = std::min(columns, p - first);
    cblas_dgemv(CblasColMajor, CblasTrans, height, static_cast<int>(count), 1.0,
                A.col(first).data(), height, r.data(), 1, 0.0, g.data() + first, 1);
  });
}

// A chunk of blocks, written one below the other; their number of rows. With the energy's own
// metric r gets the residuals, zero in rows of a density, whose gradient is added to g instead.
// With another one r is zero, and g gets the gradients of terms whose densities are beside it.
Index CpuEnergy::write_chunk(Layout& layout, Index first_block, Index last_block,
                             const Vector& theta, int worker, Chunk& chunk, double* g) {
  Index top = 0;
  for (Index b = first_block; b < last_block; ++b) {
    const Block& block = layout.blocks[b];
    const Integral& integral = layout.integrals[block.integral];
    const Index height = Index{block.n} * integral.density->rows();
    const bool squares = integral.density->least_squares();
    TermBlock& term = prepare(layout, block, worker);
    const bool residuals = squares && !integral.plain_weights;
    partial_[b] = term.write_rows(theta.data(), chunk.rows.data() + top, chunk.rows.rows(),
                                  residuals ? chunk.r.data() + top : nullptr, block.n);
    if (!residuals) std::fill_n(chunk.r.data() + top, height, 0.0);
    if (!squares) term.add_gradient_after_rows(theta.data(), g);
    if (!integral.beside.empty())
      partial_[b] = integral.beside[worker]->add_gradient_beside(term, integral.sample->weights,
                                                                 theta.data(), g);
    top += height;
  }
  return top;
}

// G from the upper triangles of the lanes, some columns a task.
void CpuEnergy::add_lanes(Index lanes, Matrix& G) {
  const Index p = parameters(), columns = 16;
  G.resize(p, p);
  if (lanes == 0) {  // a metric without points
    G.setZero();
    return;
  }
  pool_.run(static_cast<int>((p + columns - 1) / columns), [&](int task, int) {
    const Index first = task * columns, last = std::min(p, first + columns);
    for (Index j = first; j < last; ++j) {
      auto column = G.col(j).head(j + 1);
      column = lane_G_[0].col(j).head(j + 1);
      for (Index lane = 1; lane < lanes; ++lane) column += lane_G_[lane].col(j).head(j + 1);
    }
    for (Index i = 0; i < last; ++i)
      for (Index j = std::max(first, i + 1); j < last; ++j) G(j, i) = G(i, j);
  });
}

void CpuEnergy::gram(const Vector& theta, const Metric& metric, Linearisation& out) {
  Layout& layout = layout_for(metric);
  const Index p = parameters();
  if (p > largest_lane_parameters) {
    rows(theta, metric, out);
    out.G.resize(p, p);
    linalg::gram(out.A, out.G);
    return;
  }
  const Index blocks = std::ssize(layout.blocks);
  Index block_rows = 1;
  bool any_squares = false;
  for (const Integral& integral : layout.integrals) {
    block_rows =
        std::max<Index>(block_rows, network::FunctionBlock::capacity * integral.density->rows());
    any_squares |= integral.density->least_squares() && metric.is_energy();
  }
  const Index chunk_blocks = chunk_size(blocks, gram_lanes(p), block_rows);
  const Index chunks = (blocks + chunk_blocks - 1) / chunk_blocks;
  const Index groups = std::min(gram_lanes(p), chunks);
  const Index chunk_rows = column_distance(chunk_blocks * block_rows);
  lane_G_.resize(static_cast<std::size_t>(groups));
  chunks_.resize(static_cast<std::size_t>(pool_.threads()));
  lane_g_.setZero(p, groups);
  make_room(blocks);
  pool_.run(static_cast<int>(groups), [&](int lane, int worker) {
    Chunk& chunk = chunks_[worker];
    if (chunk.rows.rows() != chunk_rows || chunk.rows.cols() != p) chunk.rows.resize(chunk_rows, p);
    chunk.r.resize(chunk_rows);
    Matrix& G = lane_G_[lane];
    G.setZero(p, p);
    double* g = lane_g_.col(lane).data();
    for (Index c = lane; c < chunks; c += groups) {
      const Index first = c * chunk_blocks, last = std::min(blocks, first + chunk_blocks);
      const Index height = write_chunk(layout, first, last, theta, worker, chunk, g);
      chunk.gram.add(chunk.rows.data(), height, p, chunk_rows, G.data());
      if (any_squares)
        cblas_dgemv(CblasColMajor, CblasTrans, static_cast<int>(height), static_cast<int>(p), 1.0,
                    chunk.rows.data(), static_cast<int>(chunk_rows), chunk.r.data(), 1, 1.0, g, 1);
    }
  });
  add_lanes(groups, out.G);
  out.A.resize(0, 0);
  out.r.resize(0);
  out.g = lane_g_.rowwise().sum();
  if (metric.is_energy()) {
    sum_by_term(layout, partial_, out.loss_by_term);
  } else {
    wanted_.assign(terms_.size(), true);
    out.loss_by_term.setZero(std::ssize(terms_));
    for (Index b = 0; b < blocks; ++b) {
      const Integral& integral = layout.integrals[layout.blocks[b].integral];
      if (integral.beside.empty()) continue;
      out.loss_by_term[static_cast<Index>(integral.term)] += partial_[b];
      wanted_[integral.term] = false;
    }
    add_gradient_of(wanted_, theta, out.g, out.loss_by_term);
  }
  out.loss = out.loss_by_term.sum();
}

bool CpuEnergy::redraw(int iteration) {
  if (!samples_.redraw(iteration)) return false;
  for (auto& [order, layout] : layouts_) cut(layout);
  return true;
}

// The terms are the integrals of the energy's own layout, in order.
std::vector<double> CpuEnergy::squared_residuals(std::size_t term, const energy::Sample& sample,
                                                 const Vector& theta) {
  Integral& integral = layout_for({}).integrals[term];
  const Index count = sample.points.count, kinds = integral.density->values();
  while (std::ssize(integral.residuals_by_worker) < pool_.threads())
    integral.residuals_by_worker.push_back(
        std::make_unique<ResidualBlock>(trainable_, integral.plan, *integral.density));
  const std::vector<double> ones(static_cast<std::size_t>(count), 1.0);
  Matrix r(count, kinds);
  constexpr Index block = network::FunctionBlock::capacity;
  pool_.run(static_cast<int>((count + block - 1) / block), [&](int task, int worker) {
    const Index first = task * block;
    integral.residuals_by_worker[worker]->write(theta.data(), sample, ones, first,
                                                static_cast<int>(std::min(block, count - first)),
                                                r.data() + first, count);
  });
  const Vector squares = r.rowwise().squaredNorm();
  return {squares.begin(), squares.end()};
}

Vector CpuEnergy::traces(const Vector& theta) {
  Linearisation now;
  rows(theta, {}, now);
  const Layout& layout = layout_for({});
  Vector result(std::ssize(layout.integrals));
  Index first = 0;
  for (std::size_t t = 0; t < layout.integrals.size(); ++t) {
    const Index count = layout.integrals[t].rows();
    result[static_cast<Index>(t)] = now.A.middleRows(first, count).squaredNorm();
    first += count;
  }
  return result;
}

bool CpuEnergy::adapt(int iteration, const Vector& theta) {
  if (!samples_.redraws()) return false;
  const bool changed =
      samples_.adapt(iteration, {[&](std::size_t term, const energy::Sample& sample) {
                                   return squared_residuals(term, sample, theta);
                                 },
                                 [&] { return traces(theta); }});
  if (changed)
    for (auto& [order, layout] : layouts_) cut(layout);
  return changed;
}

void CpuEnergy::exchange(StateArchive& archive) {
  samples_.exchange(archive);
  for (auto& [order, layout] : layouts_) cut(layout);
}

}  // namespace engd::cpu
