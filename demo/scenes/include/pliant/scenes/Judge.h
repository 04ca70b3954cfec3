#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Results.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Intersections of bodies at one time, found without any detector.
struct Verdict {
  std::uint64_t pairsBetween = 0;    ///< pairs of faces of two bodies that have a point in common
  std::uint64_t pairsSelf = 0;       ///< pairs of faces of one body that have a point in common but share no vertex
  std::uint64_t verticesInside = 0;  ///< vertices in another body, each counted once
  /// Largest distance of a vertex in `inside` from the surface of `inBody` [length]; 0 if `inside` is empty.
  double worstDepth = 0;
  bool nan = false;  ///< true if a body has a NaN or infinite position; the body is excluded

  std::vector<FacePair> pairs;  ///< all pairs, sorted; bodies are indices into the input
  struct Inside {
    Index body, vertex, inBody;
    auto operator<=>(const Inside&) const = default;
  };
  std::vector<Inside> inside;  ///< sorted
};

/// States that `body` belongs inside the closed surface `room`. Both are indices into the input of judge().
struct Home {
  Index body, room;
  auto operator<=>(const Home&) const = default;
};

/// Finds all intersections at t1 by sorted sweeps over boxes and exact predicates.
/// - In a body with tetrahedra: a vertex is inside if it is in one of the closed tetrahedra that are not flat.
/// - In a body without tetrahedra: a vertex is inside if the surface is closed, and the vertex lies on it or has a
///   winding number of at least 1. A surface with a negative volume is reversed first.
/// - A body with tetrahedra and without triangles has the boundary of the tetrahedra as its surface.
/// - For a pair of `homes`: the body's vertices outside the room are reported as inside it.
Verdict judge(std::span<const BodyView> bodies, std::span<const Home> homes = {});

}  // namespace pliant
