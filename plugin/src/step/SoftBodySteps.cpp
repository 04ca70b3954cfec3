// SoftBodyReader: t0 and t1 positions, and body indices.

#include <algorithm>
#include <cstring>
#include <numeric>

#include "SoftBodyReader.h"
#include "core/BodyElements.h"
#include "core/forEachBody.h"

namespace pliant::detail {
namespace {

/// Finds user moves: new m_x of pinned nodes that the program has written between two steps. Such nodes carry bodies
/// that lie on them, so the path from the end of the last step belongs to the motion of this step. A move is a jump,
/// which carries nothing, if
/// - it is longer than the shortest extent of the body, or
/// - a free node of the body was written too, for example by btSoftBody::transform.
///
/// Returns in `start` the t0 positions of all nodes (3 × nodes), or an empty list if they are all m_q. `lastEnd`:
/// positions at the end of the last step, 3 × nodes; empty if unknown. `extent`: shortest extent of the body [length].
/// Returns true if no node was moved.
bool findUserMoves(const btSoftBody& body, std::span<const Real> lastEnd, Real extent, std::vector<Real>& start) {
  start.clear();
  if (lastEnd.size() != 3 * static_cast<std::size_t>(body.m_nodes.size())) return false;
  bool moved = false;
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = body.m_nodes[i];
    const Real* const left = &lastEnd[3 * static_cast<std::size_t>(i)];
    const btVector3 way(node.m_q.x() - left[0], node.m_q.y() - left[1], node.m_q.z() - left[2]);
    if (way.isZero()) continue;
    if (node.m_im > 0 || !(way.length2() <= extent * extent)) return false;
    moved = true;
  }
  if (moved) start.assign(lastEnd.begin(), lastEnd.end());
  return !moved;
}

}  // namespace

void SoftBodyReader::beginStep() {
  ++m_step;
  for (const auto& entry : m_entries)
    if (entry) {
      entry->predicted = entry->atDispatch = entry->unmoved = false;
      entry->start.clear();
    }
}

void SoftBodyReader::beginDispatch() {
  for (const auto& entry : m_entries)
    if (entry) entry->atDispatch = true;
}

void SoftBodyReader::markPredicted(const btSoftBody* body) {
  if (Entry* const entry = at(id(body))) entry->predicted = true;
}

void SoftBodyReader::markUnmoved(const btSoftBody* body, bool unmoved) {
  if (Entry* const entry = at(id(body))) entry->unmoved = unmoved;
}

std::span<const Real> SoftBodyReader::takeUserMoves(const btSoftBody* body) {
  Entry* const entry = at(id(body));
  if (!entry) return {};
  entry->unmoved = entry->setId != kNoIndex && findUserMoves(*body, entry->end, entry->lengths.thickness, entry->start);
  return entry->start;
}

PositionsView SoftBodyReader::startOf(const Entry& entry) {
  if (!moves(entry)) return viewOf(*entry.body, &btSoftBody::Node::m_x);
  return entry.start.empty() ? viewOf(*entry.body, &btSoftBody::Node::m_q) : viewOf(entry.start);
}

/// Compares the positions with those of the last step, unless they are known to be the same.
bool SoftBodyReader::isStill(const Entry& entry) {
  if (moves(entry) || !entry.settled || entry.end.size() != 3 * static_cast<std::size_t>(entry.nodeCount)) return false;
  if (entry.unmoved && entry.still) return true;
  bool same = true;
  for (std::size_t i = 0; i < static_cast<std::size_t>(entry.nodeCount); ++i)
    same &= std::memcmp(entry.nodes[i].m_x.m_floats, &entry.end[3 * i], 3 * sizeof(Real)) == 0;
  return same;
}

bool SoftBodyReader::startsWhereItEnded(const Entry& entry) {
  if (!entry.endTrusted || entry.end.size() != 3 * static_cast<std::size_t>(entry.nodeCount)) return false;
  if (!entry.start.empty() || (entry.unmoved && moves(entry))) return true;
  const btVector3 btSoftBody::Node::*start = moves(entry) ? &btSoftBody::Node::m_q : &btSoftBody::Node::m_x;
  for (std::size_t i = 0; i < static_cast<std::size_t>(entry.nodeCount); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (!((entry.nodes[i].*start).m_floats[k] == entry.end[3 * i + k])) return false;
  return true;
}

void SoftBodyReader::findMembers(Workers& workers) {
  constexpr Index kRigid = Index{1} << 31;
  m_fresh.assign(m_entryAt.size(), 0);
  m_still.assign(m_entryAt.size(), 0);
  forEachBody(&workers, m_entryAt.size(), m_nodeOfVertex.size(), [&](std::size_t index) {
    Entry* const entry = m_entryAt[index];
    if (!entry) return;
    entry->still = isStill(*entry);
    m_fresh[index] = entry->still ? !entry->endTrusted : !startsWhereItEnded(*entry);
  });
  m_members.clear();
  for (Index index = 0; index < m_entryAt.size(); ++index) {
    const Entry* const entry = m_entryAt[index];
    const RigidMesh* const mesh = m_meshAt[index];
    m_still[index] = mesh ? mesh->isStill() : entry->still;
    if (entry && entry->still) m_set.keepPositions(entry->setId);
    if (mesh)
      m_members.add({.id = kRigid | mesh->id, .isWhole = mesh->isWhole(), .isFresh = mesh->fresh});
    else
      m_members.add({.body = entry->body,
                     .id = entry->id,
                     .moves = moves(*entry),
                     .isNew = entry->end.empty(),
                     .isFresh = m_fresh[index] != 0,
                     .isNewCut = entry->changed && entry->age < 2});
  }
}

void SoftBodyReader::findAnchored(std::vector<Anchored>& anchored) const {
  anchored.clear();
  for (Index index = 0; index < m_entryAt.size(); ++index) {
    if (!m_entryAt[index]) continue;
    const btSoftBody& body = *m_entryAt[index]->body;
    for (int i = 0; i < body.m_anchors.size(); ++i) {
      const auto node = static_cast<Index>(body.m_anchors[i].m_node - &body.m_nodes[0]);
      for (const RigidMesh* mesh : m_rigidMeshes.members())
        if (&mesh->object() == body.m_anchors[i].m_body)
          anchored.push_back({m_set.vertices(index).begin + node, mesh->bodyIndex});
    }
  }
  std::sort(anchored.begin(), anchored.end());
}

void SoftBodyReader::rememberEnd(bool trusted, bool updated, Workers& workers) {
  forEachBody(&workers, m_entries.size(), m_nodeOfVertex.size(), [&](std::size_t id) {
    if (!m_entries[id]) return;
    Entry& entry = *m_entries[id];
    ++entry.age;
    entry.state = BodyState::arraysOf(*entry.body);
    entry.endTrusted = trusted;
    if (entry.still) return;
    const bool inSet =
        entry.setId != kNoIndex && entry.bodyIndex < m_entryAt.size() && m_entryAt[entry.bodyIndex] == &entry;
    entry.settled = inSet && !moves(entry);
    // A program may have moved a body that stands still, since the set has read it.
    const bool fromSet = inSet && (updated || entry.settled);
    entry.end.resize(3 * static_cast<std::size_t>(std::max(0, entry.nodeCount)));
    const PackedPosition* const packed = fromSet ? &m_set.positions()[m_set.vertices(entry.bodyIndex).begin] : nullptr;
    for (std::size_t i = 0; 3 * i < entry.end.size(); ++i) {
      const Real* const x = packed ? &packed[i].x : entry.nodes[i].m_x.m_floats;
      for (std::size_t k = 0; k < 3; ++k) entry.end[3 * i + k] = x[k];
    }
  });
}

bool SoftBodyReader::moves(const Entry& entry) {
  return entry.predicted && entry.body->isActive();
}

void SoftBodyReader::beginSolve(Workers& workers) {
  m_rigidMeshes.setPositions();
  for (const auto& entry : m_entries)
    if (entry && entry->setId != kNoIndex)
      m_set.setPositions(entry->setId, viewOf(*entry->body, &btSoftBody::Node::m_x), startOf(*entry));
  measureCuts();
  if (m_laidOut != m_layout || m_laidOutSet != m_set.revision()) layOut();
  for (RigidMesh* mesh : m_rigidMeshes.members()) {
    RigidMotion* const motion = mesh->member.motion;
    if (motion) motion->bodyIndex = std::min(motion->bodyIndex, mesh->bodyIndex);
  }
  m_moving.assign(m_entryAt.size(), nullptr);
  for (std::size_t index = 0; index < m_entryAt.size(); ++index) {
    const Entry* entry = m_entryAt[index];
    if (entry && moves(*entry)) m_moving[index] = entry->body;
  }
  findMembers(workers);
}

void SoftBodyReader::layOut() {
  m_laidOut = m_layout;
  m_laidOutSet = m_set.revision();
  std::vector<std::pair<Entry*, RigidMesh*>> bySetId;
  const auto place = [&](Index setId) -> auto& {
    if (setId >= bySetId.size()) bySetId.resize(std::size_t{setId} + 1);
    return bySetId[setId];
  };
  m_outside.clear();
  for (const auto& entry : m_entries) {
    if (!entry) continue;
    if (entry->setId == kNoIndex)
      m_outside.push_back(entry->body);
    else
      place(entry->setId).first = entry.get();
  }
  for (RigidMesh* mesh : m_rigidMeshes.members()) place(mesh->setId).second = mesh;
  m_entryAt.clear();
  m_meshAt.clear();
  m_rigid.clear();
  m_nodeOfVertex.clear();
  for (const auto& [entry, mesh] : bySetId) {
    if (!entry && !mesh) continue;
    (entry ? entry->bodyIndex : mesh->bodyIndex) = static_cast<Index>(m_entryAt.size());
    m_entryAt.push_back(entry);
    m_meshAt.push_back(mesh);
    m_rigid.push_back(mesh ? &mesh->member : nullptr);
    if (mesh) m_nodeOfVertex.resize(m_nodeOfVertex.size() + mesh->endView().count, nullptr);
    for (int i = 0; entry && i < entry->nodeCount; ++i) m_nodeOfVertex.push_back(&entry->body->m_nodes[i]);
  }
  layOutSeams();
}

void SoftBodyReader::layOutSeams() {
  m_seams.leader.clear();
  m_seams.next.clear();
  Index first = 0;
  for (std::size_t index = 0; index < m_entryAt.size(); ++index) {
    const Entry* const entry = m_entryAt[index];
    if (entry && entry->seams.any()) {
      if (!m_seams.any()) {
        m_seams.leader.resize(m_nodeOfVertex.size());
        std::iota(m_seams.leader.begin(), m_seams.leader.end(), Index{0});
        m_seams.next = m_seams.leader;
      }
      entry->seams.forEachPlace([&](std::span<const Index> vertices) {
        for (std::size_t i = 0; i < vertices.size(); ++i) {
          m_seams.leader[first + vertices[i]] = first + vertices[0];
          m_seams.next[first + vertices[i]] = first + vertices[(i + 1) % vertices.size()];
        }
      });
    }
    first += entry ? static_cast<Index>(entry->nodeCount) : m_meshAt[index]->endView().count;
  }
}

}  // namespace pliant::detail
