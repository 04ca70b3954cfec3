#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <span>
#include <vector>

namespace pliant::detail {

/// The contacts of a step: those that detection has found, then the hits of the final checks.
///
/// Nothing is stored per detected contact but the contact itself, because large scenes have many. Its points follow
/// from a copy of all positions.
class FoundContacts {
 public:
  /// Points of a contact, at the positions of the set when it was found.
  struct Points {
    Vector3 onA, onB;          ///< at t1
    Real depth = 0;            ///< along the normal [length]; positive when penetrating
    bool approaching = false;  ///< true if the relative motion is against the normal
  };

  void clear();
  /// Returns the detected contacts. Call keepPositions() when they are complete.
  std::vector<SurfaceContact>& detected() { return m_detected; }
  const std::vector<SurfaceContact>& detected() const { return m_detected; }
  void keepPositions(const BodySet& set);
  void addHits(const BodySet& set, std::span<const SurfaceContact> hits);

  std::size_t size() const { return m_detected.size() + m_hits.size(); }
  const SurfaceContact& operator[](std::size_t i) const {
    return i < m_detected.size() ? m_detected[i] : m_hits[i - m_detected.size()];
  }
  Points points(std::size_t i) const;

 private:
  std::vector<SurfaceContact> m_detected, m_hits;
  std::vector<Points> m_hitPoints;             // one per hit
  std::vector<PackedPosition> m_start, m_end;  // at t0 and t1, for the detected contacts
};

}  // namespace pliant::detail
