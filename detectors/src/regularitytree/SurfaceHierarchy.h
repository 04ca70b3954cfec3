#pragma once

#include <pliant/detectors/BodySet.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/Csr.h"

namespace pliant::detail {

class HierarchyUpdate;
struct RestGeometry;

/// The hierarchy of patches of one surface (Volino 1994, 2.3.1 and 2.3.3): faces are grouped level by level until one
/// patch is left. Vertex and face indices are the body's own.
///
/// - A node is a patch, or a single face on level 0. Nodes are numbered level by level, faces first, the root last. The
///   children of a node have consecutive numbers.
/// - In code names, a leaf is a face in tree order: the order of the faces in the hierarchy. The faces of a node are a
///   range of leaves. A leaf patch is a node that a search does not divide further.
/// - A half-edge is one side of a face: half-edge 3 · leaf + k runs from corner k to corner k + 1. Its twin is the
///   half-edge that runs along the same edge in the opposite direction. An edge has no twins if it is used once, twice
///   in the same direction, or more than twice.
/// - The contours of a patch are its half-edges whose twins are not in the patch.
class SurfaceHierarchy {
 public:
  struct Leaves {
    Index begin, end;
    Index size() const { return end - begin; }
    bool has(Index leaf) const { return leaf - begin < end - begin; }
    bool hasHalfEdge(Index h) const { return h - 3 * begin < 3 * (end - begin); }
  };

  /// `children`: 2 or 3, the intended number of children of a patch; some patches get one more. `before`: the hierarchy
  /// of the surface before its faces changed, or null. If little has changed since a hierarchy was built from scratch,
  /// patches that still have all of their faces are kept, and only the other faces are regrouped.
  SurfaceHierarchy(std::span<const Triangle> faces, std::span<const PackedPosition> rest, unsigned children,
                   const SurfaceHierarchy* before = nullptr);
  /// Traces the contours and adjacency lists of all patches, except patches inside a node with isLeafPatch(node, most);
  /// `most` 1: of all patches. Until then there are none. `before`: the same as in the constructor, or null. If it was
  /// traced with the same `most`, unchanged contours are copied from it.
  void traceContours(Index most, const SurfaceHierarchy* before = nullptr);

  /// A number that is unique among all hierarchies of the process.
  std::uint64_t serial() const { return m_serial; }
  Index leafCount() const { return static_cast<Index>(m_corners.size()); }
  Index nodeCount() const { return static_cast<Index>(m_leaves.size()); }
  Index root() const { return nodeCount() - 1; }
  /// The first node of each level, faces first, then the end.
  std::span<const Index> levels() const { return m_levels; }
  bool isLeaf(Index node) const { return node < leafCount(); }
  /// Returns true if a node is a leaf patch for this limit: a single face, a patch of at most `most` faces, or, unless
  /// `most` is 1, a patch whose children are faces.
  bool isLeafPatch(Index node, Index most) const {
    return isLeaf(node) || (most > 1 && isLeaf(firstChild(node))) || m_leaves[node].size() <= most;
  }
  /// For a node that is not a face.
  Index firstChild(Index node) const { return m_firstChild[node - leafCount()]; }
  Index endChild(Index node) const { return m_firstChild[node - leafCount() + 1]; }
  Leaves leaves(Index node) const { return m_leaves[node]; }
  Index parent(Index node) const { return m_parent[node]; }
  std::span<const Index> parents() const { return m_parent; }

  std::span<const Index> faceOfLeaf() const { return m_faceOfLeaf; }
  std::span<const Triangle> corners() const { return m_corners; }  ///< per face, in tree order
  Index origin(Index halfEdge) const { return m_corners[halfEdge / 3][halfEdge % 3]; }
  Index target(Index halfEdge) const { return origin(next(halfEdge)); }
  static Index next(Index halfEdge) { return halfEdge % 3 == 2 ? halfEdge - 2 : halfEdge + 1; }

  /// Edge of a contour, in the direction of the face inside the patch.
  struct Side {
    Index from, to;  ///< vertices of the body
    Index twin;      ///< half-edge of the face outside; kNoIndex: none
  };
  /// The contours of a node, loop after loop.
  std::span<const Side> contour(Index node) const { return row(m_contour, m_contourBegin, node); }
  /// Adds the half-edges of a node's contours to `list`, in no defined order. Contours need not be traced.
  void listHalfEdges(Index node, std::vector<Index>& list) const;
  /// Largest number of half-edges in the contours of one patch.
  std::size_t mostOnContour() const { return m_mostOnContour; }

  /// Returns the vertices on the contours of a node at which the neighbour changes, and at least one vertex per
  /// contour. The neighbour at a half-edge is the largest patch that contains the twin's face but not the node; the
  /// outside counts as a neighbour too.
  std::span<const Index> adjacency(Index node) const { return row(m_adjacency, m_adjacencyBegin, node); }
  /// Returns true if the adjacency lists show a common vertex of two disjoint patches. Some common vertices are missed:
  /// patches that touch in one vertex at which no neighbour changes. So only speed may depend on the answer.
  bool adjacent(Index a, Index b) const;
  /// Faces, in tree order, that have the vertex as a corner; ascending.
  std::span<const Index> leavesOf(Index vertex) const { return m_leavesOf[vertex]; }

  // Area and perimeter of a node at rest, in the length unit of the hierarchy. Faces kept from an earlier hierarchy
  // keep the values of that time.
  double area(Index node) const { return m_area[node]; }
  double perimeter(Index node) const { return m_perimeter[node]; }
  /// Returns √S/D of a node at rest, with S its area and D the length of all contours; 0 if S is 0, infinity if there
  /// is no contour.
  double shape(Index node) const;
  /// Returns √S/D of the union of two nodes at rest.
  double shapeOfBoth(Index a, Index b) const;

  std::size_t memory() const;

 private:
  template <typename T>
  static std::span<const T> row(const std::vector<T>& list, const std::vector<Index>& begin, Index i) {
    return {list.data() + begin[i], list.data() + begin[i + 1]};
  }
  void findTwins(std::size_t vertices);
  /// The patches of a hierarchy by level, faces first: patch numbers in their final order, and per patch the position
  /// of its first child on the level below, then the end.
  struct Order {
    std::vector<std::vector<Index>> patches, firstChild;
  };
  void build(const RestGeometry& shape, unsigned children);
  bool takeFrom(const SurfaceHierarchy& before, std::span<const PackedPosition> rest, unsigned children);
  void take(const HierarchyUpdate& change, const SurfaceHierarchy& before, std::span<const Index> same,
            const RestGeometry& shape);
  void number(const Order& order);
  void orderLeaves();
  void listLeavesOfVertices(std::size_t vertices);
  Index neighbour(Index twin, Leaves inside) const;
  Index nextOnContour(Index halfEdge, Leaves inside) const;
  bool isTraced(Index node, Index most) const {
    return node == root() || most == 1 || !isLeafPatch(m_parent[node], most);
  }
  void traceContour(Index node, Index most, std::vector<Index>& mark);
  void measureContour(Index node);
  std::vector<std::uint8_t> touchedNodes() const;
  std::vector<Index> whereItStayed() const;
  bool takeContour(Index node, const SurfaceHierarchy& before, Leaves stayed, std::span<const Index> leafNow);
  void listNeighbours(Index node);
  bool listMeets(Index from, Leaves other) const;

  std::vector<Index> m_faceOfLeaf, m_twins, m_levels, m_firstChild, m_parent;
  std::vector<Triangle> m_corners;
  std::vector<Leaves> m_leaves;
  std::vector<Side> m_contour;
  std::vector<Index> m_contourEdges;  // half-edge of each entry of m_contour
  std::vector<Index> m_contourBegin, m_adjacency, m_adjacencyBegin;
  Csr<Index> m_leavesOf;  // per vertex
  std::size_t m_mostOnContour = 0;
  std::uint64_t m_serial;
  double m_unit = 1;                       // length unit
  std::vector<float> m_area, m_perimeter;  // per node
  std::vector<float> m_length;             // per half-edge
  Index m_traced = 0;                      // `most` of traceContours(); 0: not traced
  Index m_regrouped = 0;                   // faces regrouped since the last full grouping
  std::uint64_t m_wasOf = 0;               // serial() of the hierarchy of m_was
  std::vector<Index> m_was;                // per node: its node before, or kNoIndex; until tracing
  std::vector<std::uint8_t> m_changed;     // per leaf: 1 if a face at its vertices changed
};

}  // namespace pliant::detail
