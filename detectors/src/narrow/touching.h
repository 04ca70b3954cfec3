#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>

namespace pliant::detail {

/// Nearer than this part of the pair's size and motion, the difference of the nearest points is rounding: then exact
/// decisions tell the side.
inline constexpr double kTouching = 1e-13;

/// A swept query with room for pairs that the narrow test takes for touching, though by rounding their boxes lie apart.
CandidateQuery withTouching(const BodySet& bodies, const CandidateQuery& query);

}  // namespace pliant::detail
