#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <array>
#include <cstdint>
#include <vector>

#include "narrow/MovingPair.h"
#include "narrow/SurfaceRings.h"

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

/// The narrow test of one pair, in double precision.
class ContactTest {
 public:
  ContactTest(const BodySet& bodies, const SurfaceSides& sides, const SurfaceRings& rings,
              const SurfaceContactSettings& settings);

  /// Fills `contact` and returns true where the pair meets or ends within reach. `noMeet`: it is known not to meet.
  bool vertexFace(Index vertex, Index face, bool noMeet, SurfaceContact& contact) const;
  bool edgeEdge(Index edgeA, Index edgeB, bool noMeet, SurfaceContact& contact) const;

 private:
  struct Pair {
    MovingPair moving;
    std::array<Index, 4> vertices;
    Index slotA, slotB;
    bool nearby;  ///< whether to look for more than hits
  };

  bool test(const Pair& pair, bool noMeet, SurfaceContact& contact) const;
  bool testTouching(const Pair& pair, const Nearest& start, SurfaceContact& contact) const;
  bool testNearby(const Pair& pair, SurfaceContact& contact) const;
  double contactDistance(const Pair& pair) const;
  void fill(const Pair& pair, const Nearest& nearest, const Vec3d& direction, SurfaceContact& contact) const;

  const BodySet& m_bodies;
  const SurfaceSides& m_sides;
  const SurfaceRings& m_rings;
  const SurfaceContactSettings& m_settings;
  const PackedPosition *m_from, *m_to, *m_rest;
};

}  // namespace pliant::detail
