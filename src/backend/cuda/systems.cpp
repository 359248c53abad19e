// The linear problems of natural gradients on the card.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backend/cuda/algebra.h"
#include "backend/cuda/cuda_energy.h"
#include "backend/cuda/device_factors.h"
#include "backend/cuda/kernels.h"
#include "backend/cuda/refined_cholesky.h"
#include "energy/linear_systems.h"
#include "linalg/damped_factor.h"

namespace engd::cuda {

using energy::Linearisation;
using energy::Metric;
using linalg::Outcome;
using Form = CudaEnergy::Form;

namespace {

bool is_finite(const Linearisation& now) {
  return std::isfinite(now.loss) && now.g.allFinite();
}

class CudaNaturalSystem final : public energy::NaturalSystem {
 public:
  CudaNaturalSystem(CudaEnergy& energy, const Metric& metric, const linalg::SolverOptions& options)
      : energy_(energy),
        metric_(metric),
        options_(options),
        form_(linalg::uses_gram(options.method) ? Form::gram : Form::rows),
        spectral_(energy, here_, form_ == Form::rows),
        cholesky_(energy, here_) {
    // Eigenvectors need a second matrix, and what the library asks for.
    const bool eigen =
        options.method == linalg::Method::gram_eigen || options.method == linalg::Method::kernel;
    here_.storage = energy.storage_for(
        metric, form_ == Form::rows ? energy.row_count(metric) : energy.parameters(),
        eigen ? 3 : 1);
  }

  linalg::Solution solve(const Vector& theta, Linearisation& out, Vector& d) override {
    energy_.linearise(theta, metric_, form_, here_, out);
    if (!is_finite(out)) return {.outcome = Outcome::not_finite};
    if (options_.method == linalg::Method::gram_eigen ||
        options_.method == linalg::Method::kernel) {
      linalg::System system;
      system.gram = &no_matrix_;  // it is on the card
      system.g = &out.g;
      spectral_.factor(system);
      return spectral_.step(options_.damping, options_.cutoff, d);
    }
    d.setZero(out.g.size());
    Outcome outcome = cholesky_.set(out.g.size(), form_ == Form::rows);
    if (outcome == Outcome::ok) outcome = cholesky_.factor(options_.damping);
    if (outcome != Outcome::ok) return {.outcome = outcome};
    cholesky_.solve(here_.least_squares ? here_.r.data() : nullptr, here_.g.data(), nullptr, x_);
    x_.get(energy_.device(), numbers(d));
    if (!d.allFinite()) {
      d.setZero();
      return {.outcome = Outcome::not_positive_definite};
    }
    return {.outcome = Outcome::ok, .rank = form_ == Form::rows ? here_.rows : d.size()};
  }

 private:
  CudaEnergy& energy_;
  Metric metric_;
  linalg::SolverOptions options_;
  Form form_;
  DeviceLinearisation here_;
  DeviceSpectralFactor spectral_;
  DeviceCholesky cholesky_;
  Matrix no_matrix_;
  Numbers x_;
};

/// Rows and g of `here` in the variables e = D d, with loss, loss_by_term and g of `out` as they
/// are; false where these are not finite.
bool scaled_rows(CudaEnergy& energy, const Vector& theta, DeviceLinearisation& here,
                 Linearisation& out, Vector& D) {
  energy.linearise(theta, {}, Form::rows, here, out);
  if (!is_finite(out)) return false;
  energy.damping_metric(theta, D);
  energy.scale(here, D);
  return true;
}

/// How rows are kept beside the smaller of G and K.
Storage storage_for_smaller(CudaEnergy& energy) {
  return energy.storage_for({}, std::min(energy.row_count({}), energy.parameters()), 1);
}

/// The damped steps by Cholesky of G or K + lambda I, for sizes where its cost is what matters.
class CudaDampedCholesky final : public energy::DampedSystem {
 public:
  explicit CudaDampedCholesky(CudaEnergy& energy) : energy_(energy), cholesky_(energy, here_) {
    here_.storage = storage_for_smaller(energy);
  }

  Outcome linearise(const Vector& theta, Linearisation& out) override {
    if (!scaled_rows(energy_, theta, here_, out, D_)) return Outcome::not_finite;
    g_ = out.g.cwiseQuotient(D_);
    return cholesky_.set_smaller(D_.size());
  }

  void steps(std::span<const double> dampings, Matrix& steps,
             std::span<double> decreases) override {
    Vector e(D_.size());
    for (std::size_t k = 0; k < dampings.size(); ++k) {
      decreases[k] = 0;
      e.setZero();
      if (cholesky_.factor(dampings[k]) == Outcome::ok) {
        cholesky_.solve(here_.least_squares ? here_.r.data() : nullptr, here_.g.data(), nullptr,
                        x_);
        x_.get(energy_.device(), numbers(e));
        decreases[k] = 0.5 * (g_.dot(e) + dampings[k] * e.squaredNorm());
      }
      steps.col(static_cast<Index>(k)) = e.cwiseQuotient(D_);
    }
  }
  double largest() const override { return cholesky_.largest(); }
  bool factors_each() const override { return true; }

 private:
  CudaEnergy& energy_;
  DeviceLinearisation here_;
  DeviceCholesky cholesky_;
  Numbers x_;
  Vector D_, g_;
};

/// The damped steps without loss of digits: A = Q R on the card, the bidiagonal form of R, a matrix
/// of the order of the parameters, on the host, which is faster there than on a card up to some
/// hundreds.
class CudaDampedBidiagonal final : public energy::DampedSystem {
 public:
  explicit CudaDampedBidiagonal(CudaEnergy& energy)
      : energy_(energy), factor_(linalg::make_bidiagonal_factor()) {}

  Outcome linearise(const Vector& theta, Linearisation& out) override {
    if (!scaled_rows(energy_, theta, here_, out, D_)) return Outcome::not_finite;
    const Device& device = energy_.device();
    g_ = out.g.cwiseQuotient(D_);
    const auto p = static_cast<int>(D_.size()), rows = static_cast<int>(here_.rows);
    linalg::System system;
    system.g = &g_;
    if (rows < p) {
      Matrix transposed(p, rows);
      here_.A.get(device, {transposed.data(), static_cast<std::size_t>(transposed.size())});
      R_ = transposed.transpose();
      r_.resize(here_.r.size());
      here_.r.get(device, numbers(r_));
    } else {
      reduce(device, rows, p);
    }
    system.A = &R_;
    if (here_.least_squares) system.r = &r_;
    return factor_->factor(system);
  }

  void steps(std::span<const double> dampings, Matrix& steps,
             std::span<double> decreases) override {
    factor_->steps(dampings, steps, decreases);
    for (std::size_t k = 0; k < dampings.size(); ++k)
      steps.col(static_cast<Index>(k)).array() /= D_.array();
  }
  double largest() const override { return factor_->largest(); }

 private:
  // R_ and the first entries of Q^T r.
  void reduce(const Device& device, int rows, int p) {
    columns_.resize(Index{rows} * p);
    transpose(device, here_.A.data(), rows, p, columns_.data());
    int length = 0, more = 0;
    scales_.resize(p);
    info_.resize(1);
    check(cusolverDnDgeqrf_bufferSize(device.solver(), rows, p, columns_.data(), rows, &length),
          "QR");
    if (here_.least_squares)
      check(cusolverDnDormqr_bufferSize(device.solver(), CUBLAS_SIDE_LEFT, CUBLAS_OP_T, rows, 1, p,
                                        columns_.data(), rows, scales_.data(), here_.r.data(), rows,
                                        &more),
            "QR");
    work_.resize(std::max(length, more));
    check(cusolverDnDgeqrf(device.solver(), rows, p, columns_.data(), rows, scales_.data(),
                           work_.data(), length, info_.data()),
          "QR");
    R_.resize(p, p);
    check(cudaMemcpy2DAsync(R_.data(), sizeof(double) * static_cast<std::size_t>(p),
                            columns_.data(), sizeof(double) * static_cast<std::size_t>(rows),
                            sizeof(double) * static_cast<std::size_t>(p),
                            static_cast<std::size_t>(p), cudaMemcpyDeviceToHost, device.stream()),
          "copying R");
    if (here_.least_squares) {
      check(cusolverDnDormqr(device.solver(), CUBLAS_SIDE_LEFT, CUBLAS_OP_T, rows, 1, p,
                             columns_.data(), rows, scales_.data(), here_.r.data(), rows,
                             work_.data(), more, info_.data()),
            "QR");
      r_.resize(p);
      here_.r.get(device, numbers(r_));
    }
    device.wait();
    R_.triangularView<Eigen::StrictlyLower>().setZero();
  }

  CudaEnergy& energy_;
  DeviceLinearisation here_;
  std::unique_ptr<linalg::DampedFactor> factor_;
  Numbers columns_, scales_, work_;
  Array<int> info_;
  Matrix R_;
  Vector D_, g_, r_;
};

class CudaChordSystem final : public energy::ChordSystem {
 public:
  explicit CudaChordSystem(CudaEnergy& energy)
      : energy_(energy), cholesky_(energy, here_), refined_(energy, here_) {
    here_.storage = storage_for_smaller(energy);
  }

  Outcome linearise(const Vector& theta, Linearisation& out, Vector& D, bool fine) override {
    if (!scaled_rows(energy_, theta, here_, out, D)) return Outcome::not_finite;
    D_ = D;
    fine_ = fine && refined_.applies(D_.size());
    return fine_ ? refined_.set(D_.size()) : cholesky_.set_smaller(D_.size());
  }
  double largest() const override { return fine_ ? refined_.largest() : cholesky_.largest(); }
  double least_damping() const override {
    return refined_.applies(energy_.parameters()) ? least_refined : ChordSystem::least_damping();
  }
  Outcome factor(double damping) override {
    return fine_ ? refined_.factor(damping) : cholesky_.factor(damping);
  }
  void start() override { at_start_ = true; }
  double move_to(const Vector& theta) override {
    at_start_ = false;
    if (here_.least_squares) {
      const double loss = energy_.residuals_on_device(theta, r_);
      if (fine_) return loss;
      g_.resize(D_.size());
      energy_.multiply_transposed(here_, 1.0, r_.data(), 0.0, g_.data());
      return loss;
    }
    const double loss = energy_.gradient(theta, gradient_, nullptr);
    scaled_ = gradient_.cwiseQuotient(D_);
    g_.set(energy_.device(), numbers(scaled_));
    return loss;
  }
  const Vector* gradient() const override { return here_.least_squares ? nullptr : &gradient_; }
  void solve(const Vector& v, Vector& x) override {
    space_.set(energy_.device(), numbers(v));
    const double* r = !here_.least_squares ? nullptr : (at_start_ ? here_.r : r_).data();
    if (fine_)
      refined_.solve(r, space_.data(), x_);
    else
      cholesky_.solve(r, (at_start_ ? here_.g : g_).data(), space_.data(), x_);
    x.resize(v.size());
    x_.get(energy_.device(), numbers(x));
  }

 private:
  CudaEnergy& energy_;
  DeviceLinearisation here_;
  DeviceCholesky cholesky_;
  RefinedCholesky refined_;
  Numbers space_, g_, r_, x_;
  Vector D_, gradient_, scaled_;
  bool at_start_ = true, fine_ = false;
};

}  // namespace

std::unique_ptr<energy::NaturalSystem> CudaEnergy::natural_system(
    const Metric& metric, const linalg::SolverOptions& options) {
  // Those that exist for comparison decompose on the host.
  if (options.method == linalg::Method::gram_svd || options.method == linalg::Method::qr_svd)
    return energy::make_host_natural_system(*this, metric, options);
  return std::make_unique<CudaNaturalSystem>(*this, metric, options);
}

std::unique_ptr<energy::DampedSystem> CudaEnergy::damped_system(
    std::optional<linalg::Method> method) {
  if (method && *method != linalg::Method::gram_cholesky)
    return energy::make_host_damped_system(*this, method);
  constexpr Index largest_on_host = 400;
  if (method || std::min(row_count({}), parameters()) > largest_on_host)
    return std::make_unique<CudaDampedCholesky>(*this);
  return std::make_unique<CudaDampedBidiagonal>(*this);
}

std::unique_ptr<energy::ChordSystem> CudaEnergy::chord_system() {
  return std::make_unique<CudaChordSystem>(*this);
}

}  // namespace engd::cuda
