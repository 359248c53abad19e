#include "backend/cuda/cuda_energy.h"

#include <algorithm>

#include "backend/cuda/algebra.h"
#include "backend/cuda/kernels.h"
#include "linalg/gram.h"
#include "support/state_archive.h"

namespace engd::cuda {

using energy::Density;
using energy::Linearisation;
using energy::Metric;

CudaEnergy::CudaEnergy(const network::Trainable& trainable, std::vector<energy::Term> terms,
                       expr::Graph& graph, const expr::Space& space,
                       std::vector<std::string> coordinate_names, std::uint64_t seed)
    : trainable_(trainable),
      terms_(std::move(terms)),
      samples_(terms_, std::move(coordinate_names), seed),
      graph_(graph),
      space_(space) {
  for (const energy::Term& term : terms_) names_.push_back(term.name);
}

const Density& CudaEnergy::sobolev(int order) const {
  auto found = sobolev_.find(order);
  if (found == sobolev_.end())
    found = sobolev_
                .emplace(order, Density::sobolev(graph_, order, trainable_.network().unknowns(),
                                                 trainable_.network().dimension(),
                                                 trainable_.coefficients()))
                .first;
  return found->second;
}

CudaEnergy::Layout& CudaEnergy::layout_for(const Metric& metric) const {
  auto found = layouts_.find(metric.sobolev_order);
  if (found != layouts_.end()) return found->second;
  Layout& layout = layouts_[metric.sobolev_order];
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (!metric.is_energy() && !terms_[t].in_full_dimension()) continue;
    const Density& density = metric.is_energy() ? terms_[t].density : sobolev(metric.sobolev_order);
    layout.push_back(
        std::make_unique<Integral>(device_, trainable_, density, space_, !metric.is_energy()));
    layout.back()->set_points(samples_[t]);
    if (const auto drawn = drawn_.find(t); drawn != drawn_.end())
      layout.back()->draw_points(boxes_.at(t), drawn->second);
  }
  return layout;
}

Index CudaEnergy::row_count(const Metric& metric) const {
  Index sum = 0;
  for (const auto& integral : layout_for(metric)) sum += integral->rows();
  return sum;
}

bool CudaEnergy::least_squares() const {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const energy::Term& term) { return term.density.least_squares(); });
}

// The loss of term t at candidate k is sums_[k * terms + t].
void CudaEnergy::clear_sums(int candidates) {
  sums_.resize(std::ssize(terms_) * candidates);
  sums_.zero(device_);
}

double CudaEnergy::fetch_sums(Vector* by_term) {
  host_sums_.resize(terms_.size());
  sums_.get(device_, host_sums_);
  const Vector sums = Eigen::Map<const Vector>(host_sums_.data(), std::ssize(terms_));
  if (by_term) *by_term = sums;
  return sums.sum();
}

void CudaEnergy::fetch_sums(std::span<double> losses) {
  host_sums_.resize(terms_.size() * losses.size());
  sums_.get(device_, host_sums_);
  for (std::size_t k = 0; k < losses.size(); ++k)
    losses[k] =
        Eigen::Map<const Vector>(host_sums_.data() + k * terms_.size(), std::ssize(terms_)).sum();
}

double CudaEnergy::loss(const Vector& theta, Vector* by_term) {
  Layout& layout = layout_for({});
  theta_.set(device_, numbers(theta));
  clear_sums(1);
  for (std::size_t t = 0; t < layout.size(); ++t)
    layout[t]->add_losses(theta_.data(), 1, work_, sums_.data() + t, 1);
  return fetch_sums(by_term);
}

void CudaEnergy::losses(const Vector& theta, const Vector& direction, std::span<const double> steps,
                        std::span<double> losses) {
  Layout& layout = layout_for({});
  const auto count = static_cast<int>(steps.size());
  theta_.set(device_, numbers(theta));
  direction_.set(device_, numbers(direction));
  steps_.set(device_, steps);
  thetas_.resize(parameters() * count);
  make_candidates(device_.stream(), theta_.data(), direction_.data(), steps_.data(), parameters(),
                  count, thetas_.data());
  clear_sums(count);
  for (std::size_t t = 0; t < layout.size(); ++t)
    layout[t]->add_losses(thetas_.data(), count, work_, sums_.data() + t, std::ssize(layout));
  fetch_sums(losses);
}

void CudaEnergy::losses_at(const Matrix& thetas, std::span<double> losses) {
  Layout& layout = layout_for({});
  const auto count = static_cast<int>(losses.size());
  thetas_.set(device_, {thetas.data(), static_cast<std::size_t>(parameters() * count)});
  clear_sums(count);
  for (std::size_t t = 0; t < layout.size(); ++t)
    layout[t]->add_losses(thetas_.data(), count, work_, sums_.data() + t, std::ssize(layout));
  fetch_sums(losses);
}

double CudaEnergy::residuals_on_device(const Vector& theta, Numbers& r) {
  Layout& layout = layout_for({});
  theta_.set(device_, numbers(theta));
  r.resize(row_count({}));
  clear_sums(1);
  Index row = 0;
  for (std::size_t t = 0; t < layout.size(); ++t) {
    layout[t]->add_losses(theta_.data(), 1, work_, sums_.data() + t, 1, r.data() + row);
    row += layout[t]->rows();
  }
  return fetch_sums(nullptr);
}

double CudaEnergy::residuals(const Vector& theta, Vector& r) {
  Numbers here;
  const double loss = residuals_on_device(theta, here);
  r.resize(here.size());
  here.get(device_, numbers(r));
  return loss;
}

void CudaEnergy::gradient_on_device(const double* theta, Numbers& g) {
  Layout& layout = layout_for({});
  g.resize(parameters());
  g.zero(device_);
  for (std::size_t t = 0; t < layout.size(); ++t)
    layout[t]->add_gradient(theta, work_, g.data(), sums_.data() + t);
}

double CudaEnergy::gradient(const Vector& theta, Vector& g, Vector* by_term) {
  theta_.set(device_, numbers(theta));
  clear_sums(1);
  gradient_on_device(theta_.data(), g_);
  g.resize(parameters());
  g_.get(device_, numbers(g));
  return fetch_sums(by_term);
}

void CudaEnergy::linearise(const Vector& theta, const Metric& metric, Form form,
                           DeviceLinearisation& here, Linearisation& out) {
  Layout& layout = layout_for(metric);
  const Index p = parameters();
  theta_.set(device_, numbers(theta));
  clear_sums(1);
  here.rows = row_count(metric);
  here.least_squares = metric.is_energy() && least_squares();
  here.theta = theta;
  here.D.resize(0);
  here.metric = metric;
  here.g.resize(p);
  if (form == Form::rows && here.storage != Storage::whole) {
    if (here.least_squares) residuals_on_device(theta, here.r);
    clear_sums(1);
    gradient_on_device(theta_.data(), here.g);
    out.g.resize(p);
    here.g.get(device_, numbers(out.g));
    out.loss = fetch_sums(&out.loss_by_term);
    return;
  }
  if (form == Form::gram) here.G.resize(p * p);

  // All rows where they fit; else, for G, as many at a time as do.
  Index room = here.rows;
  const double free = static_cast<double>(device_.free_bytes() + here.A.bytes());
  if (form == Form::gram &&
      8.0 * static_cast<double>(here.rows) * static_cast<double>(p) > rows_share * free)
    room = std::max<Index>(1024,
                           static_cast<Index>(rows_share * free / (8.0 * static_cast<double>(p))));
  const bool whole = room == here.rows;
  here.A.resize(room * p);
  here.r.resize(here.least_squares ? room : 0);
  bool started = false;  // G and g hold a first part
  const auto sum_up = [&](Index count) {
    if (form == Form::gram) cuda::gram(device_, here.A.data(), count, p, here.G.data(), started);
    if (here.least_squares)
      cuda::multiply_transposed(device_, here.A.data(), count, p, 1.0, here.r.data(),
                                started ? 1.0 : 0.0, here.g.data());
    started = true;
  };
  Index row = 0;  // of A, where the next point's row goes
  for (std::size_t t = 0; t < layout.size(); ++t) {
    const Integral& integral = *layout[t];
    const Index kinds = integral.points() > 0 ? integral.rows() / integral.points() : 0;
    // A metric of its own keeps its losses to itself: those of the energy come with the gradient.
    const Index most = whole ? integral.chunk(1, true)
                             : std::min(integral.chunk(1, true), room / std::max<Index>(1, kinds));
    for (Index first = 0; first < integral.points(); first += most) {
      const Index n = std::min(most, integral.points() - first);
      if (!whole && row + n * kinds > room) {
        sum_up(row);
        row = 0;
      }
      const Index at = whole ? row + first : row;
      integral.write_rows(theta_.data(), first, n, work_, here.A.data() + at * p,
                          here.least_squares ? here.r.data() + at : nullptr,
                          whole ? integral.points() : n, sums_.data() + t);
      if (!whole) row += n * kinds;
    }
    if (whole) row += integral.rows();
  }
  sum_up(row);
  if (!here.least_squares) {
    clear_sums(1);
    gradient_on_device(theta_.data(), here.g);
  }
  out.g.resize(p);
  here.g.get(device_, numbers(out.g));
  out.loss = fetch_sums(&out.loss_by_term);
}

void CudaEnergy::rows(const Vector& theta, const Metric& metric, Linearisation& out) {
  DeviceLinearisation here;
  here.storage = Storage::whole;
  linearise(theta, metric, Form::rows, here, out);
  Matrix transposed(parameters(), here.rows);
  here.A.get(device_, {transposed.data(), static_cast<std::size_t>(transposed.size())});
  out.A = transposed.transpose();
  out.r.resize(here.least_squares ? here.rows : 0);
  here.r.get(device_, numbers(out.r));
}

void CudaEnergy::gram(const Vector& theta, const Metric& metric, Linearisation& out) {
  DeviceLinearisation here;
  linearise(theta, metric, Form::gram, here, out);
  out.G.resize(parameters(), parameters());
  here.G.get(device_, {out.G.data(), static_cast<std::size_t>(out.G.size())});
  linalg::mirror_lower(out.G);
}

std::vector<Integral*> CudaEnergy::integrals_of(std::size_t term) {
  std::vector<Integral*> found;
  for (auto& [order, layout] : layouts_) {
    if (order >= 0 && !terms_[term].in_full_dimension()) continue;
    std::size_t k = term;
    if (order >= 0)
      for (std::size_t t = 0; t < term; ++t) k -= terms_[t].in_full_dimension() ? 0 : 1;
    found.push_back(layout[k].get());
  }
  return found;
}

bool CudaEnergy::redraw(int iteration) {
  bool changed = false;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (!samples_.is_due(t, iteration)) continue;
    changed = true;
    if (const auto draw = samples_.plain_draw(t, iteration); draw && BoxDraw::applies(terms_[t])) {
      samples_.note_draw(t, iteration);
      draw_on_card(t, *draw);
    } else {
      drawn_.erase(t);
      samples_.redraw(t, iteration);
      for (Integral* integral : integrals_of(t)) integral->set_points(samples_[t]);
    }
  }
  return changed;
}

void CudaEnergy::exchange(StateArchive& archive) {
  samples_.exchange(archive);
  if (!archive.loading()) return;
  drawn_.clear();
  upload_points();
  for (std::size_t t = 0; t < terms_.size(); ++t)
    if (const auto draw = samples_.draw_elsewhere(t); draw && BoxDraw::applies(terms_[t]))
      draw_on_card(t, *draw);
}

void CudaEnergy::draw_on_card(std::size_t term, const geometry::Draw& draw) {
  const BoxDraw& boxes = boxes_.try_emplace(term, device_, terms_[term]).first->second;
  drawn_[term] = draw;
  for (Integral* integral : integrals_of(term)) integral->draw_points(boxes, draw);
}

void CudaEnergy::upload_points() {
  for (std::size_t t = 0; t < terms_.size(); ++t)
    for (Integral* integral : integrals_of(t)) integral->set_points(samples_[t]);
}

// The integral takes other points for a moment; `adapt` gives it its own again.
std::vector<double> CudaEnergy::squared_residuals(std::size_t term, energy::Sample sample,
                                                  const Vector& theta) {
  sample.weights.assign(sample.weights.size(), 1.0);
  Integral& integral = *layout_for({})[term];
  integral.set_points(sample);
  theta_.set(device_, numbers(theta));
  clear_sums(1);
  Numbers residuals;
  residuals.resize(integral.rows());
  integral.add_losses(theta_.data(), 1, work_, sums_.data(), 1, residuals.data());
  Vector r(integral.rows());
  residuals.get(device_, numbers(r));
  const Index count = sample.points.count;
  std::vector<double> squares(static_cast<std::size_t>(count), 0.0);
  for (Index k = 0; k < r.size(); ++k) squares[static_cast<std::size_t>(k % count)] += r[k] * r[k];
  return squares;
}

Vector CudaEnergy::traces(const Vector& theta) {
  Linearisation now;
  rows(theta, {}, now);
  const Layout& layout = layout_for({});
  Vector result(std::ssize(layout));
  Index first = 0;
  for (std::size_t t = 0; t < layout.size(); ++t) {
    const Index count = layout[t]->rows();
    result[static_cast<Index>(t)] = now.A.middleRows(first, count).squaredNorm();
    first += count;
  }
  return result;
}

bool CudaEnergy::adapt(int iteration, const Vector& theta) {
  if (!samples_.follows_residuals()) return redraw(iteration);
  const bool changed =
      samples_.adapt(iteration, {[&](std::size_t term, const energy::Sample& sample) {
                                   return squared_residuals(term, sample, theta);
                                 },
                                 [&] {
                                   upload_points();
                                   return traces(theta);
                                 }});
  if (changed) upload_points();
  return changed;
}

bool CudaEnergy::level() {
  if (!samples_.level()) return false;
  upload_points();
  return true;
}

}  // namespace engd::cuda
