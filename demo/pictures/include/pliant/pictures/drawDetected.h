#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/pictures/Renderer.h>

#include <span>
#include <vector>

namespace pliant {

/// What closed bodies share with each other, in red, and with themselves, in green.
struct DrawnVolumes {
  std::vector<DrawnSurface> surfaces;
  std::vector<std::uint8_t> holds;  ///< by body: whether some of it lies within

  explicit DrawnVolumes(std::size_t bodies) : holds(bodies, 0) {}
  bool empty() const { return surfaces.empty(); }
};

/// By layered depth images drawn on the CPU. Bodies that are not closed, or clouds, are left out. `grid` with
/// resolution 0: each pair its own.
DrawnVolumes drawVolumes(std::span<const BodyView> bodies, const LdiGrid& grid, bool between = true, bool self = true);

/// Bodies as a detector saw them, in the set's order, each in bodyColour: those with something found within of glass,
/// the volumes as drawVolumes; faces of intersecting pairs red; clouds as particles, red where they are inside a body.
/// Volumes are drawn where the results tell of some, by at most kMostDrawnPixels pixels along their longest side.
Drawing drawDetected(const BodySet& bodies, const Results& results, bool stretched = false);
inline constexpr Index kMostDrawnPixels = 256;

}  // namespace pliant
