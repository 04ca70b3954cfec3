#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <span>
#include <vector>

namespace pliant {

/// How fast the volume that two bodies share grows as a vertex moves.
struct VolumeGradient {
  Index body, vertex;  ///< id; the body's own index
  Vector3 gradient;    ///< world units squared
};

/// The volume that two closed surfaces enclose both, seen along three axes, and what takes it away (Faure, Barbier,
/// Allard, Falipou 2008): at each pixel the volume ends at a face of one of both; what the pixel's area counts there
/// goes to the face's corners by their barycentric weights. Vertical faces of one axis are seen along another.
struct LdiOverlap {
  double volume = 0;  ///< mean of three axes, world units cubed
  /// By (body, vertex), those that are not zero. They sum to zero, but for rounding: nothing pushes both bodies one
  /// way. Where one body is within the other, those of the inner one alone sum to zero too: they squeeze it.
  std::vector<VolumeGradient> gradients;
};

/// The multiplier s ≥ 0 of the position constraint "no volume": each vertex moved by −s · inverse mass · gradient, the
/// volume vanishes to first order, momentum stays, and no other motion that does so is shorter as masses weigh it.
/// `inverseMasses` are those of the gradients' vertices, in their order, 0 for what may not move. 0 where there is no
/// volume or nothing may move. Throws Error where the numbers of both differ.
PLIANT_DETECTORS_EXPORT double separation(const LdiOverlap& overlap, std::span<const Real> inverseMasses);

}  // namespace pliant
