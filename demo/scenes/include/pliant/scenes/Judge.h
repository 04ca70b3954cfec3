#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Results.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// What is wrong with the bodies' positions, found without any detector.
struct Verdict {
  std::uint64_t pairsBetween = 0;    ///< faces of two bodies that have a point in common
  std::uint64_t pairsSelf = 0;       ///< faces of one body that have a point in common but share no vertex
  std::uint64_t verticesInside = 0;  ///< vertices in another body, each counted once
  /// Farthest that such a vertex is from the surface of a body that it is in; 0 without any. World units.
  double worstDepth = 0;
  bool nan = false;  ///< a body with a NaN or an infinity; it took no part

  std::vector<FacePair> pairs;  ///< all of them, sorted; bodies are ranks in what was judged
  struct Inside {
    Index body, vertex, inBody;
    auto operator<=>(const Inside&) const = default;
  };
  std::vector<Inside> inside;  ///< sorted
};

/// `body` belongs in the closed surface `room`; both are ranks in what is judged.
struct Home {
  Index body, room;
  auto operator<=>(const Home&) const = default;
};

/// Judges positions (t1) by sorted sweeps over boxes and exact decisions. A body holds what is in one of its closed,
/// non-flat tetrahedra; without tetrahedra, if its surface is closed, what is in or on that surface (winding number of
/// at least 1 after the surface as a whole was turned outward). A body with tetrahedra and no triangles has their
/// boundary. A body at home in a room has the room's other side: its vertices outside count as those inside others.
Verdict judge(std::span<const BodyView> bodies, std::span<const Home> homes = {});

}  // namespace pliant
