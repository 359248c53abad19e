// What an archive refuses: it may come from a file that somebody made by hand.
#include "support/state_archive.h"

#include <gtest/gtest.h>

#include <deque>

#include "support/error.h"

namespace engd {
namespace {

template <typename Load>
std::string refusal(const StateArchive::Values& values, Load&& load) {
  StateArchive archive(values);
  try {
    load(archive);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

const std::string start = "the checkpoint does not fit this program and problem: ";
using Numbers = std::vector<double>;
using Integers = std::vector<std::int64_t>;

TEST(StateArchive, WhatIsSavedIsLoaded) {
  const auto exchange = [](StateArchive& archive, std::uint64_t& seed, std::optional<double>& some,
                           std::optional<double>& none, std::deque<Vector>& list, Matrix& matrix) {
    archive("seed", seed);
    archive("some", some);
    archive("none", none);
    archive.list("list", list, [&](Vector& item) { archive("item", item); });
    archive("matrix", matrix, 2);
  };
  StateArchive saved;
  std::uint64_t seed = ~0ull;
  std::optional<double> some = 2.5, none;
  std::deque<Vector> list{Vector::Ones(2), Vector(0)};
  Matrix matrix = Matrix::Random(3, 2);
  exchange(saved, seed, some, none, list, matrix);

  StateArchive loaded(saved.values());
  std::uint64_t seed2 = 0;
  std::optional<double> some2, none2 = 1;
  std::deque<Vector> list2;
  Matrix matrix2;
  exchange(loaded, seed2, some2, none2, list2, matrix2);
  loaded.require_all_read();
  EXPECT_EQ(seed2, seed);
  EXPECT_EQ(some2, some);
  EXPECT_FALSE(none2);
  ASSERT_EQ(list2.size(), 2u);
  EXPECT_EQ(list2[0], list[0]);
  EXPECT_EQ(matrix2, matrix);
}

TEST(StateArchive, WhatDoesNotFitIsRefused) {
  double number = 0;
  int whole = 0;
  bool flag = false;
  Vector vector;
  Matrix matrix;
  std::vector<std::string> texts;
  EXPECT_EQ(refusal({}, [&](StateArchive& a) { a("x", number); }), start + "'x' is missing");
  EXPECT_EQ(refusal({{"x", Integers{1}}}, [&](StateArchive& a) { a("x", number); }),
            start + "'x' is of another kind");
  EXPECT_EQ(refusal({{"x", Numbers{1, 2}}}, [&](StateArchive& a) { a("x", number); }),
            start + "'x' is not one number");
  EXPECT_EQ(refusal({{"x", Integers{}}}, [&](StateArchive& a) { a("x", whole); }),
            start + "'x' is not one number");
  EXPECT_EQ(refusal({{"x", Integers{1ll << 40}}}, [&](StateArchive& a) { a("x", whole); }),
            start + "'x' is too large");
  EXPECT_EQ(refusal({{"x", Integers{2}}}, [&](StateArchive& a) { a("x", flag); }),
            start + "'x' is neither yes nor no");
  const auto sized = [&](StateArchive& a) {
    a.set_parameters(4);
    a("x", vector);
  };
  EXPECT_EQ(refusal({{"x", Numbers(3)}}, sized), start + "'x' has another length");
  EXPECT_EQ(refusal({{"x", Numbers(0)}}, sized), "accepted");
  EXPECT_EQ(refusal({{"x", Numbers(4)}}, sized), "accepted");
  const auto square = [&](StateArchive& a) {
    a.set_parameters(2);
    a("x", matrix, 2);
  };
  EXPECT_EQ(refusal({{"x", Numbers(6)}}, square), start + "'x' has another size");
  EXPECT_EQ(refusal({{"x", Numbers(4)}}, square), "accepted");
  EXPECT_EQ(refusal({{"x", Integers{1ll << 60}}}, [&](StateArchive& a) { a("x", texts); }),
            start + "'x' has more items than the checkpoint");
  EXPECT_EQ(refusal({{"x", Integers{-1}}}, [&](StateArchive& a) { a("x", texts); }),
            start + "'x' has more items than the checkpoint");
  EXPECT_EQ(refusal({{"a.x", Numbers{1}}},
                    [&](StateArchive& a) { a.within("a", [&] { a.require(false, "x"); }); }),
            start + "'a.x' does not fit the rest");
  EXPECT_EQ(refusal({{"x", Numbers{1}}}, [](StateArchive& a) { a.require_all_read(); }),
            start + "nobody knows what 'x' is");
}

}  // namespace
}  // namespace engd
