#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>

namespace pliant::detail {

/// Below this fraction of a pair's size plus motion the difference of the nearest points is rounding error; exact
/// decisions then determine the side.
inline constexpr double kTouching = 1e-13;

/// Returns `query`. If it is swept, its distance is larger: pairs that the narrow test treats as touching are then
/// candidates even if rounding separates their boxes.
CandidateQuery widenedForTouching(const BodySet& bodies, const CandidateQuery& query);

}  // namespace pliant::detail
