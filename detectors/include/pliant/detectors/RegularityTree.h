#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/SurfaceDetector.h>
#include <pliant/detectors/UsedPatches.h>

#include <array>
#include <span>
#include <vector>

namespace pliant {

/// Collisions and self-collisions of surfaces by regularity (Volino, Magnenat-Thalmann 1994).
///
/// - Each surface has a hierarchy of patches, built once per topology from the rest shape.
/// - If a few faces are added or removed (a cut), only patches that lose or gain faces are grouped anew.
/// - A patch is regular if all its face normals have a positive dot product with one direction, and its contour,
///   projected along that direction, does not intersect itself.
/// - A regular patch cannot intersect itself and is skipped.
/// - Two adjacent patches that are regular together are skipped as a pair.
/// - All other patches and pairs are tested by bounding boxes.
/// - Surfaces may be open or closed, oriented or not, and may have several components.
/// - A surface with an edge of more than two faces is refused (Settings::refuse).
/// - update() builds the hierarchies of new surfaces.
///
/// Answers facePairs and vertexFace.
/// The results are exactly all pairs with ContourTest::Exact; settings then change the time only.
/// Candidates include all pairs that the narrow test accepts; pairs that certainly stay separated are left out.
class PLIANT_DETECTORS_EXPORT RegularityTree final : public SurfaceDetector {
 public:
  /// Test of a patch's projected contour for self-intersection.
  enum class ContourTest : std::uint8_t {
    Exact,  ///< for each patch that is skipped
    /// No contour test (the paper's final choice, 2.3.5).
    /// Face pairs within a patch whose contour intersects itself may be missed.
    /// The missed pairs depend on the patches, and so on earlier cuts.
    /// Patches of an irregular shape are never skipped (leastShape).
    /// vertexFace and candidates are not affected.
    Off,
  };

  struct Settings {
    ContourTest contourTest = ContourTest::Exact;
    // If skipPatches and skipAdjacent are false, the method is a bounding box hierarchy.
    bool skipPatches = true;   ///< skip regular patches (optimisation I of the paper)
    bool skipAdjacent = true;  ///< skip pairs of adjacent patches that are regular together (optimisation II)
    unsigned directions = 32;  ///< number of sampled directions, even, 2 to 64; the paper's: 12
    unsigned children = 3;     ///< preferred number of children of a patch, 2 or 3
    /// ContourTest::Off: least shape factor √S / D, at rest, of a patch that is skipped; range 0 to 1.
    /// A disc has 0.28, jagged patches of meshes 0.1 to 0.2, a strip 22 times as long as wide 0.1.
    /// A larger value makes the share of a sphere's patches that are not skipped grow with its number of faces.
    double leastShape = 0.1;
    /// Largest number of faces of a leaf; the elements of a leaf are tested directly.
    /// Range 1 to 1024; the paper's: 1.
    Index leafPatchFaces = 32;
    /// True: update() throws Error if an edge has more than two faces.
    /// False: a patch with such an edge inside or on its contour is never skipped; the results are exact.
    bool refuse = true;
  };

  /// Uses the default Settings.
  RegularityTree();
  /// Throws Error if a setting is out of its range.
  explicit RegularityTree(const Settings& settings);

  /// Throws Error if an edge has more than two faces (directed uses).
  static void check(const Topology& topology);

  const Settings& settings() const;
  /// Keeps the hierarchies unless `children` changes.
  /// Throws Error if a setting is out of its range.
  void setSettings(const Settings& settings);

  /// Returns "regularity-tree".
  std::string_view name() const override;
  RegularityTree* patches() override { return this; }

  // Hierarchies of the last update or query and the patches used, for drawing (the paper's figures 3 and 7 to 10).
  // For an unknown body id the functions return 0 or an empty range.
  /// Enables recording of usedPatches(). Default: false.
  void setRecordsUsedPatches(bool records);
  /// Returns each call of the paper's procedure in the last query() or candidates(), sorted.
  /// The result is the same for any number of threads.
  std::span<const UsedPatches> usedPatches() const;
  /// Returns the number of levels of a body's hierarchy: level 0 holds faces, the last level the whole surface.
  Index levels(Index body) const;
  /// Patch indices [begin, end).
  struct PatchRange {
    Index begin = 0, end = 0;
    Index size() const { return end - begin; }
  };
  /// Returns the patches of a level; together they cover the surface.
  PatchRange patchesOf(Index body, Index level) const;
  /// Returns the indices of the faces of a patch [body], unordered.
  std::span<const Index> facesOf(Index body, Index patch) const;
  /// Returns the adjacency list of a patch (2.3.3): the vertices of its contours [body] at which the neighbour changes,
  /// and at least one per contour. The neighbour at an edge is the largest patch that contains the face beyond the edge
  /// but not this patch; the outside counts too. Patches inside a leaf (Settings::leafPatchFaces) have none.
  std::span<const Index> adjacencyOf(Index body, Index patch) const;

  /// Returns the sampled directions (2.3.4), Settings::directions unit vectors in opposite pairs.
  std::vector<std::array<double, 3>> directions() const;
};

}  // namespace pliant
