#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/domain.h"

namespace engd::geometry {

/// A part of the domain by name; nothing when no part has this name:
///     interior, boundary
///     boundary.left  .right    lower and upper face of the first coordinate,
///     boundary.bottom .top     of the second,
///     boundary.front .back     of the third
///     boundary.NAME.min .max   of the coordinate NAME, boundary.NAME both of them
///     initial, final           where the time is least and greatest, if a coordinate is the time
///     lateral                  the boundary but for the faces of the time
///     inside.NAME, outside.NAME   a subdomain, and the rest of the domain
///     interface.NAME              the boundary of a subdomain, its normal outward;
///     interface.NAME.PIECE        a piece of it
/// The faces of periodic coordinates belong to neither boundary nor lateral, but have their names.
/// On a shape, parts of its boundary by the names of its pieces, boundary.NAME for all whose name
/// is NAME or begins with "NAME."; faces only of the other coordinates, and `lateral` leaves out
/// all of these.
std::optional<Region> part_of(const Domain& domain,
                              const std::vector<std::string>& coordinate_names,
                              std::string_view name);

/// The domain that a part is described by: for inside.NAME and interface.NAME the subdomain.
const Domain& domain_of_part(const Domain& domain, std::string_view name);

/// The names that part_of knows for this domain, for messages.
std::vector<std::string> part_names(const Domain& domain,
                                    const std::vector<std::string>& coordinate_names);

}  // namespace engd::geometry
