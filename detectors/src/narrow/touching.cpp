#include "narrow/touching.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {

CandidateQuery widenedForTouching(const BodySet& bodies, const CandidateQuery& query) {
  CandidateQuery wider = query;
  if (!query.swept) return wider;
  double largest = 0;
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    if (!bodies.active(body)) continue;
    const Box& box = bodies.sweptBox(body);
    for (std::size_t k = 0; k < 3; ++k)
      largest =
          std::max({largest, std::abs(static_cast<double>(box.min[k])), std::abs(static_cast<double>(box.max[k]))});
  }
  // Size plus relative motion of a pair is at most six times `largest`; the rest allows for the rounding of boxes.
  wider.distance += static_cast<Real>(10 * kTouching * largest);
  return wider;
}

}  // namespace pliant::detail
