#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include "solve/SolveContext.h"

namespace pliant::detail {

/// Distances that a contact keeps along its normal [length].
struct ContactAim {
  ContactAim(const SurfaceContact& contact, const SolveSettings& settings);

  Real target;     ///< distance at t0, at most the contact distance
  Real recovered;  ///< part of the missing distance that this step restores, ≥ 0
};

/// Returns true if the movable vertices have enough weight to separate both elements. Otherwise the contact counts as
/// one between fixed points: a vertex of weight w would move by 1 / w times the missing distance.
bool hasLever(const SolveContext& context, const SurfaceContact& contact);

/// Returns how far a contact may move a vertex in a step [length], ≥ 0: the distance missing at the predicted end, plus
/// the approach of the two elements during the step.
Real farthestMotion(const SolveContext& context, const SurfaceContact& contact);

}  // namespace pliant::detail
