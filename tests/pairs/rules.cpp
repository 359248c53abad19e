#include "pairs/rules.h"

#include <algorithm>

namespace engd::pairs {

namespace {

constexpr const char* boxes = "interval|box2|box3|family4";
constexpr const char* shapes = "!interval|box2|box3|family4|none";

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all{
      // Coordinates.
      {"space", "none", "time", "none", "there is a coordinate"},
      {"time", "tau|plain_t", "space", "none", "there is nothing but time"},
      {"windows", "!plain", "time", "none|plain_t", "windows are of time"},
      {"hard_start", "true", "time", "none|plain_t", "there is no start"},
      {"hard_start", "true", "periodic", "time|both", "periodic times have no start"},
      {"hard_start", "true", "method", "hngd", "hngd is for plain networks"},
      {"periodic", "first", "space", "none", "the first coordinate is of space"},
      {"periodic", "first|both", "space", shapes, "periodic coordinates run over intervals"},
      {"periodic", "time|both", "time", "none", "there is no time"},
      {"periodic", "both", "space", "none", "there is nothing but time"},
      {"coefficients", "!none", "windows", "!plain", "a coefficient is one number for all times"},
      {"harmonics", "2", "periodic", "none", "harmonics belong to periodic coordinates"},
      {"windows", "!plain", "periodic", "time|both", "windows join what a period closes"},
      {"causal", "1", "time", "none|plain_t", "causal weights follow the time"},
      {"causal", "1", "equation", "density", "causal weights are for residuals"},
      // Equations.
      {"equation", "wave", "time", "none|plain_t", "the wave equation has a time"},
      {"equation", "biharmonic|wave|norm|roots", "space", "none", "their operators are of space"},
      {"equation", "norm", "space", "none", "a gradient is of space"},
      {"formulas", "vectors", "space", "none", "a gradient is of space"},
      {"formulas", "written_out", "equation", "norm|density|list", "not written out here"},
      {"subdomain", "!none", "space", "interval|family4|none",
       "shapes are in the plane or in space"},
      {"subdomain", "!none", "periodic", "first|both", "shapes do not know periods"},
      {"subdomain", "!none", "time", "plain_t", "the coordinate t is one of space there"},
      {"solution", "some", "unknowns", "one", "some are not all"},
      {"solution", "function_of_time", "time", "none|plain_t", "there is no time"},
      {"solution", "function_of_time", "space", "none", "nothing is known then"},
      {"solution", "function_of_time", "evaluation", "halton", "one point at each time"},
      // Conditions.
      {"start", "!term", "time", "none|plain_t", "there is no start"},
      {"start", "!term", "periodic", "time|both", "periodic times have no faces"},
      {"windows", "!plain", "start", "slice", "later windows would be bound by what they say"},
      {"windows", "!plain", "boundary", "everywhere", "it has the end of time"},
      {"start", "final|half|slice", "boundary", "hard_start|hard_all",
       "the start is given already"},
      {"boundary", "!term|none", "space", "none", "there is no boundary in space"},
      {"boundary", "faces|jump", "space", "none", "there are no faces"},
      {"boundary", "hard_start|hard_all", "time", "none|plain_t", "there is no start"},
      {"boundary", "hard_start|hard_all", "periodic", "time|both", "periodic times have no faces"},
      {"boundary", "faces|jump|hard_given", "periodic", "first|both",
       "periodic coordinates have no faces"},
      {"boundary", "neumann|robin|density|hard_auto|hard_all", "periodic", "first|both",
       "an interval has no boundary left"},
      {"boundary", "jump", "space", shapes, "there are no opposite faces"},
      {"boundary", "jump", "windows", "!plain", "shifts do not go with windows"},
      {"boundary", "hard_given", "space", "!interval|box2|box3|family4|disk|ball",
       "no formula here"},
      {"boundary", "hard_auto|hard_all", "space", "stl|union|intersection|difference",
       "distances of composed shapes are given"},
      {"boundary", "hard_auto|hard_given|hard_start|hard_all", "method", "hngd",
       "hngd is for plain networks"},
      {"networks", "!one", "method", "hngd", "hngd is for one network"},
      {"unknown_scale", "!plain", "method", "hngd", "hngd is for plain networks"},
      {"boundary_points", "file", "space", "!interval|box2|box3|family4|disk|ball", "no file here"},
      {"boundary_points", "file", "boundary", "!term|neumann|robin",
       "the file has points of one face"},
      {"boundary_points", "file", "windows", "!plain", "the file has points of the start"},
      {"boundary_points", "file", "periodic", "first|both", "the faces of the file are none"},
      {"boundary_points", "gauss", "space", "stl|union|intersection|difference", "no Gauss points"},
      {"boundary_points", "!plain", "boundary", "none|hard_auto|hard_given|hard_all",
       "no term there"},
      {"boundary_weight", "!plain", "boundary", "none|hard_auto|hard_given|hard_all",
       "no term there"},
      {"boundary_points", "!plain", "space", "none", "no term there"},
      {"boundary_weight", "!plain", "space", "none", "no term there"},
      // Points.
      {"points", "gauss", "space", "stl|union|intersection|difference", "no Gauss points"},
      {"points", "trapezoid", "space", shapes, "trapezoids are for boxes"},
      {"points", "gauss|trapezoid|file", "subdomain", "!none", "a subdomain is no image of a box"},
      {"evaluation", "gauss", "space", "stl|union|intersection|difference", "no Gauss points"},
      {"resample", "!never", "points", "!random|sobol|halton", "these are not drawn"},
      {"resample", "rad|rad_power|r3", "equation", "density", "adaptive points are for residuals"},
      {"tuning", "fresh|growth", "resample", "never", "points are not drawn again"},
      {"data", "!none", "weight", "auto", "the likelihood has its weight"},
      {"weight", "auto", "equation", "density", "densities have no trace"},
      {"boundary_weight", "auto", "equation", "density", "densities have no trace"},
      {"boundary_weight", "auto", "boundary", "density", "densities have no trace"},
      // Networks.
      {"layers", "none", "features", "!fourier_trained|gabor_trained", "features are the layer"},
      {"layers", "none", "networks", "!one", "the second one has features, too"},
      {"layers", "none", "activation", "!plain", "features have functions of their own"},
      {"layers", "none", "init", "list", "the list has two numbers"},
      {"skip", "true", "layers", "!deep", "two layers of one width"},
      {"init", "list", "layers", "!plain", "the list has two numbers"},
      {"init", "list", "features", "fourier_trained|gabor_trained", "there is a layer more"},
      {"init", "connections", "features", "fourier_trained|gabor_trained", "of no use there"},
      {"init", "connections", "separable", "2", "of no use there"},
      {"connections", "1", "features", "!plain", "as the reference says"},
      {"connections", "1", "separable", "2", "as the reference says"},
      {"connections", "1", "init", "connections", "as the reference says"},
      {"connections", "1", "periodic", "!none", "as the reference says"},
      {"kind", "rbf", "layers", "deep|tower|none", "radial basis functions are one layer"},
      {"kind", "rbf", "activation", "!plain", "they have none"},
      {"kind", "rbf", "features", "!plain", "they see no waves"},
      {"kind", "rbf", "skip", "true", "there is one layer"},
      {"kind", "rbf", "separable", "2", "another kind"},
      {"kind", "rbf", "connections", "1", "they see all coordinates"},
      {"kind", "rbf", "init", "!plain", "they have a start of their own"},
      {"kind", "features", "layers", "!plain", "features have no layers"},
      {"kind", "features", "activation", "!plain", "they have none"},
      {"kind", "features", "features", "!fourier|gabor", "they are all there is"},
      {"kind", "features", "skip", "true", "there are no layers"},
      {"kind", "features", "separable", "2", "another kind"},
      {"kind", "features", "connections", "1", "they see all coordinates"},
      {"kind", "features", "init", "!plain", "they have a start of their own"},
      {"separable", "2", "networks", "!one", "separable networks stand alone"},
      {"stretch", "!none", "kind", "rbf|features", "they have a start of their own"},
      {"stretch", "start", "init", "!plain", "there is one start"},
      {"stretch", "features", "features", "!plain", "there are features of one kind"},
      {"stretch", "features", "layers", "none", "features are fixed"},
      {"stretch", "features", "connections", "1", "as the reference says"},
      // Optimizers.
      {"tuning", "first_damping", "method", "!multistep", "a key of multistep"},
      {"tuning", "curvature", "method", "!bfgs|lbfgs", "a key of the step wolfe"},
      {"tuning", "curvature", "step", "!plain|wolfe", "likewise"},
      {"tuning", "!plain|starts|first_damping|curvature", "method", "!plain|adaptive",
       "keys of adaptive"},
      {"tuning", "acceleration", "equation", "density", "for residuals only"},
      {"tuning", "acceleration", "boundary", "density", "for residuals only"},
      {"step", "!plain", "method", "plain|adaptive|multistep",
       "damped methods choose no step size"},
      {"step", "wolfe", "method", "adam", "Adam has no such step"},
      {"solver", "!plain", "method", "!plain|adaptive|engd|hngd", "no metric"},
      {"solver", "gram_svd|kernel_cholesky", "method", "plain|adaptive",
       "they cannot serve many dampings"},
      {"solver", "qr_pivoted", "method", "!plain|adaptive", "serves adaptive only"},
      {"solver", "kernel|kernel_cholesky", "space", "family4", "matrices of thousands of rows"},
      {"metric", "damping|cutoff", "method", "!engd|hngd", "keys of plain natural gradients"},
      {"metric", "h0", "method", "!hngd", "a key of hngd"},
      {"stopping", "error", "solution", "none|some", "no error is known"},
  };
  return all;
}

bool matches(const std::string& levels, const std::string& level) {
  const bool all_but = levels.front() == '!';
  const std::string list = "|" + levels.substr(all_but ? 1 : 0) + "|";
  return (list.find("|" + level + "|") != std::string::npos) != all_but;
}

Compatibility::Compatibility() {
  first_.push_back(0);
  for (const Factor& factor : factors())
    first_.push_back(first_.back() + static_cast<int>(factor.levels.size()));
  const auto count = static_cast<std::size_t>(levels());
  together_.assign(count * count, true);
  const auto matching = [&](const std::string& factor, const std::string& levels) {
    const int f = factor_called(factor);
    std::vector<std::size_t> found;
    const auto& all = factors()[static_cast<std::size_t>(f)].levels;
    for (int l = 0; l < std::ssize(all); ++l)
      if (matches(levels, all[static_cast<std::size_t>(l)].name))
        found.push_back(static_cast<std::size_t>(number(f, l)));
    return found;
  };
  for (const Rule& rule : rules())
    for (const std::size_t a : matching(rule.factor, rule.levels))
      for (const std::size_t b : matching(rule.other, rule.others))
        together_[a * count + b] = together_[b * count + a] = false;
}

bool Compatibility::fits(const Choice& choice, int factor, int level) const {
  const int a = number(factor, level);
  for (int f = 0; f < std::ssize(factors()); ++f)
    if (f != factor && choice[f] != Choice::open && !together(a, number(f, choice[f])))
      return false;
  return true;
}

namespace {

/// The levels of a factor that fit, in their order.
std::vector<int> fitting(const Compatibility& rules, const Choice& choice, int factor) {
  std::vector<int> levels;
  for (int l = 0; l < std::ssize(factors()[static_cast<std::size_t>(factor)].levels); ++l)
    if (rules.fits(choice, factor, l)) levels.push_back(l);
  return levels;
}

/// The first open factor whose plain level does not fit, else the first open one; none: -1.
int next_factor(const Compatibility& rules, const Choice& choice) {
  int first = -1;
  for (int f = 0; f < std::ssize(factors()); ++f) {
    if (choice[f] != Choice::open) continue;
    if (!rules.fits(choice, f, 0)) return f;
    if (first < 0) first = f;
  }
  return first;
}

bool complete_from(const Compatibility& rules, Choice& choice, int& steps) {
  const int factor = next_factor(rules, choice);
  if (factor < 0) return true;
  if (--steps < 0) return false;
  for (const int level : fitting(rules, choice, factor)) {
    Choice next = choice;
    next.set(factor, level);
    if (!complete_from(rules, next, steps)) continue;
    choice = next;
    return true;
  }
  return false;
}

}  // namespace

bool Compatibility::complete(Choice& choice) const {
  int steps = 1000;  // more than there are factors: some choices lead nowhere
  return complete_from(*this, choice, steps);
}

}  // namespace engd::pairs
