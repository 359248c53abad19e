#include "expr/vector_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace engd::expr {
namespace {

using Function = void (*)(const double*, double*, int);
using Exact = long double (*)(long double);

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

#ifdef __FP_FAST_FMA
constexpr double tolerance = 2, tanh_tolerance = 3.5;
#else
constexpr double tolerance = 2.5, tanh_tolerance = 4;
#endif

/// |value - exact| in units of the last place of exact.
double error_in_ulp(double value, long double exact) {
  const double rounded = static_cast<double>(exact);
  if (value == rounded) return 0;  // infinities and signed zeros among them
  if (!std::isfinite(value) || !std::isfinite(rounded)) return infinity;
  const double ulp = std::nextafter(std::fabs(rounded), infinity) - std::fabs(rounded);
  return static_cast<double>(std::fabs((value - exact) / ulp));
}

void sine_of_both(const double* in, double* out, int n) {
  std::vector<double> cosine(static_cast<std::size_t>(n));
  vector_sincos(in, out, cosine.data(), n);
}

void cosine_of_both(const double* in, double* out, int n) {
  std::vector<double> sine(static_cast<std::size_t>(n));
  vector_sincos(in, sine.data(), out, n);
}

struct Case {
  const char* name;
  Function function;
  Exact exact;
  double low, high;
  bool logarithmic;  ///< arguments +-10^t, t between low and high
};

const std::vector<Case> cases{
    {"exp", vector_exp, std::exp, -745, 709.78, false},
    {"exp", vector_exp, std::exp, -1, 1, false},
    {"exp", vector_exp, std::exp, -20, 2, true},
    {"tanh", vector_tanh, std::tanh, -25, 25, false},
    {"tanh", vector_tanh, std::tanh, -1, 1, false},
    {"tanh", vector_tanh, std::tanh, -320, 3, true},
    {"log", vector_log, std::log, 0.5, 2, false},
    {"log", vector_log, std::log, 0.99, 1.01, false},
    {"sin", vector_sin, std::sin, -10, 10, false},
    {"sin", vector_sin, std::sin, -2e5, 2e5, false},
    {"sin", vector_sin, std::sin, -320, 6, true},
    {"cos", vector_cos, std::cos, -10, 10, false},
    {"cos", vector_cos, std::cos, -2e5, 2e5, false},
    {"sincos", sine_of_both, std::sin, -100, 100, false},
    {"sincos", cosine_of_both, std::cos, -100, 100, false},
    {"erf", vector_erf, std::erf, -6, 6, false},
};

TEST(VectorMath, DenseAndRandomArguments) {
  std::mt19937_64 engine(7);
  for (const Case& c : cases) {
    std::uniform_real_distribution<double> distribution(c.low, c.high);
    double worst = 0, worst_at = 0;
    for (int block = 0; block < 800; ++block) {
      std::vector<double> in(128), out(128);
      for (int i = 0; i < 128; ++i) {
        double t = distribution(engine);
        if (block % 2 == 0) t = c.low + (c.high - c.low) * (block * 128 + i) / (800 * 128);
        in[i] = c.logarithmic ? std::copysign(std::pow(10.0, t), i % 2 - 0.5) : t;
      }
      c.function(in.data(), out.data(), 128);
      for (int i = 0; i < 128; ++i) {
        const double error = error_in_ulp(out[i], c.exact(in[i]));
        if (!(error <= worst)) {
          worst = error;
          worst_at = in[i];
        }
      }
    }
    const bool is_tanh = std::string(c.name) == "tanh";
    EXPECT_LE(worst, is_tanh ? tanh_tolerance : tolerance) << c.name << " at " << worst_at;
  }
}

TEST(VectorMath, LogarithmOverTheWholeRange) {
  std::mt19937_64 engine(8);
  std::uniform_real_distribution<double> exponent(-323, 308.2);
  for (int i = 0; i < 50'000; ++i) {
    const double x = std::pow(10.0, exponent(engine));
    double y = 0;
    vector_log(&x, &y, 1);
    if (x > 0) {
      ASSERT_LE(error_in_ulp(y, std::log(static_cast<long double>(x))), tolerance) << x;
    }
  }
}

// The worst arguments for the reduction: doubles next to multiples of pi/2.
TEST(VectorMath, AnglesNextToMultiplesOfARightAngle) {
  for (int k = 1; k < 63'000; ++k) {
    const double near = static_cast<double>(k * 1.57079632679489661923132169163975144L);
    for (const double x : {near, std::nextafter(near, 0.0), -std::nextafter(near, 1e6)}) {
      double sine = 0, cosine = 0;
      vector_sincos(&x, &sine, &cosine, 1);
      // long double's own reduction is exact here; std::sin in double is within 1 ulp as well
      ASSERT_LE(error_in_ulp(sine, std::sin(static_cast<long double>(x))), tolerance) << x;
      ASSERT_LE(error_in_ulp(cosine, std::cos(static_cast<long double>(x))), tolerance) << x;
    }
  }
}

TEST(VectorMath, SpecialValues) {
  const auto value = [](Function function, double x) {
    double y = 0;
    function(&x, &y, 1);
    return y;
  };
  for (const Function function : {vector_exp, vector_log, vector_tanh, vector_sin, vector_cos,
                                  vector_erf, sine_of_both, cosine_of_both}) {
    EXPECT_TRUE(std::isnan(value(function, nan)));
    EXPECT_TRUE(std::isnan(value(function, -nan)));
  }
  EXPECT_EQ(value(vector_exp, 0), 1);
  EXPECT_EQ(value(vector_exp, -0.0), 1);
  EXPECT_EQ(value(vector_exp, infinity), infinity);
  EXPECT_EQ(value(vector_exp, -infinity), 0);
  EXPECT_EQ(value(vector_exp, 709.79), infinity);
  EXPECT_EQ(value(vector_exp, -745.14), 0);
  EXPECT_EQ(value(vector_exp, -745.13), smallest);
  EXPECT_EQ(value(vector_exp, -740), std::exp(-740.0));  // a subnormal number

  EXPECT_EQ(value(vector_tanh, infinity), 1);
  EXPECT_EQ(value(vector_tanh, -infinity), -1);
  EXPECT_EQ(value(vector_tanh, 19.1), 1);
  EXPECT_EQ(value(vector_tanh, smallest), smallest);
  EXPECT_EQ(value(vector_tanh, -smallest), -smallest);
  EXPECT_EQ(value(vector_tanh, 1e-200), 1e-200);
  EXPECT_TRUE(std::signbit(value(vector_tanh, -0.0)));
  EXPECT_FALSE(std::signbit(value(vector_tanh, 0.0)));

  EXPECT_EQ(value(vector_log, 1), 0);
  EXPECT_EQ(value(vector_log, 0), -infinity);
  EXPECT_EQ(value(vector_log, infinity), infinity);
  EXPECT_TRUE(std::isnan(value(vector_log, -1)));
  EXPECT_EQ(value(vector_log, smallest), std::log(smallest));

  EXPECT_EQ(value(vector_sin, 0), 0);
  EXPECT_TRUE(std::signbit(value(vector_sin, -0.0)));
  EXPECT_EQ(value(vector_cos, 0), 1);
  EXPECT_EQ(value(vector_sin, 1e22), std::sin(1e22));
  EXPECT_EQ(value(vector_cos, -1e300), std::cos(-1e300));
  EXPECT_TRUE(std::isnan(value(vector_sin, infinity)));
  EXPECT_TRUE(std::isnan(value(vector_cos, -infinity)));
}

// Each argument at every place of arrays of awkward lengths, alone and among rare ones.
TEST(VectorMath, AValueDoesNotDependOnItsPlace) {
  const std::vector<double> arguments{0.3, 1.7, 0.01, 12.5, 1e-9, 0.9, 3.3, 250.0, 1e-310, 5e4};
  for (const Function function : {vector_exp, vector_log, vector_tanh, vector_sin, vector_cos,
                                  vector_erf, sine_of_both, cosine_of_both}) {
    for (const double x : arguments) {
      double alone = 0;
      function(&x, &alone, 1);
      for (const int n : {1, 31, 32, 33, 127, 128}) {
        std::vector<double> in(static_cast<std::size_t>(n), x), out(in.size());
        function(in.data(), out.data(), n);
        for (const double y : out) ASSERT_EQ(y, alone) << x;
        in[in.size() / 2] = 1e200;
        function(in.data(), out.data(), n);
        for (std::size_t i = 0; i < in.size(); ++i) {
          if (i == in.size() / 2) continue;
          ASSERT_EQ(out[i], alone) << x;
        }
        function(in.data(), in.data(), n);  // in place
        ASSERT_EQ(in, out);
      }
    }
  }
}

TEST(VectorMath, BothResultsMayReplaceTheArgument) {
  std::vector<double> in(37), sine(37), cosine(37);
  for (int i = 0; i < 37; ++i) in[i] = 0.1 * i + (i == 5 ? 1e9 : 0);
  vector_sincos(in.data(), sine.data(), cosine.data(), 37);
  std::vector<double> replaced = in, other(37);
  vector_sincos(replaced.data(), replaced.data(), other.data(), 37);
  EXPECT_EQ(replaced, sine);
  EXPECT_EQ(other, cosine);
}

}  // namespace
}  // namespace engd::expr
