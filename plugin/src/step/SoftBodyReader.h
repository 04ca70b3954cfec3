#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodySet.h>

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "BodyLife.h"
#include "CutSides.h"
#include "SettingsTable.h"
#include "contactDistances.h"
#include "core/BodySeams.h"
#include "core/SetMembers.h"
#include "rigid/RigidMeshes.h"

namespace pliant::detail {

/// Keeps a BodySet synchronised with the world's soft bodies. Positions are read in place (m_x at t1, m_q at t0);
/// topology is copied when it changes. A member of the set is a soft body or a rigid mesh. A body index is the
/// dense index of a member in the set; a body id is stable while the body lives.
class SoftBodyReader {
 public:
  struct Entry {
    btSoftBody* body = nullptr;
    Index id = 0;                // body id
    Index setId = kNoIndex;      // id in the BodySet; kNoIndex if excluded or without nodes
    Index bodyIndex = kNoIndex;  // body index in the set; valid after beginSolve
    bool atDispatch = false;     // true if known when the step was predicted
    bool predicted = false;      // true if predicted in this step
    bool unmoved = false;        // true if known to start where it ended the last step
    bool settled = false;        // true if it did not move in the last step; the set then has it as in `end`
    bool still = false;          // true if settled, and in this step where it was in the last one
    bool ownFaces = false;       // true if m_faces are the set's faces; else the set has the boundary of the tetrahedra
    std::string refusal;         // reason why the topology was refused; empty if accepted
    BodyStatus::Kind reported = BodyStatus::Kind::Active;
    bool reportedRefusal = false, reportedNoVolume = false, reportedForeign = false, reportedSeams = false,
         reportedLeak = false;
    unsigned reportedIncomplete = 0;  // a bit for each kind

    // Compared to detect another body at the address, or a change.
    BodyLife life;
    int proxy = 0;
    const btSoftBody::Node* nodes = nullptr;
    const btSoftBody::Face* faces = nullptr;
    const btSoftBody::Tetra* tetrahedra = nullptr;
    const btSoftBody::Link* links = nullptr;
    int nodeCount = -1, faceCount = -1, tetrahedronCount = -1, linkCount = -1;
    BodyState state;  // when added, then at the end of each step; positions are hashed from `end` if not empty

    BodySeams foundSeams, seams;  // at the first read; in use
    bool seamsKnown = false, seamsOff = false;
    int rim = 0;  // number of edges with exactly one face
    std::vector<Triangle> triangleCopy;
    std::vector<Triangle> caps;  // faces of the set that close the surface's holes; they follow its own faces
    std::vector<Tetrahedron> tetrahedronCopy;
    std::vector<Edge> linkCopy;  // links that collide, sorted
    std::vector<Real> end;       // positions after the last solve, 3 × nodes; empty if there was none
    bool endTrusted = false;     // true if no intersections were left there
    std::vector<Real> start;     // t0 positions, 3 × nodes; empty if they are m_q
    std::vector<Real> rest;      // positions at rest, 3 × nodes
    RestLengths lengths;
    CutSides cuts;
    bool changed = false;  // true if the topology has changed since the body was added
    int age = 0;           // number of steps solved with this topology
    bool seen = false;
  };

  /// Returns true if the body has pressure and its surface has edges with only one face.
  static bool leaks(const Entry& entry) { return entry.body->m_cfg.kPR != 0 && entry.rim > 0; }

  /// Sets the number of edges up to which holes of surfaces are closed; 0: none. Takes effect in synchronise().
  void setCapHoles(Index mostEdges);
  /// Compares the world's bodies with the entries: adds, removes and rereads bodies. Applies settings.
  void synchronise(const btAlignedObjectArray<btSoftBody*>& bodies, SettingsTable& settings);
  /// Removes the entry at this address if it belongs to another body, or if the body has left the world in between. The
  /// body must not be deleted.
  void synchronise(const btSoftBody& body, SettingsTable& settings);

  void beginStep();
  /// Call before dispatch, which will report only bodies that are known now.
  void beginDispatch();
  /// Call when the body leaves, or has left, the world; it may be deleted. Its settings are stored with its state at
  /// the end of the last step.
  void forget(const btSoftBody* body, SettingsTable& settings);
  /// Returns true if the body is in the world and known.
  bool isKnown(const btSoftBody& body) const;
  /// Call when a known body has another proxy without having left the world.
  void proxyRenewed(const btSoftBody& body);
  /// Returns the addresses of bodies that have left since the last call.
  void takeGone(std::vector<const btSoftBody*>& gone);
  void markChanged(const btSoftBody* body) { m_changed.insert(body); }
  void markPredicted(const btSoftBody* body);
  /// States that a body starts where it ended the last step, or that this is not known.
  void markUnmoved(const btSoftBody* body, bool unmoved);
  /// Call after the body's prediction. A body with user moves starts at the end of the last step. Returns its t0
  /// positions, 3 × nodes, or an empty span if they are m_q.
  std::span<const Real> takeUserMoves(const btSoftBody* body);

  /// Sets t0 and t1 positions: an active body that was predicted moves, other bodies do not. Updates the body indices
  /// and the members. The caller must update the set.
  void beginSolve(Workers& workers);

  /// Returns true if the topology has changed since the body was added.
  bool wasCut(const btSoftBody* body) const {
    const Entry* entry = find(body);
    return entry != nullptr && entry->changed;
  }
  /// A vertex, and the body index of a mesh of the rigid body that it is anchored to.
  using Anchored = std::pair<Index, Index>;
  /// Returns all anchored vertices, sorted.
  void findAnchored(std::vector<Anchored>& anchored) const;
  /// Call after the solve. `trusted`: false if the bodies may intersect at t1. `updated`: true if nothing has moved
  /// since the last update of the set.
  void rememberEnd(bool trusted, bool updated, Workers& workers);

  int id(const btSoftBody* body) const;  // -1 if not known
  const Entry* find(const btSoftBody* body) const;
  bool has(const BodyLife& life) const;
  const Entry* at(int id) const;
  Entry* at(int id) { return const_cast<Entry*>(static_cast<const SoftBodyReader*>(this)->at(id)); }
  std::size_t capacity() const { return m_entries.size(); }  // larger than all ids
  /// Returns true if the face of the set is a cap of the soft body with this index.
  bool isCap(Index index, Index flatFace) const { return flatFace - m_set.faces(index).begin >= ownFacesAt(index); }
  /// Returns the number of faces of the set that are the member's own; caps follow them.
  Index ownFacesAt(Index index) const {
    const Entry* const entry = m_entryAt[index];
    const bool capped = entry && !entry->caps.empty();
    return capped ? static_cast<Index>(entry->triangleCopy.size()) : m_set.faces(index).size();
  }
  /// Returns null for a rigid mesh.
  Entry* entryAt(Index index) { return m_entryAt[index]; }
  /// Returns null for a soft body.
  RigidMesh* meshAt(Index index) const { return m_meshAt[index]; }
  RigidMeshes& rigidMeshes() { return m_rigidMeshes; }
  const RigidMeshes& rigidMeshes() const { return m_rigidMeshes; }

  BodySet& set() { return m_set; }
  const BodySet& set() const { return m_set; }

  // Indexed by body, or by vertex in the set; valid after beginSolve.
  const std::vector<btSoftBody*>& moving() const { return m_moving; }       // null: not moving, or a rigid mesh
  const std::vector<const RigidMember*>& rigid() const { return m_rigid; }  // null: a soft body
  const std::vector<btSoftBody::Node*>& nodeOfVertex() const { return m_nodeOfVertex; }  // null: rigid mesh
  btSoftBody* bodyAt(Index index) const { return m_entryAt[index] ? m_entryAt[index]->body : nullptr; }
  const SeamGroups& seams() const { return m_seams; }
  const SetMembers& members() const { return m_members; }
  /// One per body index: 1 if the member neither moves in this step nor has moved since the last one, such as a soft
  /// body that sleeps and a static mesh. Nothing happens between two of these, nor within one.
  std::span<const std::uint8_t> still() const { return m_still; }
  /// Bodies that are not in the set, sorted by id.
  const std::vector<btSoftBody*>& bodiesOutsideSet() const { return m_outside; }

 private:
  static bool moves(const Entry& entry);
  static PositionsView startOf(const Entry& entry);
  static bool isStill(const Entry& entry);
  static bool startsWhereItEnded(const Entry& entry);
  void read(Entry& entry);
  static bool hasGrown(const Entry& entry, const std::vector<Triangle>& triangles);
  void grow(Entry& entry, Index before);
  void recap(Entry& entry);
  bool addToSet(Entry& entry);
  void findCaps(Entry& entry) const;
  void measureLengths(Entry& entry) const;
  void openCuts(Entry& entry);
  void measureCuts();
  void apply(Entry& entry, const SettingsTable& settings);
  void drop(std::size_t id);
  void leave(std::size_t id, SettingsTable& settings);
  std::size_t freeId();
  void layOut();
  void layOutSeams();
  void findMembers(Workers& workers);

  BodySet m_set;
  RigidMeshes m_rigidMeshes{m_set};
  Index m_mostCapEdges = 0;
  bool m_recap = false;                           // true if the caps must be found anew
  std::vector<std::unique_ptr<Entry>> m_entries;  // indexed by body id; null if free
  std::vector<std::uint64_t> m_freed;             // indexed by body id: step in which it became free
  std::uint64_t m_step = 2;
  std::vector<const btSoftBody*> m_gone;
  std::unordered_map<const btSoftBody*, int> m_ids;
  std::unordered_set<const btSoftBody*> m_changed;
  std::vector<Entry*> m_entryAt;
  std::vector<std::uint8_t> m_fresh;  // one per body: 1 if it does not start where the last step ended
  std::vector<std::uint8_t> m_still;
  std::vector<RigidMesh*> m_meshAt;
  std::vector<const RigidMember*> m_rigid;
  std::vector<btSoftBody*> m_moving, m_outside;
  std::vector<btSoftBody::Node*> m_nodeOfVertex;
  SeamGroups m_seams;
  SetMembers m_members{m_set, m_nodeOfVertex, m_seams};
  std::uint64_t m_layout = 0;  // changes with topology or addresses
  std::uint64_t m_laidOut = ~std::uint64_t{0}, m_laidOutSet = 0;
};

}  // namespace pliant::detail
