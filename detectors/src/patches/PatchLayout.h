#pragma once

#include <pliant/detectors/BodySet.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant::detail {

/// Largest number of faces of a patch; of links or vertices of a patch without faces.
inline constexpr std::size_t kPatchElements = 32;

/// Patches of the bodies of a set. Each vertex, face and edge is in one patch. The elements are numbered anew, so that
/// each patch has a range of each kind; a number is called a place. The patches of a body follow each other.
struct PatchLayout {
  struct Range {
    Index begin = 0, end = 0;
    Index size() const { return end - begin; }
  };
  struct Patch {
    Range vertices, faces, edges;  ///< places
    Range corners;                 ///< range in `corners`: the patch's vertices, and the other corners of its elements
    Index body = 0;                ///< body index
  };

  std::vector<Patch> patches;
  std::vector<Index> vertices, faces, edges;  ///< index in the set, by place
  std::vector<Index> corners;                 ///< vertices, as indices in the set
  /// Places of the corners, by the place of the element.
  std::array<std::vector<Index>, 3> faceCorners;
  std::array<std::vector<Index>, 2> edgeCorners;

  /// Makes the patches anew if the revision of the set has changed.
  void update(const BodySet& bodies);
  std::size_t memory() const;

 private:
  void addBody(const BodySet& bodies, Index body);
  void close(const BodySet& bodies, Index body);
  void addCorners(std::span<const Index> corners);
  void placeCorners(const BodySet& bodies);
  template <typename Take>
  void bisect(std::size_t begin, std::size_t end, std::size_t parts, const Take& take);

  struct Placed {
    std::array<Real, 3> middle;  ///< at rest
    Index element;
  };
  std::uint64_t m_revision = 0;
  std::vector<Placed> m_order;
  std::vector<std::uint8_t> m_ownedVertex, m_ownedEdge;
  std::vector<Index> m_patchOfCorner;  ///< one per vertex: number of patches, when it was last added to `corners`
  std::vector<Index> m_placeOf;        ///< one per vertex
};

}  // namespace pliant::detail
