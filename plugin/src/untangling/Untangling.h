#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/response/PenetrationDepth.h>
#include <pliant/detectors/response/SurfaceTangles.h>

#include <cstdint>
#include <vector>

#include "Crowds.h"
#include "NearPartings.h"
#include "Rooms.h"
#include "Roots.h"
#include "SeparationPushes.h"
#include "pairKey.h"
#include "solve/ContactSource.h"
#include "step/SoftBodyReader.h"

namespace pliant::detail {

/// Pairs of bodies that overlap already when a step begins, bodies that pass through themselves, and how they come
/// apart. Contacts keep a pair apart that was apart, so only pairs need a look of which that isn't known: bodies that
/// are new or that someone else has moved, pairs that were tangled, or not looked at, in the last step.
class Untangling {
 public:
  /// Forgets the last step's findings, not what was learnt of its end.
  void begin(const SoftBodyReader& reader);

  /// After the set's update. `pairs`: keys of slots, sorted; bodies are looked at by themselves where `self` says so,
  /// by slot. Overwrites `separations`. When it has looked at the start of the step, the set is left updated as it was.
  void find(SoftBodyReader& reader, Detector& detector, Workers& workers, const std::vector<PairKey>& pairs,
            const std::vector<std::uint8_t>& self, SeparationConstraints& separations, Counters& counters);

  /// Whether the last step has found two bodies in each other, or one in itself.
  bool wasTangled(SoftBodyReader& reader, Index slotA, Index slotB) const;
  /// Whether the last step has found one body in the other, hollow one, where it belongs.
  bool wasInRoom(const SoftBodyReader& reader, Index slotA, Index slotB) const;

  /// Whether bodies that were tangled at the start are between these slots.
  bool tangled(Index slotA, Index slotB) const;
  /// Drops candidates of parts that are to go back through each other while the bodies' other parts collide as ever.
  void filter(const BodySet& set, Candidates& candidates) const;
  /// Drops contacts that would hold tangled bodies on their wrong sides.
  void filter(const SoftBodyReader& reader, std::vector<SurfaceContact>& contacts) const;
  /// Bodies that were put nearer to each other than their contact distance part as wholes, until they have it.
  void partNear(const SoftBodyReader& reader, std::vector<SurfaceContact>& contacts,
                SeparationConstraints& separations);

  /// After the solve. `trusted`: the step's contacts were all looked for and solved.
  void endStep(SoftBodyReader& reader, bool trusted);

  /// Whether pairs of the set are switched off in this step.
  bool isCrowded() const { return !m_crowds.apart().empty(); }

 private:
  void select(SoftBodyReader& reader, const std::vector<PairKey>& pairs, const std::vector<std::uint8_t>& self);
  void look(SoftBodyReader& reader, Detector& detector, Workers& workers, SeparationConstraints& separations,
            Counters& counters);
  void findCrowds(BodySet& set, Detector& detector, Workers& workers, const std::vector<PairKey>& pairs,
                  Counters& counters);
  void findInside(const SoftBodyReader& reader, Workers& workers, Counters& counters);
  void judgeRooms(SoftBodyReader& reader);
  void findCrossing(const BodySet& set, Detector& detector, Workers& workers, Counters& counters);
  void findContours(const BodySet& set, Detector& detector, Workers& workers, Counters& counters);
  static PairKey idsOf(const SoftBodyReader& reader, PairKey slots);
  void mark(const SoftBodyReader& reader, Index bodyA, Index bodyB);
  void markContours(const SoftBodyReader& reader);

  std::vector<PairKey> m_suspects;    // keys of slots to look at in this step, one of both a volume
  std::vector<PairKey> m_sheets;      // the same, one of both none, or both the same body
  std::vector<PairKey> m_tangled;     // sorted keys of slots
  std::vector<PairKey> m_inParts;     // sorted keys of slots: tangled, but only some of their parts
  std::vector<PairKey> m_tangledIds;  // sorted keys of body ids, of the last step
  std::vector<PairKey> m_knownIds;    // sorted keys of body ids: pairs of the last step
  std::vector<PairKey> m_presentIds;  // of this step
  bool m_wasTrusted = true;           // what the last step has left
  Rooms m_rooms;
  Roots m_roots;
  Crowds m_crowds;
  std::vector<PairKey> m_overlapping;  // sorted keys of slots
  std::vector<std::uint8_t> m_fresh;   // by slot: not known from the last step
  std::vector<PairKey> m_newPairs;     // sorted keys of body ids: nobody knows what the last step left between them
  std::vector<PairKey> m_nearIds;      // sorted keys of body ids: pairs that part because they were put too near
  SpatialHash m_solids;                // not every detector knows tetrahedra
  PenetrationDepth m_depth;
  Results m_results, m_pairResults;
  std::vector<VertexVolumePair> m_shellPairs;
  std::vector<InsideVertex> m_inside, m_insideShells, m_rows;
  std::vector<Penetration> m_penetrations;
  std::vector<EdgeVolumePair> m_edgePairs;
  std::vector<PiercingEdge> m_piercing;
  std::vector<FacePair> m_crossing;  // of m_suspects, sorted by (bodyA, bodyB)
  SurfaceTangles m_contours;
  SurfaceTangleList m_contourList;
  std::vector<std::uint8_t> m_loose;  // by flat vertex: kNear, kPassed
  SeparationPushes m_pushes;
  NearPartings m_near;
};

}  // namespace pliant::detail
