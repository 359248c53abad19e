#pragma once

#include <map>
#include <memory>

#include "backend/cpu/residual_block.h"
#include "backend/cpu/term_block.h"
#include "energy/energy.h"
#include "energy/sampling.h"
#include "energy/term.h"
#include "linalg/gram_sum.h"
#include "support/parallel.h"

namespace engd::cpu {

/// The energy on the CPU: points in blocks, blocks on threads, BLAS for everything dense. Sums over
/// blocks are taken in an order that does not depend on the number of threads. Products by
/// threaded BLAS may: `rows` computes A^T r with it, and `gram` the Gram matrix above 1024
/// parameters.
class CpuEnergy final : public energy::Energy {
 public:
  CpuEnergy(const network::Trainable& trainable, std::vector<energy::Term> terms,
            expr::Graph& graph, const expr::Space& space, std::vector<std::string> coordinate_names,
            std::uint64_t seed, int threads);

  Index parameters() const override { return trainable_.parameters(); }
  Index points() const override { return samples_.points(); }
  std::vector<std::ptrdiff_t> points_by_term() const;
  Index row_count(const energy::Metric& metric) const override;
  bool least_squares() const override;
  const std::vector<std::string>& term_names() const override { return names_; }

  double loss(const Vector& theta, Vector* by_term) override;
  void losses(const Vector& theta, const Vector& direction, std::span<const double> steps,
              std::span<double> losses) override;
  void losses_at(const Matrix& thetas, std::span<double> losses) override;
  double residuals(const Vector& theta, Vector& r) override;
  void damping_metric(const Vector& theta, Vector& D) const override {
    trainable_.balance(theta, D);
  }
  double gradient(const Vector& theta, Vector& g, Vector* by_term) override;
  void rows(const Vector& theta, const energy::Metric& metric, energy::Linearisation& out) override;
  void gram(const Vector& theta, const energy::Metric& metric, energy::Linearisation& out) override;
  bool redraw(int iteration) override;
  bool adapt(int iteration, const Vector& theta) override;
  bool level() override { return samples_.level(); }
  bool redraws() const override { return samples_.redraws(); }
  void enlarge(double times) override { samples_.enlarge(times); }
  void exchange(StateArchive& archive) override;

 private:
  /// A density on the points of a term: a term of the energy, or a Sobolev inner product there.
  struct Integral {
    std::size_t term;
    const energy::Density* density;
    const energy::Sample* sample;
    bool plain_weights;
    network::JetPlan plan;
    std::vector<std::unique_ptr<TermBlock>> by_worker;
    std::vector<std::unique_ptr<TermBlock>> beside;  ///< of an inner product: the term's density
    std::vector<std::unique_ptr<ResidualBlock>> residuals_by_worker;  ///< made when asked for

    Index points() const { return sample->points.count; }
    Index rows() const { return points() * density->rows(); }
    const std::vector<double>& weights() const {
      return plain_weights ? sample->plain_weights : sample->weights;
    }
  };
  struct Block {
    int integral;
    Index first;
    int n;
    Index row;  ///< of its first point's first row, when all rows stand in one matrix
  };
  /// A set of integrals cut into blocks.
  struct Layout {
    std::vector<Integral> integrals;
    std::vector<Block> blocks;
    Index rows = 0;
  };

  const energy::Density& sobolev(int order) const;
  Layout make_layout(const energy::Metric& metric) const;
  void cut(Layout& layout) const;
  Layout& layout_for(const energy::Metric& metric) const;
  std::vector<double> squared_residuals(std::size_t term, const energy::Sample& sample,
                                        const Vector& theta);
  Vector traces(const Vector& theta);
  TermBlock& prepare(Layout& layout, const Block& block, int worker) const;
  void make_room(Index partial_sums);
  void sum_by_term(const Layout& layout, const Eigen::Ref<const Vector>& partial,
                   Vector& by_term) const;
  /// What a thread needs to turn some blocks into their part of the Gram matrix.
  struct Chunk {
    Matrix rows;
    Vector r;
    linalg::GramSum gram;
  };
  Index write_chunk(Layout& layout, Index first_block, Index last_block, const Vector& theta,
                    int worker, Chunk& chunk, double* g);
  void add_lanes(Index lanes, Matrix& G);
  void add_gradient_of(const std::vector<char>& wanted, const Vector& theta, Vector& g,
                       Vector& by_term);
  void multiply_transposed(const Matrix& A, const Vector& r, Vector& g);

  network::Trainable trainable_;
  std::vector<energy::Term> terms_;
  energy::Sampling samples_;
  expr::Graph& graph_;
  mutable std::map<int, energy::Density> sobolev_;  ///< by order, made when first asked for
  expr::Space space_;
  std::vector<std::string> names_;
  mutable std::map<int, Layout> layouts_;  ///< by sobolev_order
  mutable ThreadPool pool_;
  // Work space that lives as long as the energy.
  Vector partial_, term_losses_;
  Matrix candidates_, lane_g_;
  std::vector<Matrix> lane_G_;
  std::vector<Chunk> chunks_;  ///< by worker
  std::vector<char> wanted_;   ///< terms
  std::vector<Index> chosen_;  ///< their blocks
};

}  // namespace engd::cpu
