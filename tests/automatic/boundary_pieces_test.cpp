#include "automatic/boundary_pieces.h"

#include <gtest/gtest.h>

#include "automatic/stated.h"

namespace engd::automatic {
namespace {

using testing::stated;

/// A square, or another domain, with conditions on parts of the boundary.
problem::Problem with_conditions(const std::string& domain, const std::vector<std::string>& on) {
  std::string text = "[problem]\nvariables = [\"x\", \"y\"]\n" + domain +
                     "\n[[term]]\non = \"interior\"\nresidual = \"laplacian(u)\"\n";
  for (const std::string& place : on)
    text += "[[term]]\non = \"" + place + "\"\nresidual = \"u\"\n";
  return stated(text);
}

std::vector<BoundaryPiece> pieces_of(const problem::Problem& problem) {
  std::vector<const geometry::Region*> regions;
  for (std::size_t t = 1; t < problem.terms.size(); ++t)
    regions.push_back(&problem.terms[t].region);
  return boundary_pieces(problem.domain, regions);
}

double measure_of(const BoundaryPiece& piece) {
  if (!piece.region.keep) return piece.region.measure();
  return geometry::probe_points(4000, piece.region, {"x", "y"}).measure();
}

const std::string square = "domain = { box = [0, 1] }";

TEST(BoundaryPieces, AreCutWhereConditionsEnd) {
  const auto pieces =
      pieces_of(with_conditions(square, {"x == 0", "boundary and y < 0.25", "x == 1 or y == 1"}));
  double whole = 0;
  for (const BoundaryPiece& piece : pieces) {
    whole += measure_of(piece);
    EXPECT_TRUE(piece.is_flat);
    const std::vector<bool>& has = piece.has;
    const double want = has[0] ? (has[1] ? 0.25 : 0.75) : has[2] ? (has[1] ? 0.25 : 1.75) : 1.0;
    EXPECT_NEAR(measure_of(piece), want, 1e-12);
  }
  EXPECT_EQ(pieces.size(), 5u);
  EXPECT_NEAR(whole, 4, 1e-12);
}

TEST(BoundaryPieces, FollowPredicates) {
  const auto pieces = pieces_of(
      with_conditions("domain = { shape = \"disk\", radius = 1 }", {"boundary and x + y > 1"}));
  ASSERT_EQ(pieces.size(), 2u);
  for (const BoundaryPiece& piece : pieces) {
    EXPECT_FALSE(piece.is_flat);
    const double quarter = piece.has[0] ? 1 : 3;
    EXPECT_NEAR(measure_of(piece), quarter * 1.5707963, 5e-3);
  }
}

TEST(BoundaryPieces, LeaveOutPeriodicFaces) {
  const auto pieces = pieces_of(with_conditions(square + "\nperiodic = \"x\"", {"y == 0"}));
  ASSERT_EQ(pieces.size(), 2u);
  for (const BoundaryPiece& piece : pieces) EXPECT_NEAR(measure_of(piece), 1, 1e-12);
}

TEST(BoundaryPieces, TellWhatIsOnTheBoundary) {
  const problem::Problem problem = with_conditions(square, {"x == 0.5", "x == 1"});
  const geometry::Region boundary = geometry::boundary_of(problem.domain);
  EXPECT_FALSE(covers(boundary, problem.terms[1].region));
  EXPECT_TRUE(covers(boundary, problem.terms[2].region));
  EXPECT_FALSE(covers(problem.terms[2].region, boundary));
}

}  // namespace
}  // namespace engd::automatic
