#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/pictures/Renderer.h>

#include <span>
#include <vector>

namespace pliant {

/// Intersection volumes of closed bodies in red, and self-intersection volumes in green.
struct DrawnVolumes {
  std::vector<DrawnSurface> surfaces;
  std::vector<std::uint8_t> holds;  ///< one per body: 1 if it contains a part of a volume

  explicit DrawnVolumes(std::size_t bodies) : holds(bodies, 0) {}
  bool empty() const { return surfaces.empty(); }
};

/// Computes volumes from layered depth images that are rendered on the CPU. Leaves out clouds and bodies that are not
/// closed. `grid` with resolution 0: the pixel size is chosen per pair.
DrawnVolumes drawVolumes(std::span<const BodyView> bodies, const LdiGrid& grid, bool between = true, bool self = true);

/// Draws bodies and a detector's results, in the order of the set, each body in its bodyColour:
/// - Bodies with results inside are of glass, with the volumes of drawVolumes.
/// - Faces of intersecting pairs are red.
/// - A vertex in a tetrahedron is a dot, with the edges of that tetrahedron, see drawFoundVertices.
/// - Clouds are particles, red if they are inside a body.
/// - Volumes are drawn if the results contain any, with at most kMostDrawnPixels pixels along their longest side.
/// `grid`: the detector's, apart from its resolution, which the results have.
Drawing drawDetected(const BodySet& bodies, const Results& results, LdiGrid grid = {});
inline constexpr Index kMostDrawnPixels = 256;

}  // namespace pliant
