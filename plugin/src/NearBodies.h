#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant::detail {

/// Finds the bodies that are near another one: their swept boxes, with margins, overlap, and one of the two moves.
class NearBodies {
 public:
  /// `still`: one per body; 1 if it stands still in this step. `scale`: margin scale of the boxes. The result may
  /// have more bodies: it is found anew only when a box leaves a larger one.
  void find(const BodySet& set, std::span<const std::uint8_t> still, Real scale);
  bool operator[](Index body) const { return m_near[body] != 0; }
  bool any() const { return m_any; }

 private:
  struct Extent {
    std::array<Real, 3> low, high;
    Index bodyIndex;
    bool still;
  };

  std::vector<Extent> m_extents, m_seen;  // m_seen: the larger ones, for which m_near was found
  std::vector<std::uint8_t> m_near;       // one per body
  bool m_any = false;                     // true if a body is near another one
};

}  // namespace pliant::detail
