// Equations inside the domain that are missing or too many, penalties beside an energy, and
// matrices that are larger than they need to be.

#include "check/found.h"

namespace engd::check {
namespace {

using testing::expect_found;
using testing::expect_nothing;
using testing::poisson;
using testing::with;

const std::string neumann = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
name = "equation"
on = "interior"
residual = "laplacian(u) - 4"
[[term]]
name = "slope"
on = "boundary"
residual = "dn(u) - 1"
)toml";

TEST(Equations, AValueInsideIsNoMean) {
  const std::string mean =
      "[[term]]\nname = \"mean\"\non = \"interior\"\nresidual = \"u\"\nmeasure = \"integral\"\n";
  expect_found(neumann + mean, "15: overdetermined: ", "says nothing of a mean");
  expect_found(neumann + mean, "15: overdetermined: ", "on = \"x == 0 and y == 0\"");
  expect_found(with(neumann + mean, "box = [[0, 1], [0, 1]]", "shape = \"disk\", radius = 1"),
               "15: overdetermined: ", "on = \"x == 0 and y == 0\"");
  // Measurements by a formula, another unknown, and a coefficient to find.
  expect_nothing(neumann + with(mean, "\"u\"", "\"u - sin(x)\""));
  const std::string two =
      with(with(neumann, "domain", "unknowns = [\"u\", \"q\"]\ndomain"), "(u) - 4", "(u) - q");
  expect_nothing(two + mean);
  // What is expected of a field that data determine, and a weight that says how much.
  expect_nothing(two +
                 "[[term]]\non = \"interior\"\nresidual = \"u - sin(x)\"\n[[term]]\non = "
                 "\"interior\"\nresidual = \"u - 1\"\n");
  expect_nothing(neumann + mean + "weight = 1e-6\n");
  expect_nothing(with(neumann, "(u) - 4", "(u) - k") + mean + "[coefficients]\nk = 1\n");
}

TEST(Equations, NoneInside) {
  const std::string edges =
      "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }\n[[term]]\non = "
      "\"boundary\"\nresidual = \"u\"\n";
  expect_found(edges, "4: undetermined: ", "no term holds inside the domain");
  expect_nothing(edges + "[[term]]\non = \"interior\"\nresidual = \"laplacian(u)\"\n");
}

const std::string energy = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[[term]]
on = "interior"
density = "norm2(grad(u))/2 - u"
[[term]]
name = "edges"
on = "boundary"
residual = "u"
)toml";

TEST(Penalty, AResidualBesideAnEnergy) {
  expect_found(energy, "7: penalty: ", "(term 'edges')");
  expect_found(energy +
                   "[[term]]\non = \"x == 1\"\nresidual = \"u_y\"\n[[term]]\nname = \"more\"\non "
                   "= \"y == 1\"\nresidual = \"2*u\"\n",
               "7: penalty: ", "(terms 'edges', 'more')");
  expect_nothing(energy + "weight = 1000\n");
  // At one point it fixes a constant; the slope has its natural condition.
  expect_nothing(with(with(energy, "\"boundary\"", "\"x == 0 and y == 0\""), "[[term]]",
                      "[hard.u]\non = \"x == 1\"\n[[term]]"));
  expect_nothing(with(with(energy, "\"u\"\n", "\"dn(u)\"\n"), "/2 - u", "/2 + u^2/2 - u"));
}

TEST(Solver, AKernelMatrixWithManyRows) {
  const auto solved_by = [](const std::string& optimizer) {
    return poisson + "[network]\nlayers = [5]\n[optimizer]\nmethod = " + optimizer + "\n";
  };
  expect_nothing(solved_by("\"engd\"\nsolver = \"kernel\""));  // 1020 rows
  expect_nothing(solved_by("\"hngd\""));
  expect_found(solved_by("\"hngd\"\nsolver = \"kernel\""), "19: solver: ",
               "has 5400 rows for 21 parameters: solver = \"auto\" decomposes a matrix of 21");
  expect_nothing(solved_by("\"hngd\"\nmetric = \"h0\"\nsolver = \"kernel_cholesky\""));  // 900
  expect_found(with(solved_by("\"engd\"\nsolver = \"kernel\""), "residual = \"laplacian(u) + f\"",
                    "residual = \"laplacian(u) + f\"\npoints = { grid = 60 }"),
               "20: solver: ", "has 3720 rows");
}

}  // namespace
}  // namespace engd::check
