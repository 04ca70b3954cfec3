#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "narrow/CutPairs.h"
#include "narrow/MovingPair.h"
#include "narrow/SurfaceRings.h"
#include "narrow/nearestPoints.h"

namespace pliant::detail {

/// Which way the surface of each closed body faces at rest: +1 outward, −1 inward, 0 for open bodies and those without
/// volume.
class SurfaceSides {
 public:
  /// Looks anew when the set has changed.
  void update(const BodySet& bodies);
  int side(Index slot) const { return m_side[slot]; }

 private:
  std::uint64_t m_revision = 0;
  std::vector<std::int8_t> m_side;
};

/// What a body adds to distances: to that of a contact, and to that within which it looks for one.
struct BodyMargin {
  double margin = 0, near = 0;
  double obstacleMargin = 0;  ///< in place of the margin, where the other body is an obstacle
  bool obstacle = false;

  double against(const BodyMargin& other) const { return other.obstacle ? obstacleMargin : margin; }
};

/// A pair of elements of two bodies, or of one.
struct ElementPair {
  PairKind kind = PairKind::VertexFace;
  Index elementA = 0, elementB = 0, slotA = 0, slotB = 0;
  std::array<Index, 4> vertices{};
  double unit = 1;  ///< as in MovingPair
  bool linkA = false, linkB = false;

  bool ofLinks() const { return linkA || linkB; }
};

/// Pairs of one kind that are known not to meet, for their nearest points to be found together.
struct NearbyPairs {
  std::array<ElementPair, PairPoints::kMost> pairs;
  std::size_t count = 0;
  PairPoints start, end;
  NearestPoints atStart, atEnd;

  bool full() const { return count == pairs.size(); }
};

/// The narrow test of one pair, in double precision.
class ContactTest {
 public:
  /// `margins` by slot.
  ContactTest(const BodySet& bodies, const SurfaceSides& sides, const SurfaceRings& rings, const CutPairs& cuts,
              std::span<const BodyMargin> margins, const SurfaceContactSettings& settings);

  ElementPair vertexFace(Index vertex, Index face) const;
  ElementPair edgeEdge(Index edgeA, Index edgeB) const;

  /// Fills `contact` and returns true where the pair meets or, if that is asked for, ends within reach.
  bool test(ElementPair pair, SurfaceContact& contact) const;

  // The same where pairs of one kind are known not to meet, of which those are asked for that end within reach.
  void add(const ElementPair& pair, NearbyPairs& pairs) const;
  /// Once all are there.
  static void measure(NearbyPairs& pairs);
  bool test(const NearbyPairs& pairs, std::size_t i, SurfaceContact& contact) const;

  /// Whether a pair is asked for where it does not meet.
  bool wantsNearby(PairKind kind, bool ofLinks) const {
    return m_settings.nearby && (kind == PairKind::VertexFace || ofLinks || m_settings.edgeEdgeNearby);
  }

 private:
  bool testTouching(const ElementPair& pair, const MovingPair& moving, const Nearest& start,
                    SurfaceContact& contact) const;
  bool testNearby(const ElementPair& pair, const Vec3d* side, const Nearest& end, SurfaceContact& contact) const;
  /// In the pair's units. `byNature`: shorter because the elements are near at rest.
  struct KeptDistance {
    double value;
    bool byNature;
  };
  KeptDistance keptDistance(const ElementPair& pair) const;
  double contactDistance(const ElementPair& pair) const { return keptDistance(pair).value; }
  bool wantsNearby(const ElementPair& pair) const { return wantsNearby(pair.kind, pair.ofLinks()); }
  double margins(const ElementPair& pair) const;
  bool crossesAtRest(const ElementPair& pair) const;
  bool farAtRest(const ElementPair& pair, double least) const;
  bool wentRound(const ElementPair& pair, const Vec3d& side, const Nearest& end) const;
  static bool toldByFaces(const ElementPair& pair, const Nearest& nearest);
  static void fill(const ElementPair& pair, const Nearest& nearest, const Vec3d& direction, SurfaceContact& contact);

  const BodySet& m_bodies;
  const SurfaceSides& m_sides;
  const SurfaceRings& m_rings;
  const CutPairs& m_cuts;
  const std::span<const BodyMargin> m_margins;
  const SurfaceContactSettings& m_settings;
  const PackedPosition *m_from, *m_to, *m_rest;
};

}  // namespace pliant::detail
