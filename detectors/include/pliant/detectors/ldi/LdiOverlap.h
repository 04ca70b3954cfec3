#pragma once

#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// How fast the volume that two bodies share grows as a vertex moves.
struct VolumeGradient {
  Index body, vertex;  ///< id; the body's own index
  Vector3 gradient;    ///< world units squared; infinite in the float build where bodies are 10^19 long
};

/// The volume that two closed surfaces enclose both, or that one encloses more than once (where its winding number is
/// above 1 or below 0), seen along three axes, and what takes it away (Faure, Barbier,
/// Allard, Falipou 2008): at each pixel the volume ends at a face of one of both; what the pixel's area counts there
/// goes to the face's corners by their barycentric weights. Vertical faces of one axis are seen along another.
struct LdiOverlap {
  double volume = 0;  ///< mean of three axes, world units cubed
  /// By (body, vertex), those that are not zero. They sum to zero, but for rounding: nothing pushes both bodies one
  /// way. Where one body is within the other, those of the inner one alone sum to zero too: they squeeze it.
  std::vector<VolumeGradient> gradients;
};

/// What of an LdiOverlap one axis sees. Volume and gradients are sums of whole numbers, the same in whatever order.
struct LdiAxisGradient {
  /// Of a pixel's area, so many parts: what three corners get of it adds up to all of it.
  static constexpr double kParts = 2147483648.0;

  double volume = 0;  ///< world units cubed
  /// By vertex of both surfaces (none of a second within one): what the volume grows by as it moves along the axis, in
  /// parts of a pixel's area for each world unit.
  std::array<std::vector<std::int64_t>, 2> parts;
};

/// A part of an overlap, about as large as a cell of space (after Allard, Faure, Courtecuisse, Falipou, Duriez, Kry,
/// "Volume contact constraints at arbitrary resolution", 2010): two patches of surface that have passed each other.
/// One constraint for a whole overlap would let bodies rock on it; one for each part does not.
struct LdiRegion {
  Index begin, end;  ///< in LdiRegions::gradients; they sum to zero, and so does the torque of forces along them
  double volume;     ///< world units cubed
  double area;     ///< by how much the volume shrinks as A moves by 1 along the normal, > 0; volume / area: mean depth
  Vector3 normal;  ///< unit, the way A has to go relative to B; within a body the way one patch has to go
  std::array<double, 3> centroid;  ///< world space
};

/// An overlap in parts.
struct LdiRegions {
  double volume = 0;  ///< of all, world units cubed, mean of three axes
  /// What of it can't be told apart into two patches: there a body is within the other on both sides.
  double enclosed = 0;
  std::vector<LdiRegion> regions;         ///< by place, in a fixed order
  std::vector<VolumeGradient> gradients;  ///< of the regions, one after the other

  void clear() {
    volume = enclosed = 0;
    regions.clear();
    gradients.clear();
  }
};

/// The multiplier s ≥ 0 of the position constraint "no volume": each vertex moved by −s · inverse mass · gradient, the
/// volume vanishes to first order, momentum stays, and no other motion that does so is shorter as masses weigh it.
/// `inverseMasses` are those of the gradients' vertices, in their order, 0 for what may not move. 0 where there is no
/// volume or nothing may move. Throws Error where the numbers of both differ.
PLIANT_DETECTORS_EXPORT double separation(const LdiOverlap& overlap, std::span<const Real> inverseMasses);

}  // namespace pliant
