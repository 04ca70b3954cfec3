#pragma once

#include <pliant/models/ClosedModel.h>

#include <cstddef>
#include <cstdint>

namespace pliant::models {

// Procedural substitutes for the surfaces of Volino and Magnenat-Thalmann 1994, section 3. The shape of each surface
// does not depend on the number of faces.

/// 3.1, figure 8: returns a sphere of radius 1/2, an evenly divided icosahedron of 20 n² faces, as near to `faces` as
/// possible.
ClosedModel sphereSurface(std::size_t faces);

/// 3.2, figure 9: returns an open strip, 2 long and 1 wide, that crosses itself in a loop. The number of faces is
/// 2 · n · 2n, as near to `faces` as possible.
SurfaceModel loopSurface(std::size_t faces);
/// Returns the same strip, from a bend without self-intersections (`bent` = 0) to the loop (1).
SurfaceModel bendingStrip(std::size_t faces, double bent);
/// Returns a point of this strip: `u` in [0, 1] along it, `v` in [0, 1] across.
Point stripPoint(double u, double v, double bent);

/// 3.3, figure 10: a body and the dress around it. Slight: 17,200 and 3,800 faces; heavy: 111,000 and 56,400.
enum class Discretisation : std::uint8_t { Slight, Heavy };

/// Returns the body, y up, height 1. It is built on the first call and kept. Thread-safe.
const ClosedModel& dressedBody(Discretisation discretisation);

/// Returns the dress, open at the top and the bottom, from smooth (`folded` = 0) to pleats that lie on each other and
/// intersect each other (1). The dress is near the body everywhere and intersects it in places. `folded` does not
/// change the faces. `pleats`: number of pleats around the dress, at least 1.
SurfaceModel foldingDress(Discretisation discretisation, double folded, int pleats = 11);

}  // namespace pliant::models
