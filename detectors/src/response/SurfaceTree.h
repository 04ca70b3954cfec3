#pragma once

#include <pliant/detectors/BodySet.h>

#include <Eigen/Core>
#include <vector>

#include "core/memoryOf.h"
#include "core/wide.h"

namespace pliant::detail {

/// Returns the barycentric coordinates of the point of triangle abc that is nearest to p.
Eigen::Vector3d nearestWeights(const Eigen::Vector3d& p, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                               const Eigen::Vector3d& c);
/// Returns the point of triangle abc that is nearest to p.
Eigen::Vector3d nearestPoint(const Eigen::Vector3d& p, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                             const Eigen::Vector3d& c);

/// Returns the unit normal of triangle abc, for any size; zero if it has no area.
Eigen::Vector3d faceNormal(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);

/// Tree of boxes around the faces of one body: built once, refitted when the body has moved. Nodes are stored in
/// preorder with the index of the node after their subtree, so traversal needs no stack. Faces are indices in the set.
class SurfaceTree {
 public:
  /// Builds the tree for the faces of the body with body index `body`; the boxes are not computed.
  void build(const BodySet& bodies, Index body);

  /// Computes all boxes from the current positions.
  void refit(const BodySet& bodies);

  /// Calls visit(face) for all faces of each leaf whose box meets `box`.
  template <typename Visit>
  void query(const Box& box, Visit&& visit) const {
    walk([&](const Node& node) { return overlap(node.box, box); }, visit);
  }

  /// Returns false only if no face's box meets the closed box.
  bool mayMeet(const Box& box) const {
    bool found = false;
    walk([&](const Node& node) { return !found && overlap(node.box, box); }, [&](Index) { found = true; });
    return found;
  }

  /// Returns the face nearest to p, the one with the smallest index if there are several; kNoIndex without faces. Sets
  /// `distance` [length]. A `guess` near p only saves time.
  Index nearest(const BodySet& bodies, const Eigen::Vector3d& p, double& distance, Index guess = kNoIndex) const;

  /// Returns the smallest s ≥ 0 at which p + s·direction leaves the surface through a face whose normal times `sign`
  /// points along `direction`, a unit vector. Returns a negative number if there is no such face; `face` is kNoIndex
  /// then. Computed in rounded arithmetic.
  double rayExit(const BodySet& bodies, const Eigen::Vector3d& p, const Eigen::Vector3d& direction, double sign,
                 Index& face) const;

  /// Returns the memory in use [bytes].
  std::size_t memory() const { return memoryOf(m_faces, m_nodes); }

 private:
  static constexpr Index kLeafFaces = 4;

  struct Node {
    Box box;
    Index next;        // node after this subtree
    Index begin, end;  // range in m_faces; empty unless this is a leaf
  };

  template <typename Wanted, typename Visit>
  void walk(Wanted&& wanted, Visit&& visit) const {
    const auto count = static_cast<Index>(m_nodes.size());
    for (Index i = 0; i < count;) {
      const Node& node = m_nodes[i];
      if (!wanted(node)) {
        i = node.next;
        continue;
      }
      for (Index k = node.begin; k < node.end; ++k) visit(m_faces[k]);
      ++i;
    }
  }

  void split(Index begin, Index end, const std::vector<Eigen::Vector3d>& centres, Index first);

  std::vector<Index> m_faces;
  std::vector<Node> m_nodes;
};

}  // namespace pliant::detail
