#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodySet.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "BodyLife.h"
#include "BodySeams.h"
#include "BodySettings.h"
#include "CutSides.h"
#include "contactDistances.h"
#include "rigid/RigidMeshes.h"
#include "solve/SeamGroups.h"

namespace pliant::detail {

/// The one reader of btSoftBody: keeps a BodySet in step with the world's soft bodies. Positions are read in place (m_x
/// at the end of the step, m_q at its start), topology is copied when it changes. A slot of the set is a soft body or,
/// where there are any, a rigid mesh.
class SoftBodyReader {
 public:
  struct Entry {
    btSoftBody* body = nullptr;
    Index id = 0;             // the body's own, stable
    Index setId = kNoIndex;   // in the BodySet; kNoIndex: sits out, or has no nodes
    Index slot = kNoIndex;    // in the set, after beginSolve
    bool atDispatch = false;  // was there when the step was predicted
    bool predicted = false;   // in this step
    bool ownFaces = false;    // m_faces are the set's faces; else the set has the tetrahedra's boundary
    std::string refusal;      // why the topology was refused
    BodyStatus::Kind told = BodyStatus::Kind::Active;
    bool toldRefusal = false, toldNoVolume = false, toldForeign = false, toldSeams = false, toldLeak = false;

    // Compared, to see another body or a change.
    BodyLife life;
    int proxy = 0;
    const btSoftBody::Node* nodes = nullptr;
    const btSoftBody::Face* faces = nullptr;
    const btSoftBody::Tetra* tetrahedra = nullptr;
    const btSoftBody::Link* links = nullptr;
    int nodeCount = -1, faceCount = -1, tetrahedronCount = -1, linkCount = -1;
    BodyState state;  // when it came, then at the end of each step; the positions are those of `end`, if there are any

    BodySeams foundSeams, seams;  // as first seen; those that count
    bool seamsKnown = false, seamsOff = false;
    int rim = 0;  // edges of one face only
    std::vector<Triangle> triangleCopy;
    std::vector<Tetrahedron> tetrahedronCopy;
    std::vector<Edge> linkCopy;  // those that collide, sorted
    std::vector<Real> end;       // positions after the last solve, 3 × nodes; empty: there was none
    bool endTrusted = false;     // nothing was left there that meets
    std::vector<Real> start;     // of this step, 3 × nodes; empty: m_q
    std::vector<Real> rest;      // positions at rest, 3 × nodes
    RestLengths lengths;
    CutSides cuts;
    bool changed = false;  // since it was added: its nodes, faces or tetrahedra are others
    int age = 0;           // steps that the topology has been solved for
    bool seen = false;
  };

  /// Whether a body collides with itself where nobody has said so: surfaces do; solids don't, nor what has
  /// clusters and has asked for them. Programs also set CL_SELF where there are none.
  static bool selfByDefault(const btSoftBody& body) {
    const bool clusters = (body.m_cfg.collisions & btSoftBody::fCollision::CL_SELF) && body.m_clusters.size() > 0;
    return body.m_tetras.size() == 0 && !clusters;
  }

  /// Whether the body has pressure, and its surface a rim.
  static bool leaks(const Entry& entry) { return entry.body->m_cfg.kPR != 0 && entry.rim > 0; }

  /// Compares the world's bodies with those known: adds, removes, reads again. Applies settings.
  void synchronise(const btAlignedObjectArray<btSoftBody*>& bodies, SettingsTable& settings);
  /// The same of one body that may be any other by now, or outside the world; it must not be deleted.
  void synchronise(const btSoftBody& body, SettingsTable& settings);

  void beginStep();
  /// The bodies that are known now are what dispatch will name.
  void beginDispatch();
  /// The body leaves, or has left, the world, and may be deleted. It leaves as the last step has seen it.
  void forget(const btSoftBody* body, SettingsTable& settings);
  /// Whether the body is in the world and known.
  bool isKnown(const btSoftBody& body) const;
  /// A known body has got another proxy without having left.
  void proxyRenewed(const btSoftBody& body);
  /// Addresses of bodies that have left since the last call.
  void takeGone(std::vector<const btSoftBody*>& gone);
  void markChanged(const btSoftBody* body) { m_changed.insert(body); }
  void markPredicted(const btSoftBody* body);
  /// After the body's prediction: what a program has moved by hand starts where the last step has left it. Returns
  /// where the nodes start, 3 × nodes, or nothing.
  std::span<const Real> takeHandMoves(const btSoftBody* body);

  /// Which positions are start and end of the step: an active body that was predicted moves, the others stand still.
  void beginSolve();

  /// The set shows the start of the step only, or start and end again; to be updated by the caller.
  void showStart();
  void showMotion();

  /// Whether it is a soft body with which no step has ended yet.
  bool isNew(Index slot) const;
  /// Whether the body starts this step with the bits that it ended the last one with.
  bool startsWhereItEnded(Index slot) const;
  /// Whether the topology has changed, and no step, or but one, was solved since. What touched without a side in the
  /// first, such as what a cut has left on each other, may have passed since.
  bool isNewCut(Index slot) const {
    const Entry* entry = m_entryOfSlot[slot];
    return entry != nullptr && entry->changed && entry->age < 2;
  }
  /// Whether its topology has changed since it was added.
  bool wasCut(const btSoftBody* body) const {
    const Entry* entry = find(body);
    return entry != nullptr && entry->changed;
  }
  /// Whether nothing holds the body: no pinned node, no anchor. Not a rigid mesh.
  bool isFree(Index slot) const;
  /// Whether something holds the vertex: it is pinned, anchored, or of a rigid mesh.
  bool isHeld(Index vertex) const;
  /// A vertex, and the slot of a mesh of the rigid body that it is anchored to.
  using Anchored = std::pair<Index, Index>;
  /// All of them, sorted.
  void findAnchored(std::vector<Anchored>& anchored) const;
  /// After the solve; not trusted: nothing is known of where the bodies have come to lie.
  void rememberEnd(bool trusted);

  int id(const btSoftBody* body) const;  // -1: not known
  const Entry* find(const btSoftBody* body) const;
  bool has(const BodyLife& life) const;
  const Entry* at(int id) const;
  Entry* at(int id) { return const_cast<Entry*>(static_cast<const SoftBodyReader*>(this)->at(id)); }
  std::size_t capacity() const { return m_entries.size(); }  // ids are below
  /// Null: a rigid mesh.
  Entry* entryOfSlot(Index slot) { return m_entryOfSlot[slot]; }
  const Entry* entryOfSlot(Index slot) const { return m_entryOfSlot[slot]; }
  /// Null: a soft body.
  RigidMesh* meshOfSlot(Index slot) const { return m_meshOfSlot[slot]; }
  /// Of what is in the slot, stable; never that of another member, soft or rigid.
  Index memberId(Index slot) const;

  RigidMeshes& rigidMeshes() { return m_rigidMeshes; }
  const RigidMeshes& rigidMeshes() const { return m_rigidMeshes; }

  BodySet& set() { return m_set; }
  const BodySet& set() const { return m_set; }

  // By slot and flat vertex of the set, after beginSolve.
  const std::vector<btSoftBody*>& moving() const { return m_moving; }       // null: stands still, or a rigid mesh
  const std::vector<const RigidMember*>& rigid() const { return m_rigid; }  // null: a soft body
  const std::vector<btSoftBody::Node*>& nodeOfVertex() const { return m_nodeOfVertex; }  // null: of a rigid mesh
  btSoftBody* bodyOfSlot(Index slot) const { return m_entryOfSlot[slot] ? m_entryOfSlot[slot]->body : nullptr; }
  /// 0 for pinned nodes and for vertices of rigid meshes.
  btScalar inverseMass(Index vertex) const {
    return m_nodeOfVertex[vertex] != nullptr ? m_nodeOfVertex[vertex]->m_im : btScalar(0);
  }
  const SeamGroups& seams() const { return m_seams; }
  /// Bodies that are not in the set, in the order of their ids.
  const std::vector<btSoftBody*>& outside() const { return m_outside; }

 private:
  static bool moves(const Entry& entry);
  static PositionsView startOf(const Entry& entry);
  void read(Entry& entry);
  static bool hasGrown(const Entry& entry, const std::vector<Triangle>& triangles);
  void grow(Entry& entry, Index before);
  void openCuts(Entry& entry);
  void measureCuts();
  void apply(Entry& entry, const SettingsTable& settings);
  void drop(std::size_t id);
  void leave(std::size_t id, SettingsTable& settings);
  std::size_t freeId();
  void layOut();
  void layOutSeams();

  BodySet m_set;
  RigidMeshes m_rigidMeshes{m_set};
  std::vector<std::unique_ptr<Entry>> m_entries;  // by id; null: free
  std::vector<std::uint64_t> m_freed;  // by id: in which step it became free; what is remembered by ids outlives it
  std::uint64_t m_step = 2;
  std::vector<const btSoftBody*> m_gone;
  std::unordered_map<const btSoftBody*, int> m_ids;
  std::unordered_set<const btSoftBody*> m_changed;
  std::vector<Entry*> m_entryOfSlot;
  std::vector<RigidMesh*> m_meshOfSlot;
  std::vector<const RigidMember*> m_rigid;
  std::vector<btSoftBody*> m_moving, m_outside;
  std::vector<btSoftBody::Node*> m_nodeOfVertex;
  SeamGroups m_seams;
  std::uint64_t m_layout = 0;  // changes with topology or addresses
  std::uint64_t m_laidOut = ~std::uint64_t{0}, m_laidOutSet = 0;
};

}  // namespace pliant::detail
