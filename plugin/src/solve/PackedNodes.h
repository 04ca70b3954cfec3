#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "solve/SolveContext.h"

namespace pliant::detail {

/// Positions and inverse masses of the nodes that are being solved, contiguous in memory: a btSoftBody::Node takes 256
/// bytes, and the solver needs 16 of them.
class PackedNodes {
 public:
  void clear();

  /// Adds all nodes of bodies, or a single vertex, whose index it returns. Nodes of bodies that stand still have
  /// inverse mass 0 and are never written back.
  void addBodies(const SolveContext& context, std::span<const Index> bodies);
  Index add(const SolveContext& context, Index vertex);
  /// Returns the index of a vertex; kNoIndex if it has not been added.
  Index find(Index vertex) const { return vertex < m_indexOf.size() ? m_indexOf[vertex] : kNoIndex; }

  /// Copies the positions from the nodes, or back to them.
  void gather();
  void scatter() const;
  void gather(Index i) { m_x[m_leader[i]] = toLane(m_nodes[i]->m_x); }
  void scatter(Index i) const { m_nodes[i]->m_x = toBullet(m_x[m_leader[i]]); }
  /// Gathers all nodes of the body that begins at `first`; they must have been scattered before. A seam moves by the
  /// mass-weighted mean of its nodes' motions.
  void gatherBody(Index first, Index count);
  void scatterBody(Index first, Index count) const;
  /// Returns true if the body has seams; then only the position of a seam's first node is valid.
  bool hasSeams(Index first, Index count) const;
  /// Returns the first node of the node's seam, or the node itself.
  Index leader(Index i) const { return m_leader[i]; }

  Lane* x() { return m_x.data(); }
  const Lane* x() const { return m_x.data(); }
  /// Allows contacts with a short lever to move the node by `distance` in total, from the position where it was added
  /// [length].
  void allowMotion(Index i, Real distance) { m_allowed[i] = std::max(m_allowed[i], distance); }
  /// Returns the largest fraction of `way`, 0 to 1, that leaves the node within the distance that allowMotion() allows,
  /// or no farther out than it is.
  Real allowedPart(Index i, const Lane& way) const;
  std::size_t size() const { return m_x.size(); }
  const Real* inverseMass() const { return m_inverseMass.data(); }
  /// Returns the index of the body's first node. The body must have been added.
  Index firstOf(Index body) const { return m_firstOf[body]; }

 private:
  Index grow(const SolveContext& context, std::size_t count);
  void fill(const SolveContext& context, Index vertex, bool moves, Index i);

  std::vector<Lane> m_x, m_added;  ///< current positions, and positions when added
  std::vector<Real> m_allowed;     ///< see allowMotion()
  std::vector<Real> m_inverseMass;
  std::vector<btSoftBody::Node*> m_nodes;  ///< null for a body that stands still
  std::vector<Index> m_leader;             ///< first node of the node's seam, or the node itself
  std::vector<Real> m_share;               ///< fraction of its seam's mass
  bool m_anySeams = false;
  std::vector<Index> m_vertices;  ///< vertex indices in the set
  std::vector<Index> m_indexOf;   ///< one per vertex of the set; kNoIndex if not added
  std::vector<Index> m_firstOf;   ///< indexed by body
};

}  // namespace pliant::detail
