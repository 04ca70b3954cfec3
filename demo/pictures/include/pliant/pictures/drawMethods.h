#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/pictures/Renderer.h>
#include <pliant/plugin/SoftContact.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Pictures of the methods' data for the current positions. Bodies that a method refuses, and bodies with a NaN or an
// infinity, are left out; nothing is thrown.
namespace pliant {

/// Input body of a method.
struct MethodBody {
  BodyView view;
  PositionsView rest{};  ///< rest shape; if its count differs: the current shape
  bool self = true;      ///< true if self-collision is tested
};

/// Additions to a drawing of the bodies.
struct MethodPicture {
  std::vector<DrawnSurface> surfaces;
  std::vector<std::uint8_t> glass;           ///< one per body: 1: drawn as glass
  std::vector<std::vector<Colour>> colours;  ///< per body, one per face; empty: unchanged

  explicit MethodPicture(std::size_t bodies) : glass(bodies, 0), colours(bodies) {}
};
/// Adds a method's picture to a drawing whose first surfaces are the bodies.
void addPicture(MethodPicture picture, Drawing& drawing);

/// A grid cell with vertices in it (Teschner 2003, 3), from index · size to (index + 1) · size.
struct OccupiedCell {
  std::array<double, 3> index{};  ///< integers of any magnitude
  std::size_t vertices = 0;
  auto operator<=>(const OccupiedCell&) const = default;
};
struct OccupiedCells {
  double size = 0;                  ///< [length], the default of SpatialHash
  std::vector<OccupiedCell> cells;  ///< sorted
};
OccupiedCells occupiedCells(std::span<const MethodBody> bodies);
/// Returns the load of the detector's table with the same vertices.
SpatialHash::Load hashLoad(std::span<const MethodBody> bodies);
/// Draws each grid edge at an occupied cell once, from blue to yellow by the fullest cell at it. Of more than
/// kMostDrawnCells cells, only the fullest are drawn.
MethodPicture drawCells(std::span<const MethodBody> bodies);
inline constexpr std::size_t kMostDrawnCells = 4000;
/// Returns the colour of a cell. `most`: number of vertices of the fullest cell.
Colour cellColour(std::size_t vertices, std::size_t most);

/// Draws each vertex that is in a tetrahedron (Teschner 2003, 3) as a dot, with the edges of that tetrahedron. Both
/// bodies become glass.
MethodPicture drawTetrahedra(std::span<const MethodBody> bodies);
/// Draws the same of the results of an updated set. Vertices of bodies without faces have no dot.
std::vector<DrawnSurface> drawFoundVertices(const BodySet& bodies, std::span<const VertexTetrahedron> found);
inline constexpr Colour kFoundVertexColour{0.85f, 0.03f, 0.02f}, kFoundTetrahedronColour{0.80f, 0.36f, 0.02f};

/// A bucket of the octree of a body's triangles (Ganovelli 2000).
struct BucketInUse {
  std::size_t body = 0;
  unsigned level = 0;        ///< in the octree, 0: root
  Box box{};                 ///< box of its triangles
  std::vector<Index> faces;  ///< face indices [body], unordered
  /// True if the descent with another body's octree reached it, or if the descent with its own octree reached it
  /// together with a bucket without common vertices. The boxes of buckets with a common vertex always overlap.
  bool reached = false;
};
struct ComparedBuckets {
  std::vector<BucketInUse> buckets;                 ///< of all bodies with faces, body by body
  std::vector<std::array<std::size_t, 2>> pairs{};  ///< compared in the descents, because their boxes overlap
};
/// Pairs of buckets with a common vertex are not included.
ComparedBuckets comparedBuckets(std::span<const MethodBody> bodies);
/// Draws the edges of the buckets' boxes: orange if reached, else grey; darker with the octree level. Faces get the
/// colours of their buckets. A line connects the centres of two compared buckets, whose bodies are of glass.
/// A body with more than four compared pairs of its own per bucket is drawn as a slice, without lines: only the buckets
/// at the middle of its box, across the z axis.
MethodPicture drawBuckets(std::span<const MethodBody> bodies);
Colour bucketColour(bool reached, unsigned level);
inline constexpr Colour kPairColour{0.02f, 0.12f, 0.60f};
/// Draws the box of each body, the boxes of buckets that overlap one of another body, and the faces in these buckets in
/// black. All bodies are of glass (Ganovelli 2000, figure 5).
MethodPicture drawColliding(std::span<const MethodBody> bodies);
inline constexpr Colour kCollidingColour{0.008f, 0.008f, 0.010f};

/// Colours faces by the outcome for the smallest patches that a query for intersecting faces visited, like
/// drawUsedPatches.
MethodPicture drawFates(std::span<const MethodBody> bodies,
                        const RegularityTree::Settings& settings = {.leafPatchFaces = 1});
/// Colours faces by the patches of the level with about `patches` patches, like drawLevel, and draws the patches'
/// contours.
inline constexpr std::size_t kPatchesOfLevel = 42;
MethodPicture drawHierarchy(std::span<const MethodBody> bodies, std::size_t patches = kPatchesOfLevel,
                            const RegularityTree::Settings& settings = {});
/// Draws the contours of several levels: from the largest patches down to the level with about `patches` patches. Each
/// level has its own hue; contours of larger patches are thicker. A contour of larger patches is also one of smaller
/// ones, and has the hue of the larger ones. Faces have pale colours of the largest patches.
MethodPicture drawLevels(std::span<const MethodBody> bodies, std::size_t patches = kPatchesOfLevel,
                         const RegularityTree::Settings& settings = {});
/// Returns the colour of the n-th level from the largest patches down: blue, orange, green, violet, yellow, brown.
/// Contours of deeper levels are not drawn.
Colour levelColour(std::size_t n);
inline constexpr std::size_t kMostDrawnLevels = 6;

/// Draws the direction masks of the same patches (Volino 1994, 2.3.4): a rod from the middle of a patch along each
/// sampled direction that has a positive dot product with all its face normals. Faces are greener the more such
/// directions there are, and red if there is none: the patch may then intersect itself.
/// If all bodies have more than kMostRodPatches patches together, only some have rods.
MethodPicture drawDirections(std::span<const MethodBody> bodies, std::size_t patches = kPatchesOfLevel,
                             const RegularityTree::Settings& settings = {});
/// Returns the colour of a patch. `left`: number of its directions; `directions`: number of sampled directions.
Colour directionColour(std::size_t left, std::size_t directions);
inline constexpr std::size_t kMostRodPatches = 60;
inline constexpr Colour kDirectionRodColour{0.04f, 0.20f, 0.08f}, kAdjacencyColour{0.95f, 0.92f, 0.20f};

/// Draws the same patches, their contours, and a ball at each vertex of their adjacency lists (Volino 1994, figure 4):
/// a vertex of a patch's contour at which the neighbour changes. The neighbour at an edge is the largest patch that
/// contains the face beyond it but not the patch; the outside counts too.
MethodPicture drawAdjacency(std::span<const MethodBody> bodies, std::size_t patches = kPatchesOfLevel,
                            RegularityTree::Settings settings = {});

/// Draws layered depth images of closed bodies (Heidelberger 2003, 2004), which become glass: for two bodies with
/// overlapping boxes, the volume of interest as a box. In this box, parallel rays enter a body at bluish points and
/// leave it at yellowish points; thin rods are the spans of the rays inside each body. A body alone is drawn with its
/// own box.
MethodPicture drawImages(std::span<const MethodBody> bodies);
inline constexpr Colour kEntryColour{0.08f, 0.30f, 0.80f}, kExitColour{0.95f, 0.62f, 0.05f};
/// Draws stage 1 for each pair of closed bodies with overlapping boxes (Heidelberger 2003, 3.1, figure 2): the bodies'
/// boxes in their colours, the volume of interest in kVolumeBoxColour and, if it is extended, also in kExtendedColour.
/// A grid of lines in a body's colour is the face from which its image is drawn; an arrow is the view direction.
/// `grid`: depth range and view axis.
MethodPicture drawOutsideFaces(std::span<const MethodBody> bodies, LdiGrid grid = {});
inline constexpr Colour kVolumeBoxColour{0.10f, 0.10f, 0.12f}, kExtendedColour{0.80f, 0.28f, 0.62f};
inline constexpr Colour kCulledColour{0.62f, 0.63f, 0.65f};  ///< faces that cover no pixel centre

/// Colours the patches of method Patches, each of at most 32 faces, and draws the edges of their boxes. Of more than
/// kMostPatchBoxes patches only every second one has a box, or every third, and so on.
MethodPicture drawFacePatches(std::span<const MethodBody> bodies);
inline constexpr std::size_t kMostPatchBoxes = 60;
inline constexpr Colour kPatchBoxColour{0.03f, 0.03f, 0.04f};

/// Returns true if the signed volume of a closed surface is negative. `body`: body index.
bool looksInward(const BodySet& set, Index body);

/// Draws each contact as a rod from its point on A along its normal, longer with the depth within the contact distance.
/// If there are more than kMostNormals, only every second one is drawn, or every third, and so on.
/// `scale`: factor of the picture's lengths.
DrawnSurface drawNormals(std::span<const SoftContact> contacts, double scale);
inline constexpr std::size_t kMostNormals = 300;
/// Returns the rod's length [length], clamped to a visible range.
double normalLength(const SoftContact& contact, double scale);

}  // namespace pliant
