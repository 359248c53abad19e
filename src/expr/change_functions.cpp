// Changes of functions of one number: addition theorems where there are any, and where there are
// none, for small changes, Gauss points of the integral of the derivative.
#include <array>
#include <stdexcept>
#include <string>

#include "expr/change.h"
#include "expr/substitute.h"

namespace engd::expr {

namespace {

/// f at a becomes f at a + d, for one function f. The rest of a is r.
class Rule {
 public:
  Rule(Graph& graph, Op op, const Change& a)
      : g_(graph),
        op_(op),
        a_(a.value),
        d_(a.difference),
        r_(a.rest),
        moved_(a.moved >= 0 ? a.moved : g_.add(a_, d_)),
        f_(g_.unary(op, a_)) {}

  Change change();

 private:
  Node number(double value) { return g_.constant(value); }
  Node of(Op op, Node a) { return g_.unary(op, a); }
  Node twice(Node a, Node b) { return g_.multiply(number(2), g_.multiply(a, b)); }
  Node middle() { return g_.add(a_, g_.multiply(number(0.5), d_)); }
  Node half() { return g_.multiply(number(0.5), d_); }
  /// sqrt(1 - x^2), with all digits next to 1.
  Node cosine_of_angle(Node x) {
    return of(Op::sqrt, g_.multiply(g_.subtract(number(1), x), g_.add(number(1), x)));
  }

  /// The derivative of this order of `op` at a.
  Node derivative(Op op, int order, Node a) {
    const Node leaf = g_.increment(0);
    Node f = g_.unary(op, leaf);
    for (int k = 0; k < order; ++k) f = differentiate(g_, f, leaf);
    return substitute(g_, {f}, [&](Node n) { return n == leaf ? a : n; }).front();
  }

  /// int_0^1 weight(s) op^(order)(a + s d) ds, weight 1 or 1 - s, by Gauss points: exact to
  /// round-off where |d| is below a 32nd of the distance to singularities.
  Node integral(Op op, int order, Node a, Node d, bool falling);
  /// `small` where |d| < 1/32, else `large`.
  Node chosen(Node d, Node small, Node large) {
    const Node is_small = smallness(d);
    return g_.add(g_.multiply(is_small, small),
                  g_.multiply(g_.subtract(number(1), is_small), large));
  }
  Node smallness(Node d) { return of(Op::step, g_.subtract(number(1.0 / 32), of(Op::abs, d))); }

  /// op(a + d) - op(a) - op'(a) d, given the difference of both values, for an op whose
  /// singularities are at least 1 away.
  Node curved(Op op, Node a, Node d, Node difference) {
    const Node inside = g_.multiply(smallness(d), d);  // so that nothing overflows elsewhere
    const Node small = g_.multiply(g_.multiply(inside, inside), integral(op, 2, a, inside, true));
    const Node slope = derivative(op, 1, a);
    return chosen(d, small, g_.subtract(difference, g_.multiply(slope, d)));
  }

  Change with_rest(Node difference, Node rest) { return {f_, difference, rest}; }
  /// The rest by subtraction: it keeps the digits of d, if not all of its own.
  Change subtracted(Node difference) {
    const Node slope = derivative(op_, 1, a_);
    return {f_, difference, g_.subtract(difference, g_.multiply(slope, g_.subtract(d_, r_)))};
  }
  Change smooth(Node difference) {
    const Node slope = derivative(op_, 1, a_);
    return {f_, difference, g_.add(curved(op_, a_, d_, difference), g_.multiply(slope, r_))};
  }
  Change without_theorem();
  Change of_steps();
  Change absolute();
  Change logarithm(Node base);
  Change exponential(Node factor);
  Change square_root();
  Change cube_root();
  Change arc_sine();
  Change arc_cosh();

  Graph& g_;
  Op op_;
  Node a_, d_, r_, moved_, f_;
};

Node Rule::integral(Op op, int order, Node a, Node d, bool falling) {
  struct Point {
    double place, weight;
  };
  constexpr std::array<Point, 4> points{{{0.06943184420297371239, 0.17392742256872692869},
                                         {0.33000947820757186760, 0.32607257743127307131},
                                         {0.66999052179242813240, 0.32607257743127307131},
                                         {0.93056815579702628761, 0.17392742256872692869}}};
  Node sum = number(0);
  for (const auto& [place, weight] : points) {
    const Node at = g_.add(a, g_.multiply(number(place), d));
    const double factor = falling ? weight * (1 - place) : weight;
    sum = g_.add(sum, g_.multiply(number(factor), derivative(op, order, at)));
  }
  return sum;
}

Change Rule::without_theorem() {
  const Node inside = g_.multiply(smallness(d_), d_);
  const Node small = g_.multiply(inside, integral(op_, 1, a_, inside, false));
  return smooth(chosen(d_, small, g_.subtract(of(op_, moved_), f_)));
}

/// Functions that are constant but for jumps.
Change Rule::of_steps() {
  const Node difference = g_.subtract(of(op_, moved_), f_);
  return with_rest(difference, difference);
}

/// |a + d| - |a| = s d + 2 max(0, -s (a + d)), s the sign of a, 1 for 0.
Change Rule::absolute() {
  const Node s = g_.subtract(g_.multiply(number(2), of(Op::step, a_)), number(1));
  const Node kink =
      g_.multiply(number(2), g_.binary(Op::max, number(0), g_.negate(g_.multiply(s, moved_))));
  return with_rest(g_.add(g_.multiply(s, d_), kink), g_.add(g_.multiply(s, r_), kink));
}

/// log(base + d) - log(base) = log1p(d/base).
Change Rule::logarithm(Node base) {
  const Node q = g_.divide(d_, base), difference = of(Op::log1p, q);
  const Node rest = curved(Op::log1p, number(0), q, difference);
  return with_rest(difference, g_.add(rest, g_.divide(r_, base)));
}

/// factor (e^d - 1).
Change Rule::exponential(Node factor) {
  const Node grown = of(Op::expm1, d_);
  const Node rest = g_.add(curved(Op::expm1, number(0), d_, grown), r_);
  return with_rest(g_.multiply(factor, grown), g_.multiply(factor, rest));
}

/// D = d / (f + sqrt(a + d)), and 2 f D + D^2 = d.
Change Rule::square_root() {
  const Node difference = g_.divide(d_, g_.add(f_, of(Op::sqrt, moved_)));
  const Node rest = g_.subtract(r_, g_.multiply(difference, difference));
  return with_rest(difference, g_.divide(g_.multiply(number(0.5), rest), f_));
}

/// 3 f^2 D + 3 f D^2 + D^3 = d.
Change Rule::cube_root() {
  const Node c = of(Op::cbrt, moved_), square = g_.multiply(f_, f_);
  const Node below = g_.add(g_.add(g_.multiply(c, c), g_.multiply(c, f_)), square);
  const Node difference = g_.divide(d_, below);
  const Node cubic = g_.multiply(g_.multiply(difference, difference),
                                 g_.add(g_.multiply(number(3), f_), difference));
  return with_rest(difference, g_.divide(g_.subtract(r_, cubic), g_.multiply(number(3), square)));
}

/// The angle between the directions (cos, sin) of both arguments.
Change Rule::arc_sine() {
  const Node before = cosine_of_angle(a_), after = cosine_of_angle(moved_);
  const Node ratio = g_.divide(g_.add(a_, moved_), g_.add(before, after));
  const Node cross = g_.multiply(d_, g_.add(before, g_.multiply(a_, ratio)));
  const Node dot = g_.add(g_.multiply(before, after), g_.multiply(a_, moved_));
  const Node difference = g_.binary(Op::atan2, cross, dot);
  return subtracted(op_ == Op::asin ? difference : g_.negate(difference));
}

/// acosh(a) = 2 asinh(sqrt((a - 1)/2)).
Change Rule::arc_cosh() {
  const Node half = number(0.5);
  const Change shifted{g_.multiply(half, g_.subtract(a_, number(1))), g_.multiply(half, d_),
                       g_.multiply(half, r_)};
  const Change root = change_of_function(g_, Op::sqrt, shifted);
  const Change twice = change_of_function(g_, Op::asinh, root);
  return with_rest(g_.multiply(number(2), twice.difference), g_.multiply(number(2), twice.rest));
}

/// There is no `default`: an operation without a rule must not compile.
Change Rule::change() {
  const Node one = number(1);
  switch (op_) {
    case Op::negate:
      return {f_, g_.negate(d_), g_.negate(r_)};
    case Op::sin:
      return smooth(twice(of(Op::cos, middle()), of(Op::sin, half())));
    case Op::cos:
      return smooth(g_.negate(twice(of(Op::sin, middle()), of(Op::sin, half()))));
    case Op::tan:
      return subtracted(
          g_.divide(of(Op::sin, d_), g_.multiply(of(Op::cos, a_), of(Op::cos, moved_))));
    case Op::asin:
    case Op::acos:
      return arc_sine();
    case Op::atan:
      return smooth(g_.binary(Op::atan2, d_, g_.add(one, g_.multiply(a_, moved_))));
    case Op::sinh:
      return smooth(twice(of(Op::cosh, middle()), of(Op::sinh, half())));
    case Op::cosh:
      return smooth(twice(of(Op::sinh, middle()), of(Op::sinh, half())));
    case Op::tanh:
      return smooth(
          g_.multiply(of(Op::tanh, d_), g_.subtract(one, g_.multiply(f_, of(Op::tanh, moved_)))));
    case Op::atanh:
      return subtracted(of(Op::atanh, g_.divide(d_, g_.subtract(one, g_.multiply(a_, moved_)))));
    case Op::acosh:
      return arc_cosh();
    case Op::exp:
      return exponential(f_);
    case Op::expm1:
      return exponential(of(Op::exp, a_));
    case Op::log:
      return logarithm(a_);
    case Op::log1p:
      return logarithm(g_.add(one, a_));
    case Op::sqrt:
      return square_root();
    case Op::cbrt:
      return cube_root();
    case Op::abs:
      return absolute();
    case Op::sign:
    case Op::step:
    case Op::floor:
      return of_steps();
    case Op::asinh:
    case Op::erf:
    case Op::erfc:
    case Op::gamma:
      return without_theorem();
    case Op::constant:
    case Op::leaf:
    case Op::add:
    case Op::multiply:
    case Op::divide:
    case Op::power:
    case Op::min:
    case Op::max:
    case Op::atan2:
    case Op::bessel_j:
    case Op::bessel_y:
    case Op::bessel_i:
    case Op::bessel_k:
    case Op::polygamma:
      break;  // not functions of one number
  }
  throw std::logic_error(std::string("no change of the operation ") + function_name(op_));
}

}  // namespace

Change change_of_function(Graph& graph, Op op, const Change& a) {
  return Rule(graph, op, a).change();
}

}  // namespace engd::expr
