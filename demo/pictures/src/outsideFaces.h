#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/pictures/Renderer.h>

#include <array>

namespace pliant::detail {

/// A pair of bodies with a volume of interest.
struct PairOfBoxes {
  Box a, b;                         ///< boxes of the bodies
  std::array<Colour, 2> colours{};  ///< of the bodies
};

/// Returns a thickness for rods around both boxes [length].
double rodThickness(const PairOfBoxes& pair);

/// Appends the edges of both boxes, and those of their volume of interest (Heidelberger 2003, 3.1). An extended volume
/// has a second frame.
void appendVolumes(const PairOfBoxes& pair, const LdiPairViews& views, DrawnSurface& rods);

/// Appends, for each body in its colour, the face of the volume of interest from which its image is drawn, as a grid of
/// lines, and an arrow in view direction.
void appendViews(const PairOfBoxes& pair, const LdiPairViews& views, DrawnSurface& rods);
/// Same for one body. `size`: thickness of the lines [length].
void appendView(const LdiView& view, const Colour& colour, double size, DrawnSurface& rods);

}  // namespace pliant::detail
