#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/pictures/Renderer.h>
#include <pliant/plugin/SoftContact.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// What each method of detection makes of bodies as they are now, to be drawn with them. Bodies that a method does not
// take, and those that hold a NaN or an infinity, are left out; nothing is thrown.
namespace pliant {

/// A body for a method to look at.
struct MethodBody {
  BodyView view;
  PositionsView rest{};  ///< shape at rest; of another count: as it is now
  bool self = true;      ///< whether it is looked at with itself
};

/// What goes with the bodies.
struct MethodPicture {
  std::vector<DrawnSurface> surfaces;
  std::vector<std::uint8_t> glass;           ///< by body: whether it is to be of glass
  std::vector<std::vector<Colour>> colours;  ///< by body, of its faces; none: it keeps its own

  explicit MethodPicture(std::size_t bodies) : glass(bodies, 0), colours(bodies) {}
};

/// A cell of the grid with vertices in it (Teschner 2003, 3). It reaches from index · size to (index + 1) · size.
struct OccupiedCell {
  std::array<double, 3> index{};  ///< whole numbers, of any size
  std::size_t vertices = 0;
  auto operator<=>(const OccupiedCell&) const = default;
};
struct OccupiedCells {
  double size = 0;                  ///< world units: as SpatialHash has it by default
  std::vector<OccupiedCell> cells;  ///< sorted
};
OccupiedCells occupiedCells(std::span<const MethodBody> bodies);
/// How the same vertices lie in the detector's table.
SpatialHash::Load hashLoad(std::span<const MethodBody> bodies);
/// Each edge of the grid at an occupied cell once, from blue to yellow by the fullest cell at it. Of many cells the
/// kMostDrawnCells fullest.
MethodPicture drawCells(std::span<const MethodBody> bodies);
inline constexpr std::size_t kMostDrawnCells = 4000;
/// Of a cell with so many vertices where the fullest one has `most`.
Colour cellColour(std::size_t vertices, std::size_t most);

/// A bucket of the octree over a body's triangles (Ganovelli 2000).
struct BucketInUse {
  std::size_t body = 0;
  unsigned level = 0;        ///< of the octree, 0: all of the body
  Box box{};                 ///< of its triangles
  std::vector<Index> faces;  ///< of the body, in no order
  /// Whether the descent with another body's octree came to it, or, with its own, to it and a bucket that it shares no
  /// vertex with: neighbours always overlap.
  bool reached = false;
};
struct ComparedBuckets {
  std::vector<BucketInUse> buckets;                 ///< of all bodies with faces, one after the other
  std::vector<std::array<std::size_t, 2>> pairs{};  ///< that the descents compared, since their boxes overlap
};
/// Neighbours, which share a vertex, are none of the pairs.
ComparedBuckets comparedBuckets(std::span<const MethodBody> bodies);
/// The edges of the buckets' boxes: orange those that were reached, the others grey; the deeper in the octree the
/// darker. The faces go with their buckets. A line between the middles of each two that were compared, whose bodies are
/// of glass.
MethodPicture drawBuckets(std::span<const MethodBody> bodies);
Colour bucketColour(bool reached, unsigned level);
inline constexpr Colour kPairColour{0.02f, 0.12f, 0.60f};

/// Faces by what became of the smallest parts that a query for intersecting faces came to, as drawUsedParts has it.
MethodPicture drawFates(std::span<const MethodBody> bodies);
/// Faces by the parts of the level that has about so many of them, as drawLevel has it, and the parts' contours.
inline constexpr std::size_t kPartsOfLevel = 42;
MethodPicture drawHierarchy(std::span<const MethodBody> bodies, std::size_t parts = kPartsOfLevel);
/// Several levels at once, as contours: from the largest parts down to the level that has about so many, each level in
/// a hue of its own, the larger its parts the thicker. A contour of larger parts is one of smaller ones too, and has
/// the hue of the larger. Faces have pale colours of the largest parts.
MethodPicture drawLevels(std::span<const MethodBody> bodies, std::size_t parts = kPartsOfLevel);
/// Of the n-th level from the largest parts down: blue, orange, green, violet, yellow, brown; of deeper ones there are
/// no contours.
Colour levelColour(std::size_t n);
inline constexpr std::size_t kMostDrawnLevels = 6;

/// The direction masks of the same parts (Volino 1994, 2.3.4): a rod from the middle of each along each sampled
/// direction to which all its faces look, and its faces the greener the more there are; red where there is none, so
/// that it may meet itself.
MethodPicture drawDirections(std::span<const MethodBody> bodies, std::size_t parts = kPartsOfLevel);
/// Of a part with so many of the directions left.
Colour directionColour(std::size_t left, std::size_t directions);

/// Layered depth images of closed bodies, of glass then (Heidelberger 2003, 2004): for two whose boxes overlap the
/// volume of interest as a box, and in it where rays, all in one direction, enter and leave each of them, bluish and
/// yellowish, and as thin rods what of each ray is in each body (spans); for one alone the same of its own box.
MethodPicture drawImages(std::span<const MethodBody> bodies);
inline constexpr Colour kEntryColour{0.08f, 0.30f, 0.80f}, kExitColour{0.95f, 0.62f, 0.05f};

/// Whether a closed surface encloses less than nothing.
bool looksInward(const BodySet& set, Index slot);

/// Each contact as a rod from its point on A along its normal: the longer, the deeper within its contact distance.
/// `scale`: of the picture's lengths.
DrawnSurface drawNormals(std::span<const SoftContact> contacts, double scale);
/// Of the rod, world units; neither too short to be seen nor longer than the picture bears.
double normalLength(const SoftContact& contact, double scale);

}  // namespace pliant
