#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/BodyMargins.h"
#include "narrow/CutPairs.h"
#include "narrow/MovingPair.h"
#include "narrow/SurfaceRings.h"
#include "narrow/nearestPoints.h"

namespace pliant::detail {

/// Orientation of the surface of each closed body at rest: +1 outward, −1 inward, 0 for open bodies and bodies without
/// volume. Indexed by body index.
class SurfaceSides {
 public:
  /// Recomputes the orientations if the set has changed.
  void update(const BodySet& bodies);
  int side(Index body) const { return m_side[body]; }

 private:
  std::uint64_t m_revision = 0;
  std::vector<std::int8_t> m_side;
};

/// Lengths that a body adds to the distances of its pairs [length].
struct PairMargins {
  BodyMargins<double> contact;
  double detection = 0;  ///< detection margin: added to the distance within which a pair is near
};

/// A pair of elements of two bodies or of one body. Elements and vertices are given by their indices in the set, bodies
/// by their body indices.
struct ElementPair {
  PairKind kind = PairKind::VertexFace;
  Index elementA = 0, elementB = 0, bodyA = 0, bodyB = 0;
  std::array<Index, 4> vertices{};
  double unit = 1;  ///< see MovingPair
  bool linkA = false, linkB = false;

  bool ofLinks() const { return linkA || linkB; }
};

/// Pairs of one kind that are known not to meet; their nearest points are computed together.
struct NearbyPairs {
  std::array<ElementPair, PairPoints::kMost> pairs;
  std::size_t count = 0;
  PairPoints start, end;
  NearestPoints atStart, atEnd;

  bool full() const { return count == pairs.size(); }
};

/// Narrow test of a pair of elements, in double precision.
class ContactTest {
 public:
  /// `margins` is indexed by body index.
  ContactTest(const BodySet& bodies, const SurfaceSides& sides, const SurfaceRings& rings, const CutPairs& cuts,
              std::span<const PairMargins> margins, const SurfaceContactSettings& settings);

  ElementPair vertexFace(Index vertex, Index face) const;
  ElementPair edgeEdge(Index edgeA, Index edgeB) const;

  /// Returns true and fills `contact` if the pair meets, or if it ends within reach and the settings include such
  /// pairs.
  bool test(ElementPair pair, SurfaceContact& contact) const;

  // The same test for pairs of one kind that are known not to meet: add() each pair, then measure() all, then test()
  // each. A pair becomes a contact if it ends within reach.
  void add(const ElementPair& pair, NearbyPairs& pairs) const;
  /// Computes the nearest points of all pairs; call after the last add().
  static void measure(NearbyPairs& pairs);
  bool test(const NearbyPairs& pairs, std::size_t i, SurfaceContact& contact) const;

  /// Returns true if pairs of this kind may be contacts without meeting.
  bool wantsNearby(PairKind kind, bool ofLinks) const {
    return m_settings.nearby && (kind == PairKind::VertexFace || ofLinks || m_settings.edgeEdgeNearby);
  }

 private:
  bool testTouching(const ElementPair& pair, const MovingPair& moving, const Nearest& start,
                    SurfaceContact& contact) const;
  bool testNearby(const ElementPair& pair, const Vec3d* side, const Nearest& end, SurfaceContact& contact) const;
  /// Contact distance of a pair, in the pair's units: that of the bodies, shorter within a body. `byNature`: true if it
  /// is shorter because the elements are near at rest.
  struct KeptDistance {
    double value;
    bool byNature;
  };
  KeptDistance keptDistance(const ElementPair& pair) const;
  double contactDistance(const ElementPair& pair) const { return keptDistance(pair).value; }
  bool wantsNearby(const ElementPair& pair) const { return wantsNearby(pair.kind, pair.ofLinks()); }
  double bodiesDistance(const ElementPair& pair) const;
  bool crossesAtRest(const ElementPair& pair) const;
  bool farAtRest(const ElementPair& pair, double least) const;
  bool changedSide(const ElementPair& pair, const Vec3d& side, const Nearest& end) const;
  static bool coveredByFacePair(const ElementPair& pair, const Nearest& nearest);
  static void fill(const ElementPair& pair, const Nearest& nearest, const Vec3d& direction, SurfaceContact& contact);

  const BodySet& m_bodies;
  const SurfaceSides& m_sides;
  const SurfaceRings& m_rings;
  const CutPairs& m_cuts;
  const std::span<const PairMargins> m_margins;
  const SurfaceContactSettings& m_settings;
  const PackedPosition *m_from, *m_to, *m_rest;
};

}  // namespace pliant::detail
