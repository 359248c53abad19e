// The kernels written for a term are CUDA C++ that compiles; no card is needed for that.
#include <gtest/gtest.h>

#include "backend/cases.h"
#include "backend/cuda/formula_source.h"
#include "backend/cuda/program.h"
#include "backend/cuda/term_source.h"
#include "backend/device_error.h"
#include "common/discretisation.h"

namespace engd {
namespace {

using testing::Discretisation;
using testing::residual;
using testing::Statement;

std::vector<char> compiled(const Discretisation& made, const energy::Term& term) {
  const network::JetPlan plan(term.density.jets(), made.scope.space);
  return cuda::compile(cuda::term_source(made.network, plan, term.density), 90);
}

class CudaSourceTest : public ::testing::TestWithParam<testing::Case> {};

TEST_P(CudaSourceTest, Compiles) {
  const Discretisation made(GetParam().statement);
  for (const energy::Term& term : made.terms) EXPECT_FALSE(compiled(made, term).empty());
}

std::vector<testing::Case> different_sources() {
  std::vector<testing::Case> list;
  for (const auto& one : testing::cases())
    if (!one.name.starts_with("points_") && !one.name.starts_with("widths_")) list.push_back(one);
  for (auto& one : testing::coefficient_cases()) list.push_back(std::move(one));
  return list;
}

INSTANTIATE_TEST_SUITE_P(Cases, CudaSourceTest, ::testing::ValuesIn(different_sources()),
                         [](const auto& info) { return info.param.name; });

TEST(CudaFormulaTest, EveryFunctionCompiles) {
  const Discretisation made(
      Statement("x", {{0, 1}}) +
      residual("interior",
               "sin(u)+cos(u)+tan(u)+asin(u)+acos(u)+atan(u)+sinh(u)+cosh(u)+tanh(u)+exp(u)+log(u)+"
               "sqrt(u)+abs(u)+min(u,u_x)+max(u,2)+erf(u)+pow(u,u_x)+pow(2,u)+pow(u,2.5)+u^7+u^-3+"
               "sign(u)+asinh(u)+acosh(u)+atanh(u)+erfc(u)+cbrt(u)+expm1(u)+log1p(u)+atan2(u,u_x)+"
               "hypot(u,2)+sech(u)+1/u+u/3+u_x/u"));
  EXPECT_FALSE(compiled(made, made.terms[0]).empty());
}

// Bessel functions are computed on the host when points are placed, in a data column; in a formula
// of a card they are a mistake of the program.
TEST(CudaFormulaTest, FunctionsOfTheHostAreDataColumns) {
  const Discretisation made(Statement("x", {{0, 1}}) + residual("interior",
                                                                "J0(x)*u - gamma(1 + x)",
                                                                testing::points::random(10)));
  const energy::Term& term = made.terms[0];
  EXPECT_TRUE(term.density.data().on_host_only());
  EXPECT_FALSE(term.density.slope().on_host_only());
  EXPECT_FALSE(compiled(made, term).empty());
  EXPECT_THROW(cuda::formula_source("f", term.density.data()), std::logic_error);
}

TEST(CudaFormulaTest, NumbersKeepAllDigits) {
  for (double value : {0.1, -1.0 / 3, 1e-300, 12345678.9, 5e-324})
    EXPECT_EQ(std::strtod(cuda::literal(value).c_str() + 1, nullptr), value);
  EXPECT_EQ(cuda::literal(HUGE_VAL), "infinity()");
  EXPECT_EQ(cuda::literal(-HUGE_VAL), "(-infinity())");
  EXPECT_EQ(cuda::literal(std::nan("")), "nan_value()");
}

TEST(CudaProgramTest, AMistakeIsReportedWithItsPlace) {
  try {
    cuda::compile("__global__ void f() { g(); }", 90);
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("term.cu(1)"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace engd
