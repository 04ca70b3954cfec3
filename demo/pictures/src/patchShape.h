#pragma once

#include <pliant/detectors/RegularityTree.h>

#include <cstdint>
#include <span>
#include <vector>

#include "rods.h"

// The patches of a regularity tree as geometry.
namespace pliant::detail {

/// Returns true if the body has faces itself. The faces of a set may be the boundary of tetrahedra.
inline bool hasFaces(const BodyView& view) {
  return view.triangles.count > 0;
}

/// Returns the level whose number of patches is nearest to `patches`.
Index levelOf(const RegularityTree& tree, Index id, std::size_t patches);

/// Returns one flag per edge of a body: 1 if two patches of a level meet there.
std::vector<std::uint8_t> contoursOf(const BodySet& set, Index body, const RegularityTree& tree, Index level);
/// Returns one flag per edge of a body: 1 if exactly one of these faces [body] has it.
std::vector<std::uint8_t> contourOf(const BodySet& set, Index body, std::span<const Index> faces);

/// Appends a rod along each chosen edge. `thickness`: [mean edges].
void appendEdges(const BodySet& set, Index body, const std::vector<std::uint8_t>& chosen, double thickness,
                 const Colour& colour, DrawnSurface& rods);

/// Appends the same edges projected along a direction onto a plane below the body.
void appendProjection(const BodySet& set, Index body, const std::vector<std::uint8_t>& chosen, const Corner& direction,
                      double thickness, const Colour& colour, DrawnSurface& rods);

/// Faces of a patch of a body.
struct PatchFaces {
  const BodySet& set;
  std::span<const Triangle> all;  ///< faces of the body
  std::span<const Index> faces;

  /// Returns the directions that have a positive dot product with all face normals.
  std::vector<Corner> lookTo(std::vector<Corner> directions) const;
  /// Returns the patch's vertex that is nearest to the mean of all corners.
  Corner middle() const;
};

}  // namespace pliant::detail
