#include "network/rbf.h"

#include <algorithm>

#include "geometry/halton.h"
#include "support/random.h"

namespace engd::network {

namespace {

// Widths of the start, in distances between neighbours of as many points on a grid: from the first
// number to the second, evenly in their logarithm.
constexpr double narrowest = 1, widest = 4;
constexpr double amplitude_of_all = 0.8;  // root mean square of the sum's, in the start

}  // namespace

Rbf::Rbf(const Options& options, const geometry::Box& domain, int unknowns)
    : Network(options, domain.dimension(), unknowns), input_(options, domain) {
  parameters_ = constant(unknowns);
}

// Centres fill the box evenly.
Vector Rbf::initial(std::uint64_t seed, std::uint32_t attempt) const {
  const int n = functions(), d = dimension(), inputs = input_.inputs();
  const RandomStream places{seed, Purpose::initialisation, 0, 2 * attempt},
      sizes{seed, Purpose::initialisation, 0, 2 * attempt + 1};
  const geometry::Halton halton(d, static_cast<std::uint64_t>(n), places);
  double squares = 0;
  for (int k = 0; k < inputs; ++k) squares += input_.range(k) * input_.range(k);
  const double side = std::sqrt(squares / inputs), spacing = side * std::pow(n, -1.0 / d);
  Vector theta(parameters());
  std::vector<double> x(static_cast<std::size_t>(d));
  const Channel value{};
  for (int i = 0; i < n; ++i) {
    halton.point(static_cast<std::uint64_t>(i), x);
    for (int j = 0; j < d; ++j)
      x[j] = input_.lower()[j] + x[j] * (input_.upper()[j] - input_.lower()[j]);
    input_.evaluate<double>(x, std::span(&value, 1), {d, {}}, theta.data() + centre(i));
    const double width = spacing * narrowest *
                         std::pow(widest / narrowest, sizes.uniform(static_cast<std::uint64_t>(i)));
    theta[inverse_width(i)] = options().init.frequency / width;
  }
  const auto first = static_cast<std::uint64_t>(n) + static_cast<std::uint64_t>(n % 2);
  for (Index k = 0; k < output_layer().size(); ++k)
    theta[amplitude(0, 0) + k] =
        amplitude_of_all / std::sqrt(n) * sizes.normal(first + static_cast<std::uint64_t>(k));
  return theta;
}

// With q the fourth root of the norm of a function's amplitudes (Perceptron::balance).
void Rbf::balance(const double* theta, double* D) const {
  const int n = functions(), inputs = input_.inputs();
  const Eigen::Map<const Matrix> amplitudes(theta + amplitude(0, 0), n, unknowns());
  Vector q = amplitudes.rowwise().norm();
  const double largest = q.maxCoeff();
  if (largest > 0)
    q = q.cwiseMax(1e-3 * largest).cwiseSqrt().cwiseSqrt();
  else
    q.setOnes();
  double longest = 0;
  for (int k = 0; k < inputs; ++k) longest = std::max(longest, input_.range(k));
  for (int i = 0; i < n; ++i) {
    const double s = std::fabs(theta[inverse_width(i)]);
    for (int k = 0; k < inputs; ++k) D[centre(i) + k] = q[i] * std::max(s, 1 / input_.range(k));
    D[inverse_width(i)] = q[i] * longest;
    for (int o = 0; o < unknowns(); ++o) D[amplitude(o, i)] = 1 / q[i];
  }
  for (int o = 0; o < unknowns(); ++o) D[constant(o)] = 1 / q.maxCoeff();
}

OutputLayer Rbf::output_layer() const {
  return {amplitude(0, 0), constant(0), functions(), 1, unknowns()};
}

Grown Rbf::grow(const Vector& theta, int neurons, std::uint64_t seed, std::uint32_t attempt) const {
  Options options = this->options();
  options.layers.front() += neurons;
  const Rbf larger(options, {input_.lower(), input_.upper()}, unknowns());
  Vector grown = larger.initial(seed, attempt);
  const int n = functions();
  grown.head(centre(n)) = theta.head(centre(n));
  grown.segment(larger.inverse_width(0), n) = theta.segment(inverse_width(0), n);
  grown.tail(larger.output_layer().size()).setZero();
  for (int o = 0; o < unknowns(); ++o)
    grown.segment(larger.amplitude(o, 0), n) = theta.segment(amplitude(o, 0), n);
  grown.tail(unknowns()) = theta.segment(constant(0), unknowns());
  return {options, grown};
}

void Rbf::move(int axis, double shift, Vector& theta) const {
  const std::vector<int>& fed = input_.coordinates();
  const auto input = std::find(fed.begin(), fed.end(), axis) - fed.begin();
  if (input == std::ssize(fed)) return;
  for (int i = 0; i < functions(); ++i) theta[centre(i) + input] -= shift;
}

std::string Rbf::text() const {
  return std::to_string(functions()) + " Gaussians";
}

double Rbf::sweep_numbers(double used, double closure) const {
  return closure * (input_.inputs() + 3) + functions() * (closure + used + 1) + 2 * used;
}

Kind Rbf::kind() {
  return {"rbf",
          "a network of radial basis functions",
          {"layers", "normalize", "harmonics"},
          [](const Options& options) {
            return std::string(
                options.layers.size() == 1 ? "" : "kind = \"rbf\" has one layer: layers = [N]");
          },
          [](const Options& options, int dimension, int unknowns) {
            const double periodic = static_cast<double>(options.periodic.size()),
                         inputs = dimension - periodic + 2 * options.harmonics * periodic,
                         n = options.layers.front();
            return n * (inputs + 1) + unknowns * (n + 1);
          },
          [](const Options& options, const geometry::Box& domain,
             int unknowns) -> std::shared_ptr<const Network> {
            return std::make_shared<Rbf>(options, domain, unknowns);
          }};
}

}  // namespace engd::network
