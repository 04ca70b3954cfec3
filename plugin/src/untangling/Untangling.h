#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/response/PenetrationDepth.h>
#include <pliant/detectors/response/SurfaceTangles.h>

#include <cstdint>
#include <vector>

#include "Crowds.h"
#include "EmbeddedVertices.h"
#include "HollowBodies.h"
#include "NearSeparations.h"
#include "SeparationPushes.h"
#include "pairKey.h"
#include "solve/ContactSource.h"
#include "step/SoftBodyReader.h"

namespace pliant::detail {

/// Finds pairs of bodies that already intersect at t0, and bodies that intersect themselves, and separates them.
/// Contacts keep separated pairs separated, so only pairs of unknown state are tested: bodies that are new or that the
/// user has moved, and pairs that intersected, or were not tested, in the last step.
class Untangling {
 public:
  /// Clears the results of the last step. The state that endStep() has stored stays.
  void begin(const SoftBodyReader& reader);

  /// Finds the intersecting pairs. Call after the set's update. `pairs`: sorted keys of body indices (slots). `self`:
  /// indexed by body; nonzero if the body is tested against itself. Overwrites `separations`. find() may
  /// show the set at t0 only; on return it shows the motion from t0 to t1 again.
  void find(SoftBodyReader& reader, Detector& detector, Workers& workers, const std::vector<PairKey>& pairs,
            const std::vector<std::uint8_t>& self, SeparationConstraints& separations, Counters& counters);

  /// Returns true if the last step found the two bodies, or the body with itself, intersecting.
  bool wasTangled(SoftBodyReader& reader, Index slotA, Index slotB) const;
  /// Returns true if in the last step one body was wholly inside the other, a hollow body. That is no intersection.
  bool wasInHollowBody(const SoftBodyReader& reader, Index slotA, Index slotB) const;

  /// Returns true if the two bodies intersect at t0 as wholes. False if only some of their parts cross (m_inParts).
  bool tangled(Index slotA, Index slotB) const;
  /// Removes candidates of the parts that must go back through each other; other parts of these bodies collide as
  /// usual.
  void filter(const BodySet& set, Candidates& candidates) const;
  /// Removes contacts that would hold intersecting bodies on their wrong sides.
  void filter(const SoftBodyReader& reader, std::vector<SurfaceContact>& contacts) const;
  /// Moves bodies that were put nearer to each other than their contact distance apart, each as a whole, until the
  /// distance is reached.
  void separateNear(const SoftBodyReader& reader, std::vector<SurfaceContact>& contacts,
                    SeparationConstraints& separations);

  /// Stores the state for the next step. Call after the solve. `trusted`: true if all contacts of the step were
  /// detected and solved; if false, the next step tests all pairs.
  void endStep(SoftBodyReader& reader, bool trusted);

  /// Returns true if pairs of the set are disabled in this step.
  bool isCrowded() const { return !m_crowds.disabledPairs().empty(); }

 private:
  void select(SoftBodyReader& reader, const std::vector<PairKey>& pairs, const std::vector<std::uint8_t>& self);
  void findAtT0(SoftBodyReader& reader, Detector& detector, Workers& workers, SeparationConstraints& separations,
                Counters& counters);
  void findCrowds(BodySet& set, Detector& detector, Workers& workers, const std::vector<PairKey>& pairs,
                  Counters& counters);
  void findInside(const SoftBodyReader& reader, Workers& workers, Counters& counters);
  void judgeHollowBodies(SoftBodyReader& reader);
  void findCrossing(const BodySet& set, Detector& detector, Workers& workers, Counters& counters);
  void findContours(const BodySet& set, Detector& detector, Workers& workers, Counters& counters);
  static PairKey idsOf(const SoftBodyReader& reader, PairKey slots);
  void mark(const SoftBodyReader& reader, Index bodyA, Index bodyB);
  void markContours(const SoftBodyReader& reader);

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
  std::vector<std::uint8_t> m_fresh;   // indexed by body: 1 if it does not start where the last step ended
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
