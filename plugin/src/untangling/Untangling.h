#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/response/PenetrationDepth.h>
#include <pliant/detectors/response/SurfaceTangles.h>

#include <cstdint>
#include <span>
#include <vector>

#include "Crowds.h"
#include "EmbeddedVertices.h"
#include "HollowBodies.h"
#include "NearSeparations.h"
#include "SeparationPushes.h"
#include "core/SetMembers.h"
#include "core/StepConstraints.h"
#include "core/pairKey.h"

namespace pliant::detail {

/// Finds pairs of bodies that already intersect at t0, and bodies that intersect themselves, and separates them.
/// Contacts keep separated pairs separated, so only pairs of unknown state are tested: bodies that are new or that the
/// user has moved, and pairs that intersected, or were not tested, in the last step.
class Untangling {
 public:
  /// Clears the results of the last step. The state that endStep() has stored stays.
  void begin();

  /// Selects the pairs that may intersect at t0. Call after the set's update. Returns true if there are any: then call
  /// find(). `pairs`: sorted keys of body indices. `self`: indexed by body; nonzero if the body is tested
  /// against itself.
  bool select(BodySet& set, const SetMembers& members, std::span<const PairKey> pairs,
              std::span<const std::uint8_t> self);
  /// Finds the selected pairs that intersect, and adds their constraints to `separations`. The set must show t0 alone:
  /// BodySet::update with positions_t0(). `pairs`: those of select().
  void find(BodySet& set, const SetMembers& members, Detector& detector, Workers& workers,
            std::span<const PairKey> pairs, SeparationConstraints& separations, Counters& counters);
  /// Adds the constraints of pairs that no longer intersect, but have not yet reached their contact distance.
  void goOn(const BodySet& set, const SetMembers& members, std::span<const PairKey> pairs,
            SeparationConstraints& separations);

  /// Returns true if the last step found the two bodies, or the body with itself, intersecting.
  bool wasTangled(const SetMembers& members, Index indexA, Index indexB) const;
  /// Returns true if in the last step one body was wholly inside the other, a hollow body. That is no intersection.
  bool wasInHollowBody(const SetMembers& members, Index indexA, Index indexB) const;

  /// Returns true if the two bodies intersect at t0 as wholes. False if only some of their parts cross (m_inParts).
  bool tangled(Index indexA, Index indexB) const;
  /// Removes candidates of the parts that must go back through each other; other parts of these bodies collide as
  /// usual.
  void filter(const BodySet& set, Candidates& candidates) const;
  /// Removes contacts that would hold intersecting bodies on their wrong sides.
  void filter(const BodySet& set, std::vector<SurfaceContact>& contacts) const;
  /// Moves bodies that were put nearer to each other than their contact distance apart, each as a whole, until the
  /// distance is reached.
  void separateNear(const BodySet& set, const SetMembers& members, std::vector<SurfaceContact>& contacts,
                    SeparationConstraints& separations);

  /// Stores the state for the next step. Call after the solve. `trusted`: true if all contacts of the step were
  /// detected and solved; if false, the next step tests all pairs.
  void endStep(const SetMembers& members, bool trusted);

  /// Returns true if pairs of the set are disabled in this step.
  bool isCrowded() const { return !m_crowds.disabledPairs().empty(); }

 private:
  void findCrowds(BodySet& set, Detector& detector, Workers& workers, std::span<const PairKey> pairs,
                  Counters& counters);
  void findInside(const BodySet& set, const SetMembers& members, Workers& workers, Counters& counters);
  void judgeHollowBodies(const BodySet& set, const SetMembers& members);
  void findCrossing(const BodySet& set, Detector& detector, Workers& workers, Counters& counters);
  void findContours(const BodySet& set, Detector& detector, Workers& workers, Counters& counters);
  void mark(const BodySet& set, Index bodyA, Index bodyB);
  void markContours(const BodySet& set);

  std::vector<PairKey> m_volumePairs;   // keys of body indices to test, at least one of the two is a volume
  std::vector<PairKey> m_surfacePairs;  // keys of body indices to test, at least one is no volume, or both are one body
  std::vector<PairKey> m_tangled;       // sorted keys of body indices
  std::vector<PairKey> m_inParts;       // sorted keys of body indices: pairs that intersect only in parts
  std::vector<PairKey> m_tangledIds;    // sorted keys of stable ids, of the last step
  std::vector<PairKey> m_lastPairIds;   // sorted keys of stable ids: pairs of the last step
  std::vector<PairKey> m_pairIds;       // keys of stable ids: pairs of this step
  bool m_wasTrusted = true;             // true if the last step was trusted
  HollowBodies m_hollowBodies;
  EmbeddedVertices m_embeddedVertices;
  Crowds m_crowds;
  std::vector<PairKey> m_overlapping;  // sorted keys of body indices
  std::vector<PairKey> m_newPairs;     // sorted keys of stable ids: pairs not known from the last step
  std::vector<PairKey> m_nearIds;      // sorted keys of stable ids: pairs that m_near separates
  SpatialHash m_solids;                // some detectors do not support tetrahedra
  PenetrationDepth m_depth;
  Results m_results, m_pairResults;
  std::vector<VertexVolumePair> m_shellPairs;
  std::vector<InsideVertex> m_inside, m_insideShells, m_rows;
  std::vector<Penetration> m_penetrations;
  std::vector<EdgeVolumePair> m_edgePairs;
  std::vector<PiercingEdge> m_piercing;
  std::vector<FacePair> m_crossing;  // face pairs of m_volumePairs, sorted by (bodyA, bodyB)
  SurfaceTangles m_contours;
  SurfaceTangleList m_contourList;
  std::vector<std::uint8_t> m_marks;  // one per vertex of the set: 0, kNear or kPassed
  SeparationPushes m_pushes;
  NearSeparations m_near;
};

}  // namespace pliant::detail
