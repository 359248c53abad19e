#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace engd::expr {

/// Derivatives of an unknown are carried up to this order.
inline constexpr int max_order = 4;

/// A leaf of a formula: a value that comes from outside. What is meant is said by a kind, a number
/// among those of the kind, and a place; whoever gives values to leaves switches over the kind.
struct Leaf {
  enum class Kind : std::uint8_t {
    coordinate,   ///< coordinate `index` of the point
    data,         ///< data column `index` of a density, computed when points are placed
    field,        ///< known derivative `index` of the unknowns: of frozen networks, or of the state
                  ///< at the start of a window (energy/fields.h has the list)
    measured,     ///< column `index` of the file that the points come from
    normal,       ///< component `index` of the outward unit normal
    coefficient,  ///< unknown number `index` of the equation, the same at every point
    jet,          ///< a derivative of unknown `index`, or its Laplacian
    increment,  ///< stands in for what is trained of jet entry `index` while formulas are expanded
                ///< (energy/expansion.cpp), and in no formula that is evaluated
  };
  enum class Place : std::uint8_t {
    here,     ///< at the point
    partner,  ///< at the partner of the point, in a term with a shift
    start,    ///< at the start of a window of time: a function of space
  };

  Kind kind = Kind::jet;
  Place place = Place::here;
  /// Of a jet entry at the start of a window: the function of space is D_t^time_order u there.
  std::int8_t time_order = 0;
  /// The derivative of an unknown: the Laplacian over the spatial coordinates, which is an entry of
  /// its own because a network can carry it as one channel (then `axis` is all -1), ...
  bool laplacian = false;
  std::int32_t index = 0;
  /// ... or along these coordinates, ascending; unused ones are -1, last.
  std::array<std::int16_t, max_order> axis{-1, -1, -1, -1};

  static Leaf of(Kind kind, int index);

  bool is_coefficient() const { return kind == Kind::coefficient; }
  /// Of the jet of the unknowns; a coefficient is an entry of the jet as well.
  bool is_jet_entry() const { return kind == Kind::jet || kind == Kind::coefficient; }
  int order() const;  ///< 0 for u itself, 2 for the Laplacian

  Leaf differentiated(int along) const;  ///< not for the Laplacian
  Leaf without_derivative() const;       ///< u of any derivative of u, in its place
  Leaf at(Place other) const;

  bool operator==(const Leaf&) const = default;
};

/// Tapes list their inputs, and densities the entries of the jet, in this order: sums of losses and
/// gradients follow it. The last coefficient comes first.
inline std::strong_ordering operator<=>(const Leaf& a, const Leaf& b) {
  if (a.is_coefficient() && b.is_coefficient()) return b.index <=> a.index;
  return std::tie(a.kind, a.place, a.time_order, a.index, a.laplacian, a.axis) <=>
         std::tie(b.kind, b.place, b.time_order, b.index, b.laplacian, b.axis);
}

/// A leaf of the kinds `jet` and `coefficient`: what is trained. Where nothing else is said, jet
/// entries are taken at the point itself.
using JetEntry = Leaf;

JetEntry value_of(int unknown);
JetEntry laplacian_of(int unknown);
JetEntry coefficient_entry(int number);

/// For messages: `coordinates` and `unknowns` are the user's names.
std::string to_string(const Leaf& leaf, const std::vector<std::string>& coordinates,
                      const std::vector<std::string>& unknowns);
const char* kind_name(Leaf::Kind kind);

}  // namespace engd::expr
