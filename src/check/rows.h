#pragma once

#include "check/subject.h"

namespace engd::check {

/// Rows a point gives: residuals, or of an energy at most one for each entry of the jet that does
/// not stand there as a plain summand.
Index rows_of(Subject& subject, const problem::Term& term);

bool is_file(const problem::Term& term);
geometry::PointSet file_points(const Subject& subject, const problem::Term& term);
/// How many points a term has.
Index points_of(const Subject& subject, const problem::Term& term);

}  // namespace engd::check
