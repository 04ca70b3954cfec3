#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodySet.h>

#include <vector>

#include "SeamGroups.h"
#include "pairKey.h"

namespace pliant::detail {

/// A member of the set in this step: a soft body or a rigid mesh.
struct SetMember {
  const btSoftBody* body = nullptr;  ///< null for a rigid mesh
  Index id = 0;                      ///< stable id; soft bodies and rigid meshes never have the same one
  bool moves = false;                ///< true for a soft body that was predicted and is active
  bool isWhole = true;               ///< false for a rigid mesh if the set has only a part of it
  bool isNew = false;                ///< true for a soft body that has not completed a step
  /// True unless the member starts the step where the last step has left it. For a soft body, the positions must be
  /// equal or differ by user moves only, and the last step must have left no intersections.
  bool isFresh = false;
  /// True if the topology has changed and at most one step was solved since. Elements that touched without a known side
  /// in the first step, such as new cut sides, may have passed each other since.
  bool isNewCut = false;
};

/// Members of the set in this step, indexed by body: what detection needs beside their geometry.
class SetMembers {
 public:
  /// `nodeOfVertex`: one per vertex of the set; null for rigid meshes.
  SetMembers(const BodySet& set, const std::vector<btSoftBody::Node*>& nodeOfVertex, const SeamGroups& seams)
      : m_set(set), m_nodeOfVertex(nodeOfVertex), m_seams(seams) {}

  void clear() { m_members.clear(); }
  void add(const SetMember& member) { m_members.push_back(member); }

  const SetMember& operator[](Index body) const { return m_members[body]; }
  bool isRigid(Index body) const { return m_members[body].body == nullptr; }
  /// Returns the key of the stable ids of two members.
  PairKey idsOf(Index bodyA, Index bodyB) const { return pairKey(m_members[bodyA].id, m_members[bodyB].id); }
  PairKey idsOf(PairKey bodies) const { return idsOf(smallerOf(bodies), largerOf(bodies)); }

  /// Returns 0 for pinned nodes and for vertices of rigid meshes.
  Real inverseMass(Index vertex) const {
    return m_nodeOfVertex[vertex] != nullptr ? m_nodeOfVertex[vertex]->m_im : Real(0);
  }
  /// Returns true if the vertex is pinned, anchored, or part of a rigid mesh.
  bool isHeld(Index vertex) const {
    if (!(inverseMass(vertex) > 0)) return true;
    const btSoftBody::tAnchorArray& anchors = m_members[m_set.bodyOfVertex()[vertex]].body->m_anchors;
    for (int i = 0; i < anchors.size(); ++i)
      if (anchors[i].m_node == m_nodeOfVertex[vertex]) return true;
    return false;
  }
  /// Returns true for all vertices of a seam except the first, which represents them.
  bool isFollower(Index vertex) const { return m_seams.isFollower(vertex); }
  /// Returns true if the body moves and has no pinned node and no anchor; false for a rigid mesh.
  bool isFree(Index body) const {
    const SetMember& member = m_members[body];
    if (!member.moves || member.body->m_anchors.size() > 0) return false;
    const auto [begin, end] = m_set.vertices(body);
    for (Index vertex = begin; vertex < end; ++vertex)
      if (!(inverseMass(vertex) > 0)) return false;
    return true;
  }
  /// Returns true for a rigid mesh and for a soft body whose nodes are all pinned.
  bool isFixed(Index body) const {
    const auto [begin, end] = m_set.vertices(body);
    for (Index vertex = begin; vertex < end; ++vertex)
      if (inverseMass(vertex) > 0) return false;
    return true;
  }

 private:
  const BodySet& m_set;
  const std::vector<btSoftBody::Node*>& m_nodeOfVertex;
  const SeamGroups& m_seams;
  std::vector<SetMember> m_members;
};

}  // namespace pliant::detail
