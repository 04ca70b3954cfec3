#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant::detail {

class HierarchyUpdate;
struct RestGeometry;

/// The parts of one surface (Volino 1994, 2.3.1 and 2.3.3): faces grouped upwards until one part is left. Indices are
/// the body's own.
///
/// Nodes are numbered level by level, faces first, the root last. The children of a node stand side by side, and so do
/// the leaves below it, since leaves are the faces in an order of their own.
///
/// A half-edge is one side of a face, 3 · leaf + k, from corner k to corner k + 1. Its twin is the half-edge that runs
/// along the same edge the other way. An edge that is used once, twice in the same direction or more often has none.
/// What a part has of half-edges whose twins are not within it are its contours.
class PLIANT_DETECTORS_EXPORT SurfaceHierarchy {
 public:
  struct Leaves {
    Index begin, end;
    Index size() const { return end - begin; }
    bool has(Index leaf) const { return leaf - begin < end - begin; }
    bool hasHalfEdge(Index h) const { return h - 3 * begin < 3 * (end - begin); }
  };

  /// `children`: 2 or 3, of which a part is to be made; some get one more. `before`: the surface's hierarchy when it
  /// had other faces, or null: where little has changed since one was built as a whole, parts all of whose faces are
  /// still there stay, and only others are grouped anew.
  SurfaceHierarchy(std::span<const Triangle> faces, std::span<const PackedPosition> rest, unsigned children,
                   const SurfaceHierarchy* before = nullptr);
  /// Contours and adjacency lists of parts, but for those within one that isBottom(); 1: of all. None before. `before`:
  /// the same as above, or null: where it was traced to as many, what has stayed is taken from there.
  void traceContours(Index most, const SurfaceHierarchy* before = nullptr);

  /// Another number for each hierarchy that was ever made.
  std::uint64_t serial() const { return m_serial; }
  Index leafCount() const { return static_cast<Index>(m_corners.size()); }
  Index nodeCount() const { return static_cast<Index>(m_leaves.size()); }
  Index root() const { return nodeCount() - 1; }
  /// First node of each level, leaves first, and the end.
  std::span<const Index> levels() const { return m_levels; }
  bool isLeaf(Index node) const { return node < leafCount(); }
  /// Whether a part of at most so many faces ends the hierarchy; 1: a single one does.
  bool isBottom(Index node, Index most) const {
    return isLeaf(node) || (most > 1 && isLeaf(firstChild(node))) || m_leaves[node].size() <= most;
  }
  /// Of a node that is no leaf.
  Index firstChild(Index node) const { return m_firstChild[node - leafCount()]; }
  Index endChild(Index node) const { return m_firstChild[node - leafCount() + 1]; }
  /// firstChild of all nodes but leaves, and the end.
  std::span<const Index> firstChildren() const { return m_firstChild; }
  Leaves leaves(Index node) const { return m_leaves[node]; }
  Index parent(Index node) const { return m_parent[node]; }
  std::span<const Index> parents() const { return m_parent; }

  std::span<const Index> faceOfLeaf() const { return m_faceOfLeaf; }
  std::span<const Triangle> corners() const { return m_corners; }  ///< by leaf
  std::span<const Index> twins() const { return m_twins; }         ///< by half-edge; kNoIndex: none
  Index origin(Index halfEdge) const { return m_corners[halfEdge / 3][halfEdge % 3]; }
  Index target(Index halfEdge) const { return origin(next(halfEdge)); }
  static Index next(Index halfEdge) { return halfEdge % 3 == 2 ? halfEdge - 2 : halfEdge + 1; }

  /// Edge of a contour, as the face inside runs along it.
  struct Side {
    Index from, to;  ///< vertices
    Index twin;      ///< half-edge of the face outside; kNoIndex: none
  };
  /// A node's contours, one loop after another.
  std::span<const Side> contour(Index node) const { return row(m_contour, m_contourBegin, node); }
  /// The half-edges of a node's contours, whether they are traced or not, in no order.
  void listHalfEdges(Index node, std::vector<Index>& list) const;
  /// Most half-edges that a part's contours have.
  std::size_t mostOnContour() const { return m_mostOnContour; }

  /// Vertices around the contours of a node at which the neighbour changes, and at least one of each contour. The
  /// neighbour behind a half-edge is the largest part that holds its twin's face but not the node; "outside" is one.
  std::span<const Index> adjacency(Index node) const { return row(m_adjacency, m_adjacencyBegin, node); }
  /// Whether the lists know a common vertex of two parts of which none holds the other. Parts with a common vertex may
  /// go unnoticed (those that touch in one vertex where no neighbour changes): nothing but time may depend on it.
  bool adjacent(Index a, Index b) const;
  /// Leaves that have the vertex for a corner, ascending.
  std::span<const Index> leavesOf(Index vertex) const { return row(m_leavesOf, m_leavesOfBegin, vertex); }

  // Of a node, in units of its own: at rest, what it has of faces that were there before as it was then.
  double area(Index node) const { return m_area[node]; }
  double perimeter(Index node) const { return m_perimeter[node]; }
  /// √S/D of a node at rest: area and length of all contours; 0 without an area, infinite without contours.
  double shape(Index node) const;
  /// The same of two nodes together.
  double shapeOfBoth(Index a, Index b) const;

  std::size_t memory() const;

 private:
  template <typename T>
  static std::span<const T> row(const std::vector<T>& list, const std::vector<Index>& begin, Index i) {
    return {list.data() + begin[i], list.data() + begin[i + 1]};
  }
  void findTwins(std::size_t vertices);
  /// A tree's parts by level and place, faces first: their numbers, and where their children begin, and the end.
  struct Order {
    std::vector<std::vector<Index>> parts, firstChild;
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
  bool isTraced(Index node, Index most) const { return node == root() || most == 1 || !isBottom(m_parent[node], most); }
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
  std::vector<Index> m_contourEdges;  // by side: the half-edge
  std::vector<Index> m_contourBegin, m_adjacency, m_adjacencyBegin, m_leavesOf, m_leavesOfBegin;
  std::size_t m_mostOnContour = 0;
  std::uint64_t m_serial;
  double m_unit = 1;                       // of lengths
  std::vector<float> m_area, m_perimeter;  // by node
  std::vector<float> m_length;             // by half-edge
  Index m_traced = 0;                      // what traceContours() was asked for; 0: it was not
  Index m_regrouped = 0;                   // faces that were grouped since all were
  std::uint64_t m_wasOf = 0;               // the hierarchy that m_was is about
  std::vector<Index> m_was;                // until contours are traced, by node: the one that it was, or kNoIndex
  std::vector<std::uint8_t> m_changed;     // until then, by leaf: a face at one of its vertices has gone or come
};

}  // namespace pliant::detail
