#pragma once

#include <functional>
#include <map>
#include <memory>

#include "backend/cuda/device.h"
#include "backend/cuda/integral.h"
#include "backend/cuda/structured_rows.h"
#include "energy/energy.h"
#include "energy/sampling.h"
#include "energy/term.h"

namespace engd::cuda {

/// How the rows of A are kept: all of them; made again, some at a time, whenever they are needed;
/// or as the factors that they are products of.
enum class Storage { whole, pieces, structure };

/// Rows that take more than this part of the free memory are not kept whole.
inline constexpr double rows_share = 0.6;

/// A linearisation that stays on the card. A stands row by row.
struct DeviceLinearisation {
  Storage storage = Storage::whole;
  Numbers A, r, g, G;
  Index rows = 0;
  bool least_squares = false;  ///< g = A^T r, and r is there
  // Where rows are made again: at these parameters, columns divided by D unless it is empty.
  Vector theta, D;
  energy::Metric metric;
  StructuredRows factors;
};

/// The energy on an NVIDIA card, in float64. Points, layers, rows and matrices stay there; vectors
/// of parameters and sums come and go.
class CudaEnergy final : public energy::Energy {
 public:
  CudaEnergy(const network::Trainable& trainable, std::vector<energy::Term> terms,
             expr::Graph& graph, const expr::Space& space,
             std::vector<std::string> coordinate_names, std::uint64_t seed);

  Index parameters() const override { return trainable_.parameters(); }
  Index points() const override { return samples_.points(); }
  Index row_count(const energy::Metric& metric) const override;
  bool least_squares() const override;
  const std::vector<std::string>& term_names() const override { return names_; }

  double loss(const Vector& theta, Vector* by_term) override;
  void losses(const Vector& theta, const Vector& direction, std::span<const double> steps,
              std::span<double> losses) override;
  int losses_at_once() const override { return 32; }
  void losses_at(const Matrix& thetas, std::span<double> losses) override;
  double residuals(const Vector& theta, Vector& r) override;
  void damping_metric(const Vector& theta, Vector& D) const override {
    trainable_.balance(theta, D);
  }
  double gradient(const Vector& theta, Vector& g, Vector* by_term) override;
  void rows(const Vector& theta, const energy::Metric& metric, energy::Linearisation& out) override;
  void gram(const Vector& theta, const energy::Metric& metric, energy::Linearisation& out) override;
  std::unique_ptr<energy::NaturalSystem> natural_system(
      const energy::Metric& metric, const linalg::SolverOptions& options) override;
  std::unique_ptr<energy::DampedSystem> damped_system(
      std::optional<linalg::Method> method) override;
  std::unique_ptr<energy::ChordSystem> chord_system() override;
  bool redraw(int iteration) override;
  bool adapt(int iteration, const Vector& theta) override;
  bool level() override;
  bool redraws() const override { return samples_.redraws(); }
  void enlarge(double times) override { samples_.enlarge(times); }
  void exchange(StateArchive& archive) override;

  // What the systems build on: the same, left on the card.
  enum class Form { rows, gram };
  /// Rows, r and g of `here`, or G and g with the rows summed up in pieces that fit; loss,
  /// loss_by_term and g of `out`.
  void linearise(const Vector& theta, const energy::Metric& metric, Form form,
                 DeviceLinearisation& here, energy::Linearisation& out);
  /// The residuals at theta to r, which has a place for each; the loss.
  double residuals_on_device(const Vector& theta, Numbers& r);

  /// Divides the columns of A, and g, by D.
  void scale(DeviceLinearisation& here, const Vector& D);
  /// y = alpha A x + beta y and x = alpha A^T y + beta x.
  void multiply(DeviceLinearisation& here, double alpha, const double* x, double beta, double* y);
  void multiply_transposed(DeviceLinearisation& here, double alpha, const double* y, double beta,
                           double* x);
  /// The lower triangle of K = A A^T; `columns` is room for a copy of A. Before the first product
  /// above where rows are kept as factors: these are made here.
  void kernel(DeviceLinearisation& here, double* K, Numbers& columns);
  /// The lower triangle of here.G = A^T A from its rows.
  void gram_of_rows(DeviceLinearisation& here);
  /// How rows are best kept beside a matrix of this order and its factorisation, which takes so
  /// many matrices in all. Throws DeviceError where these do not fit.
  Storage storage_for(const energy::Metric& metric, Index order, int matrices);
  const Device& device() const { return device_; }

 private:
  using Layout = StructuredRows::Layout;
  using RowVisitor = std::function<void(Index first, Index count, const double* A)>;

  /// Makes the rows in pieces, in `space`.
  void visit_rows(DeviceLinearisation& here, Numbers& space, const RowVisitor& visit);
  void kernel_in_pieces(DeviceLinearisation& here, double* K, Numbers& space);

  void upload_points();
  void draw_on_card(std::size_t term, const geometry::Draw& draw);
  /// The integrals over the points of a term, one for each inner product in use.
  std::vector<Integral*> integrals_of(std::size_t term);
  std::vector<double> squared_residuals(std::size_t term, energy::Sample sample,
                                        const Vector& theta);
  Vector traces(const Vector& theta);
  Layout& layout_for(const energy::Metric& metric) const;
  const energy::Density& sobolev(int order) const;
  void clear_sums(int candidates);
  double fetch_sums(Vector* by_term);
  void fetch_sums(std::span<double> losses);
  void gradient_on_device(const double* theta, Numbers& g);

  network::Trainable trainable_;
  std::vector<energy::Term> terms_;
  energy::Sampling samples_;
  expr::Graph& graph_;
  expr::Space space_;
  std::vector<std::string> names_;
  Device device_;
  std::map<std::size_t, BoxDraw> boxes_;         ///< of terms whose points the card draws
  std::map<std::size_t, geometry::Draw> drawn_;  ///< the last one, where samples_ stays behind
  mutable std::map<int, energy::Density> sobolev_;
  mutable std::map<int, Layout> layouts_;  ///< by sobolev_order
  Workspace work_;
  Numbers theta_, thetas_, direction_, steps_, sums_, piece_sum_, scale_, g_;
  std::vector<double> host_sums_;
};

}  // namespace engd::cuda
