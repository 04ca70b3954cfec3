#pragma once

#include <pliant/models/ClosedModel.h>

#include <cstddef>
#include <cstdint>

namespace pliant::models {

// The surfaces of Volino and Magnenat-Thalmann 1994, section 3, made anew by code: each of them one shape in any
// discretisation.

/// 3.1, figure 8: a sphere of radius 1/2, an icosahedron's faces cut evenly: 20 n² faces, as near to `faces` as can be.
ClosedModel sphereSurface(std::size_t faces);

/// 3.2, figure 9: a strip, 2 long and 1 wide, that crosses itself by a loop; open. 2 · n · 2n faces, as near to `faces`
/// as can be.
SurfaceModel loopSurface(std::size_t faces);
/// The same strip, from a bend that meets nothing (0) to the loop (1).
SurfaceModel bendingStrip(std::size_t faces, double bent);

/// 3.3, figure 10: a body and the dress around it. Slight: 17,200 and 3,800 faces; heavy: 111,000 and 56,400.
enum class Discretisation : std::uint8_t { Slight, Heavy };

/// 1 high, y up; made when first asked for, then kept; from any thread.
const ClosedModel& dressedBody(Discretisation discretisation);

/// The dress, open above and below. From smooth (0) to pleats that lie on each other and pass through each other (1).
/// It is near the body everywhere and cuts it in places. The same faces for each.
SurfaceModel foldingDress(Discretisation discretisation, double folded);

}  // namespace pliant::models
