#pragma once

#include "problem/default_points.h"
#include "problem/place.h"
#include "problem/problem.h"

namespace engd::read {

// What is read, under the names that it has there.
using problem::check_terms;
using problem::Coefficient;
using problem::Correction;
using problem::default_points;
using problem::describe;
using problem::error_at;
using problem::finding_kinds;
using problem::FindingKind;
using problem::Formula;
using problem::HardCondition;
using problem::Measure;
using problem::parse_unit;
using problem::Place;
using problem::Problem;
using problem::Reference;
using problem::Term;

}  // namespace engd::read
