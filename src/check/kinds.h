#pragma once

// One function a kind of finding. Internal to src/check.

#include "check/subject.h"

namespace engd::check {

void look_at_solution(Subject& subject);         // solution.cpp
void look_at_stationarity(Subject& subject);     // stationary.cpp
void look_at_reference(Subject& subject);        // reference.cpp
void look_at_time(Subject& subject);             // initial.cpp: initial, overdetermined
void look_at_signs(Subject& subject);            // signs.cpp: ill_posed
void look_at_losses(Subject& subject);           // robin.cpp: ill_posed
void look_at_boundary(Subject& subject);         // boundary.cpp
void look_at_contradictions(Subject& subject);   // contradictions.cpp: overdetermined
void look_at_corners(Subject& subject);          // corners.cpp
void look_at_equations(Subject& subject);        // equations.cpp: overdetermined, undetermined
void look_at_near_faces(Subject& subject);       // near_face.cpp: boundary
void look_at_characteristics(Subject& subject);  // characteristics.cpp: boundary
void look_at_dispersion(Subject& subject);       // dispersion.cpp: boundary
void look_at_penalties(Subject& subject);        // penalty.cpp
void look_at_solvers(Subject& subject);          // solver.cpp
void look_at_numbers(Subject& subject);          // not_finite.cpp
void look_at_periods(Subject& subject);          // periodic.cpp: overdetermined
void look_at_constants(Subject& subject);        // up_to_constant.cpp
void look_at_coefficients(Subject& subject);     // coefficients.cpp: undetermined
void look_at_points(Subject& subject);           // few_points.cpp
void look_at_scales(Subject& subject);           // scales.cpp
void look_at_units(Subject& subject);            // units.cpp
void look_at_names(Subject& subject);            // unused.cpp

}  // namespace engd::check
