#pragma once

#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/ldi/LdiDetector.h>

#include <cstdint>
#include <vector>

#include "core/SetMembers.h"
#include "core/StepConstraints.h"
#include "core/pairKey.h"

namespace pliant::detail {

/// Selects the pairs that collide through their volumes in a step, and computes the regions of these volumes.
///
/// Volumes serve pairs of closed bodies, rigid meshes included, and closed bodies with themselves, if they are slow:
/// their motion in the step is less than half of their thickness, so that predicted positions show the correct side.
/// Element contacts serve the others: bodies without a volume, fast bodies, and bodies that already overlap so deeply
/// that they must separate as wholes.
class VolumeContacts {
 public:
  /// Null disables volumes.
  void setDetector(LdiDetector* detector);
  const LdiDetector* detector() const { return m_detector; }
  /// Returns false without a detector; then find() does nothing.
  bool hasDetector() const { return m_detector != nullptr; }
  /// Returns true with a detector that has not failed in this step.
  bool inUse() const { return hasDetector() && !m_failed; }

  /// Call after the set's update, before the tests of elements. `pairs`: sorted keys of body indices; removes the pairs
  /// that volumes serve. `kept(a, b)`: true for bodies whose elements are being separated; the elements continue to
  /// serve them. Exceptions of the detector propagate; then call `fail`. On return and after an exception the set has
  /// the positions at which volumes are computed: the caller must update it.
  template <typename Kept>
  void find(BodySet& set, const SetMembers& members, Workers& workers, std::vector<PairKey>& pairs, Kept&& kept,
            Counters& counters) {
    begin(set, members);
    if (!hasDetector()) return;
    expect(set, members, workers);
    const auto serves = [&](PairKey key) { return serve(set, members, workers, key, counters); };
    std::erase_if(pairs, [&](PairKey key) {
      const Index a = smallerOf(key), b = largerOf(key);
      return isVolume(a) && isVolume(b) && !kept(a, b) && serves(key);
    });
    for (Index index = 0; index < set.bodyCount(); ++index)
      if (set.selfAt(index) && isVolume(index) && !kept(index, index)) serves(pairKey(index, index));
  }

  /// Returns true if volumes serve the body's self-collisions in this step.
  bool servesSelf(Index index) const { return contains(m_served, pairKey(index, index)); }
  /// Returns true if the final check must test the elements of two bodies: a body has no volume, volumes are not
  /// in use, or the solver has changed the motion so much that the volumes have missed the pair or the next step could
  /// not detect the sides.
  bool checks(Index bodyA, Index bodyB) const;
  /// Selects the volume pairs of `checks`; returns true if there are any. Call after the set's update.
  bool beginCheck(const BodySet& set, const SetMembers& members);

  bool checksAnySelf() const;

  /// Returns true if the body has a volume; false also for a body that is too thin.
  bool isVolume(Index index) const { return m_detector != nullptr && m_bodies[index].thickness > 0; }

  bool measured(const BodySet& set) const { return m_detector != nullptr && m_revision == set.revision(); }

  const VolumeRegions& regions() const { return m_regions; }
  /// Call if `find` has thrown: volumes serve no pair in this step, and elements are tested as without volumes.
  void fail();
  void endStep(const BodySet& set);

 private:
  struct Body {
    Real thickness = 0;              ///< at rest: 2 · volume / surface area [length]; 0: no volume
    Real edge = 0;                   ///< mean edge length at rest [length]
    bool held = false;               ///< true if its volume is computed at t0 positions
    Vector3 mean = Vector3::Zero();  ///< mass-weighted mean motion of its vertices in this step [length]
    /// Deviation of the vertices' motions from the mean [length], at the end of the last step. The prediction of this
    /// step is no substitute: it includes forces within a body, such as pressure, but not the constraints that resist
    /// them.
    Real spread = 0;
    Real farthest = 0;  ///< largest deviation of a vertex; for the motion under check
  };

  /// Extent of a body along one axis.
  struct Extent {
    Real begin, end;
    Index bodyIndex;
  };

  void begin(const BodySet& set, const SetMembers& members);
  void drop();
  void measure(const BodySet& set, const SetMembers& members);
  void findHeld(const BodySet& set, const SetMembers& members);
  void expect(BodySet& set, const SetMembers& members, Workers& workers);
  void measureMotion(const BodySet& set, const SetMembers& members, bool predicted);
  bool isFast(Index bodyA, Index bodyB, Real Body::*deviation = &Body::spread) const;
  void sortExtents(const BodySet& set);
  bool mayPass(const BodySet& set, Index bodyA, Index bodyB) const;
  bool serve(const BodySet& set, const SetMembers& members, Workers& workers, PairKey key, Counters& counters);
  bool append(const BodySet& set, PairKey key, bool anyDepth);

  LdiDetector* m_detector = nullptr;
  bool m_failed = false;  ///< true if volumes have failed in this step
  std::uint64_t m_revision = 0;
  std::vector<Body> m_bodies;       ///< one per body
  std::vector<Index> m_ids;         ///< one per body: its id, ascending
  std::vector<PairKey> m_served;    ///< sorted keys of body indices
  std::vector<PairKey> m_touching;  ///< sorted keys of body indices: served, and overlapping
  std::vector<PairKey> m_lastIds;   ///< sorted keys of body ids: pairs that touched in the last step
  /// Sorted keys of body ids: pairs that have touched, and whose boxes have overlapped ever since. They may have an
  /// overlap that no pixel shows, and whose sides the tests of elements would confuse.
  std::vector<PairKey> m_nearIds;
  std::vector<PairKey> m_checked;  ///< sorted keys of body indices
  std::vector<Extent> m_extents;   ///< extents of bodies with a volume, sorted by begin
  /// One per vertex of the set: positions at which volumes are computed. Each body moves by its mean motion without
  /// deformation, because its links will undo the deformation of the prediction (by pressure, for example).
  std::vector<PackedPosition> m_expected;
  LdiRegions m_found;
  VolumeRegions m_regions;
};

}  // namespace pliant::detail
