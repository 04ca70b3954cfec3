#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Gradient of an overlap volume over the position of a vertex.
struct VolumeGradient {
  Index body, vertex;  ///< body id, vertex index [body]
  Vector3 gradient;    ///< [length²]; infinite in the float build for bodies 10^19 long
};

/// The overlap volume of two closed surfaces, or of one with itself, and its gradient (Faure, Barbier, Allard,
/// Falipou 2008).
///
/// - The overlap of one surface is the volume with winding number above 1 or below 0.
/// - The volume is sampled along three axes, so faces parallel to one axis are sampled along another.
/// - Each span of a pixel ends at a face. Its corners get shares of the pixel's area by their barycentric weights.
struct LdiOverlap {
  double volume = 0;  ///< mean of the three axes [length³]
  /// Non-zero gradients, sorted by (body, vertex).
  /// Their sum is zero, except for rounding, so the overlap exerts no net force.
  /// If one body lies wholly inside the other, the gradients of the inner body also sum to zero, and compress it.
  std::vector<VolumeGradient> gradients;
};

/// The part of an LdiOverlap that is sampled along one axis.
/// Volume and gradients are sums of integers, so they do not depend on the order of addition.
struct LdiAxisGradient {
  /// Number of units of a pixel's area, 2^31; the integer shares of three corners sum to the whole area.
  static constexpr double kParts = 2147483648.0;

  double volume = 0;  ///< [length³]
  /// Derivative of the volume by the vertex's coordinate along the axis [pixel area / kParts].
  /// One list per surface, one value per vertex; the second list is empty for one surface with itself.
  std::array<std::vector<std::int64_t>, 2> parts;
};

/// A region of an overlap, about as large as a cell of space: two surface patches that have passed each other.
/// After Allard, Faure, Courtecuisse, Falipou, Duriez, Kry, "Volume contact constraints at arbitrary resolution", 2010.
/// Bodies could rock on a single constraint for the whole overlap; one constraint per region prevents it.
struct LdiRegion {
  /// Range in LdiRegions::gradients.
  /// The gradients sum to zero, and so do the torques of forces along them.
  Index begin, end;
  double volume;   ///< [length³]
  double area;     ///< decrease of the volume per distance that A moves along the normal [length²], > 0
  Vector3 normal;  ///< unit separation direction of A relative to B; within a body, of one patch relative to the other
  std::array<double, 3> centroid;  ///< world space [length]
};

/// An overlap in regions. The mean depth of a region is volume / area.
struct LdiRegions {
  double volume = 0;  ///< whole overlap, mean of the three axes [length³]
  /// Part of the volume that does not lie between two patches [length³], for instance if a span has both ends on one of
  /// two bodies.
  double enclosed = 0;
  std::vector<LdiRegion> regions;         ///< sorted by cell, in a fixed order
  std::vector<VolumeGradient> gradients;  ///< gradients of the regions, region by region

  void clear() {
    volume = enclosed = 0;
    regions.clear();
    gradients.clear();
  }
};

/// Returns the multiplier s ≥ 0 of the position constraint "volume = 0": s = V / Σ wᵢ |gᵢ|².
///
/// - V: overlap.volume; gᵢ: gradients; wᵢ: `inverseMasses` in the order of the gradients, 0 for vertices that are held.
/// - Moving each vertex by −s wᵢ gᵢ removes the volume to first order and conserves momentum.
/// - No other such motion has a smaller mass-weighted length.
///
/// Returns 0 without volume, or if all vertices are held.
/// Throws Error if the numbers of inverse masses and gradients differ.
PLIANT_DETECTORS_EXPORT double separation(const LdiOverlap& overlap, std::span<const Real> inverseMasses);

}  // namespace pliant
