#pragma once

#include <pliant/detectors/BodySet.h>

#include <algorithm>
#include <limits>

namespace pliant::detail {

/// Returns a box that grow() replaces by any finite box.
inline Box emptyBox() {
  constexpr Real big = std::numeric_limits<Real>::max();
  return {{big, big, big}, {-big, -big, -big}};
}

inline Box pointBox(const PackedPosition& p) {
  return {{p.x, p.y, p.z}, {p.x, p.y, p.z}};
}

inline Box segmentBox(const PackedPosition& p, const PackedPosition& q) {
  return {{std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)},
          {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}};
}

}  // namespace pliant::detail
