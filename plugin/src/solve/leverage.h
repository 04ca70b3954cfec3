#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include "solve/SolveContext.h"

namespace pliant::detail {

/// Distances that a contact keeps, along its normal, world units.
struct ContactAim {
  ContactAim(const SurfaceContact& contact, const SolveSettings& settings);

  Real target;     ///< what there was at the start of the step, at most the contact distance
  Real recovered;  ///< part of the missing distance that this step restores, ≥ 0
};

/// Whether the vertices that can move have enough weight to part both elements. Without it the contact is one of fixed
/// points: a vertex of weight w would go 1 / w times as far as what is missing.
bool hasLever(const SolveContext& context, const SurfaceContact& contact);

/// How far a contact may move a vertex in a step: the distance that is missing at the predicted end, and the way that
/// both elements come nearer to each other in the step. World units, ≥ 0.
Real reachOf(const SolveContext& context, const SurfaceContact& contact);

}  // namespace pliant::detail
