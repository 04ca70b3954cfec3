#pragma once

#include <pliant/plugin/Export.h>

#include <algorithm>
#include <vector>

#include "solve/SolveContext.h"

namespace pliant::detail {

/// Positions and inverse masses of the nodes that are being solved, side by side in memory: a btSoftBody::Node takes
/// 256 bytes, of which the solver needs 16.
class PLIANT_PLUGIN_EXPORT PackedNodes {
 public:
  void clear();

  /// Adds all nodes of a body, or a single vertex; returns where they begin. Nodes of bodies that stand still are
  /// obstacles: they have no inverse mass and are never written back.
  Index addBody(const SolveContext& context, Index slot);
  Index add(const SolveContext& context, Index vertex);

  /// From the nodes, and back.
  void gather();
  void scatter() const;
  void gather(Index i) { m_x[m_leader[i]] = toLane(m_nodes[i]->m_x); }
  void scatter(Index i) const { m_nodes[i]->m_x = toBullet(m_x[m_leader[i]]); }
  /// Gathers all nodes of the body that begins at `first`, which have been scattered. A seam goes where the mean of its
  /// nodes by mass goes.
  void gatherBody(Index first, Index count);
  void scatterBody(Index first, Index count) const;
  /// Whether some of the body's nodes are one; only the place of each one's first node counts then.
  bool hasSeams(Index first, Index count) const;
  /// The first node of the node's seam, or itself.
  Index leader(Index i) const { return m_leader[i]; }

  Lane* x() { return m_x.data(); }
  const Lane* x() const { return m_x.data(); }
  /// Contacts with a short lever may move the node that far from where it was added, in all. World units.
  void extendReach(Index i, Real reach) { m_reach[i] = std::max(m_reach[i], reach); }
  /// The largest part of the way, 0 to 1, that leaves the node within its reach, or no farther out than it is.
  Real partWithinReach(Index i, const Lane& way) const;
  const Real* inverseMass() const { return m_inverseMass.data(); }
  /// Of the first vertex of a body that was added.
  Index firstOf(Index slot) const { return m_firstOf[slot]; }

 private:
  Index append(const SolveContext& context, Index vertex);

  std::vector<Lane> m_x, m_added;  ///< positions now, and when they were added
  std::vector<Real> m_reach;
  std::vector<Real> m_inverseMass;
  std::vector<btSoftBody::Node*> m_nodes;  ///< null: obstacle
  std::vector<Index> m_leader;             ///< first of the node's seam; itself
  std::vector<Real> m_share;               ///< of its seam's mass
  bool m_anySeams = false;
  std::vector<Index> m_vertices;  ///< flat
  std::vector<Index> m_indexOf;   ///< by flat vertex; kNoIndex
  std::vector<Index> m_firstOf;   ///< by slot
};

}  // namespace pliant::detail
