#include "SoftBodyReader.h"

#include <pliant/detectors/Error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "BodyPrediction.h"
#include "HandMoves.h"
#include "softBodyArrays.h"

namespace pliant::detail {
namespace {

/// What is wrong with the first element that refers to something that is no node of the body's; empty: nothing.
template <std::size_t N>
std::string strayCorner(const std::vector<std::array<Index, N>>& elements, const char* name, int nodes) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (std::size_t k = 0; k < N; ++k)
      if (elements[i][k] == kNoIndex)
        return std::string(name) + " " + std::to_string(i) + ": its corner " + std::to_string(k) +
               " is none of the body's " + std::to_string(nodes) + " nodes";
  return {};
}

/// Links that collide as edges: those that don't bend and lead somewhere where no face or tetrahedron is. Sorted.
std::vector<Edge> collidingLinks(const btSoftBody& body, const std::vector<Triangle>& triangles,
                                 const std::vector<Tetrahedron>& tetrahedra) {
  std::vector<std::uint8_t> covered(static_cast<std::size_t>(body.m_nodes.size()), 0);
  const auto cover = [&](const auto& elements) {
    for (const auto& element : elements)
      for (const Index corner : element)
        if (corner != kNoIndex) covered[corner] = 1;
  };
  cover(triangles);
  cover(tetrahedra);
  std::vector<Edge> links;
  for (int i = 0; i < body.m_links.size(); ++i) {
    const btSoftBody::Link& link = body.m_links[i];
    const auto [a, b] = std::minmax({indexOf(link.m_n[0], body), indexOf(link.m_n[1], body)});
    if (link.m_bbending || a == b || b == kNoIndex || (covered[a] && covered[b])) continue;
    links.push_back({a, b});
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

double distance(const Real* a, const Real* b) {
  return std::hypot(double(a[0]) - double(b[0]), double(a[1]) - double(b[1]), double(a[2]) - double(b[2]));
}

/// Mean length at rest of what the body's own elements are made of.
Real meanLength(const SoftBodyReader::Entry& entry) {
  double sum = 0;
  std::size_t count = 0;
  const auto add = [&](Index a, Index b) {
    const double length = distance(&entry.rest[3 * std::size_t{a}], &entry.rest[3 * std::size_t{b}]);
    if (std::isfinite(length)) sum += length, ++count;
  };
  if (!entry.tetrahedronCopy.empty()) {
    for (const Tetrahedron& t : entry.tetrahedronCopy)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = i + 1; j < 4; ++j) add(t[i], t[j]);
  } else if (!entry.triangleCopy.empty()) {
    for (const Triangle& t : entry.triangleCopy)
      for (std::size_t i = 0; i < 3; ++i) add(t[i], t[(i + 1) % 3]);
  } else {
    for (const auto& [a, b] : linksOf(*entry.body)) add(a, b);
  }
  return count ? static_cast<Real>(sum / static_cast<double>(count)) : Real(0);
}

}  // namespace

void SoftBodyReader::synchronise(const btAlignedObjectArray<btSoftBody*>& bodies, const SettingsTable& settings) {
  for (const auto& entry : m_entries)
    if (entry) entry->seen = false;
  for (int i = 0; i < bodies.size(); ++i) {
    const auto at = m_ids.find(bodies[i]);
    if (at == m_ids.end()) continue;
    Entry& entry = *m_entries[static_cast<std::size_t>(at->second)];
    const btBroadphaseProxy* proxy = bodies[i]->getBroadphaseHandle();
    entry.seen = entry.proxy == (proxy ? proxy->m_uniqueId : -1);
  }
  for (std::size_t id = 0; id < m_entries.size(); ++id)
    if (m_entries[id] && !m_entries[id]->seen) drop(id);

  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody* body = bodies[i];
    const auto [at, isNew] = m_ids.try_emplace(body, -1);
    if (isNew) {
      std::size_t id = 0;
      while (id < m_entries.size() && m_entries[id]) ++id;
      if (id == m_entries.size()) m_entries.emplace_back();
      m_entries[id] = std::make_unique<Entry>();
      m_entries[id]->body = body;
      m_entries[id]->id = static_cast<Index>(id);
      const btBroadphaseProxy* proxy = body->getBroadphaseHandle();
      m_entries[id]->proxy = proxy ? proxy->m_uniqueId : -1;
      at->second = static_cast<int>(id);
    }
    Entry& entry = *m_entries[static_cast<std::size_t>(at->second)];
    if (entry.nodeCount != body->m_nodes.size() || entry.faceCount != body->m_faces.size() ||
        entry.tetrahedronCount != body->m_tetras.size() || entry.nodes != addressOf(body->m_nodes) ||
        entry.faces != addressOf(body->m_faces) || entry.tetrahedra != addressOf(body->m_tetras) ||
        entry.linkCount != body->m_links.size() || entry.links != addressOf(body->m_links) ||
        (!m_changed.empty() && m_changed.contains(body)))
      read(entry);
    apply(entry, settings);
  }
  m_changed.clear();
}

void SoftBodyReader::read(Entry& entry) {
  const btSoftBody& body = *entry.body;
  const bool asked = m_changed.contains(entry.body);
  const int before = entry.nodeCount;
  const bool sameNodes = before == body.m_nodes.size();
  std::vector<Triangle> triangles(static_cast<std::size_t>(body.m_faces.size()));
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) triangles[i][k] = indexOf(body.m_faces[static_cast<int>(i)].m_n[k], body);
  const bool grown = hasGrown(entry, triangles);
  entry.nodes = addressOf(body.m_nodes);
  entry.faces = addressOf(body.m_faces);
  entry.tetrahedra = addressOf(body.m_tetras);
  entry.links = addressOf(body.m_links);
  entry.nodeCount = body.m_nodes.size();
  entry.faceCount = body.m_faces.size();
  entry.tetrahedronCount = body.m_tetras.size();
  entry.linkCount = body.m_links.size();
  ++m_layout;

  std::vector<Tetrahedron> tetrahedra(static_cast<std::size_t>(body.m_tetras.size()));
  for (std::size_t i = 0; i < tetrahedra.size(); ++i)
    for (std::size_t k = 0; k < 4; ++k) tetrahedra[i][k] = indexOf(body.m_tetras[static_cast<int>(i)].m_n[k], body);
  std::vector<Edge> links = collidingLinks(body, triangles, tetrahedra);
  // Bullet makes the user's faces and tetrahedra anew when its arrays grow: the same elements at another place are no
  // change.
  if (!asked && sameNodes && entry.setId != kNoIndex && triangles == entry.triangleCopy &&
      tetrahedra == entry.tetrahedronCopy && links == entry.linkCopy)
    return;

  if (entry.setId != kNoIndex) m_set.remove(entry.setId);
  entry.setId = kNoIndex;
  entry.start.clear();
  entry.changed = before >= 0;
  if (entry.changed) clearFaceTree(*entry.body);  // its leaves point at faces that may have moved
  entry.age = 0;
  if (!sameNodes && !grown) {
    entry.end.clear();
    entry.cuts.clear();
  }
  entry.refusal.clear();
  entry.told = BodyStatus::Kind::Active;
  entry.triangleCopy = std::move(triangles);
  entry.tetrahedronCopy = std::move(tetrahedra);
  entry.linkCopy = std::move(links);
  entry.ownFaces = !entry.triangleCopy.empty();
  if (entry.nodeCount == 0) return;
  entry.refusal = strayCorner(entry.triangleCopy, "face", entry.nodeCount);
  if (entry.refusal.empty()) entry.refusal = strayCorner(entry.tetrahedronCopy, "tetrahedron", entry.nodeCount);
  if (!entry.refusal.empty()) return;

  if (grown) grow(entry, static_cast<Index>(before));
  if (asked || (!sameNodes && !grown) || entry.rest.empty()) {
    entry.rest.resize(3 * static_cast<std::size_t>(entry.nodeCount));
    for (std::size_t i = 0; i < static_cast<std::size_t>(entry.nodeCount); ++i)
      for (std::size_t k = 0; k < 3; ++k) entry.rest[3 * i + k] = entry.nodes[i].m_x.m_floats[k];
  }
  BodyView view;
  view.positions = viewOf(body, &btSoftBody::Node::m_x);
  view.positions_t0 = viewOf(body, &btSoftBody::Node::m_q);
  view.triangles.count = static_cast<Index>(entry.triangleCopy.size());
  if (view.triangles.count) view.triangles.data = entry.triangleCopy[0].data();
  view.tetrahedra.count = static_cast<Index>(entry.tetrahedronCopy.size());
  if (view.tetrahedra.count) view.tetrahedra.data = entry.tetrahedronCopy[0].data();
  view.links.count = static_cast<Index>(entry.linkCopy.size());
  if (view.links.count) view.links.data = entry.linkCopy[0].data();
  try {
    entry.setId = m_set.add(view);
    PositionsView rest;
    rest.data = entry.rest.data();
    rest.count = static_cast<Index>(entry.nodeCount);
    m_set.setRestPositions(entry.setId, rest);
    if (!entry.cuts.empty()) m_set.setCut(entry.setId, entry.cuts.groups(), entry.cuts.openings());
  } catch (const Error& error) {
    if (entry.setId != kNoIndex) m_set.remove(entry.setId);
    entry.setId = kNoIndex;
    entry.refusal = error.what();
    return;
  }
  entry.lengths.meanEdge = meanLength(entry);
  const bool enclosesVolume = !entry.tetrahedronCopy.empty() || m_set.topology(entry.setId).closed;
  entry.lengths.thickness = RestLengths::thicknessOf(entry.rest, entry.lengths.meanEdge, enclosesVolume);
}

void SoftBodyReader::apply(Entry& entry, const SettingsTable& table) {
  if (entry.setId == kNoIndex) return;
  const BodySettings settings = table.get(entry.body);
  m_set.setSelf(entry.setId, settings.enabled && settings.self.value_or(selfByDefault(*entry.body)));

  m_set.setSelfRings(entry.setId, settings.selfRings);
  if (entry.cuts.waits() && m_set.self(entry.setId)) openCuts(entry);

  const ContactMargins margins(settings.margin, *entry.body, entry.lengths, static_cast<Real>(table.marginFraction));
  m_set.setMargin(entry.setId, margins.soft);
  m_set.setObstacleMargin(entry.setId, margins.rigid);
}

void SoftBodyReader::drop(std::size_t id) {
  Entry& entry = *m_entries[id];
  if (entry.setId != kNoIndex) m_set.remove(entry.setId);
  m_ids.erase(entry.body);
  m_rigidMeshes.forget(entry.body);
  m_entries[id].reset();
  ++m_layout;
}

void SoftBodyReader::forget(const btSoftBody* body) {
  m_changed.erase(body);
  const auto at = m_ids.find(body);
  if (at != m_ids.end()) drop(static_cast<std::size_t>(at->second));
}

void SoftBodyReader::beginStep() {
  for (const auto& entry : m_entries)
    if (entry) entry->predicted = false, entry->start.clear();
}

void SoftBodyReader::markPredicted(const btSoftBody* body) {
  const auto at = m_ids.find(body);
  if (at != m_ids.end()) m_entries[static_cast<std::size_t>(at->second)]->predicted = true;
}

std::span<const Real> SoftBodyReader::takeHandMoves(const btSoftBody* body) {
  const auto at = m_ids.find(body);
  if (at == m_ids.end()) return {};
  Entry& entry = *m_entries[static_cast<std::size_t>(at->second)];
  if (entry.setId != kNoIndex) findHandMoves(*body, entry.end, entry.lengths.thickness, entry.start);
  return entry.start;
}

PositionsView SoftBodyReader::startOf(const Entry& entry) {
  if (!moves(entry)) return viewOf(*entry.body, &btSoftBody::Node::m_x);
  if (entry.start.empty()) return viewOf(*entry.body, &btSoftBody::Node::m_q);
  PositionsView view;
  view.count = static_cast<Index>(entry.start.size() / 3);
  view.data = entry.start.data();
  return view;
}

void SoftBodyReader::showMotion() {
  m_rigidMeshes.showMotion();
  for (const auto& entry : m_entries) {
    if (!entry || entry->setId == kNoIndex) continue;
    m_set.setPositions(entry->setId, viewOf(*entry->body, &btSoftBody::Node::m_x), startOf(*entry));
  }
}

void SoftBodyReader::showStart() {
  m_rigidMeshes.showStart();
  for (const auto& entry : m_entries) {
    if (!entry || entry->setId == kNoIndex) continue;
    const PositionsView start = startOf(*entry);
    m_set.setPositions(entry->setId, start, start);
  }
}

bool SoftBodyReader::startsWhereItEnded(Index slot) const {
  if (m_meshOfSlot[slot]) return !m_meshOfSlot[slot]->fresh;
  const Entry& entry = *m_entryOfSlot[slot];
  if (!entry.endTrusted || entry.end.size() != 3 * static_cast<std::size_t>(entry.nodeCount)) return false;
  if (!entry.start.empty()) return true;
  const btVector3 btSoftBody::Node::*start = moves(entry) ? &btSoftBody::Node::m_q : &btSoftBody::Node::m_x;
  for (std::size_t i = 0; i < static_cast<std::size_t>(entry.nodeCount); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (!((entry.nodes[i].*start).m_floats[k] == entry.end[3 * i + k])) return false;
  return true;
}

bool SoftBodyReader::isFree(Index slot) const {
  const Entry* const entry = m_entryOfSlot[slot];
  if (!entry || !moves(*entry) || entry->body->m_anchors.size() > 0) return false;
  const auto [begin, end] = m_set.vertices(slot);
  for (Index vertex = begin; vertex < end; ++vertex)
    if (!(inverseMass(vertex) > 0)) return false;
  return true;
}

void SoftBodyReader::rememberEnd(bool trusted) {
  for (Entry* entry : m_entryOfSlot) {
    if (!entry) continue;
    ++entry->age;
    entry->end.clear();
    entry->endTrusted = trusted;
    for (int i = 0; i < entry->nodeCount; ++i)
      for (std::size_t k = 0; k < 3; ++k) entry->end.push_back(entry->nodes[i].m_x.m_floats[k]);
  }
}

bool SoftBodyReader::moves(const Entry& entry) {
  return entry.predicted && entry.body->isActive();
}

void SoftBodyReader::beginSolve() {
  showMotion();
  measureCuts();
  if (m_laidOut != m_layout || m_laidOutSet != m_set.revision()) layOut();
  for (RigidMesh* mesh : m_rigidMeshes.members()) {
    RigidMotion* const motion = mesh->member.motion;
    if (motion) motion->slot = std::min(motion->slot, mesh->slot);
  }
  m_moving.assign(m_entryOfSlot.size(), nullptr);
  for (std::size_t slot = 0; slot < m_entryOfSlot.size(); ++slot) {
    const Entry* entry = m_entryOfSlot[slot];
    if (entry && moves(*entry)) m_moving[slot] = entry->body;
  }
}

void SoftBodyReader::layOut() {
  m_laidOut = m_layout;
  m_laidOutSet = m_set.revision();
  std::vector<Entry*> bySetId;
  std::vector<RigidMesh*> meshBySetId;
  m_outside.clear();
  for (const auto& entry : m_entries) {
    if (!entry) continue;
    if (entry->setId == kNoIndex) {
      m_outside.push_back(entry->body);
    } else {
      if (entry->setId >= bySetId.size()) bySetId.resize(std::size_t{entry->setId} + 1, nullptr);
      bySetId[entry->setId] = entry.get();
    }
  }
  for (RigidMesh* mesh : m_rigidMeshes.members()) {
    if (mesh->setId >= bySetId.size()) bySetId.resize(std::size_t{mesh->setId} + 1, nullptr);
    meshBySetId.resize(bySetId.size(), nullptr);
    meshBySetId[mesh->setId] = mesh;
  }
  meshBySetId.resize(bySetId.size(), nullptr);
  m_entryOfSlot.clear();
  m_meshOfSlot.clear();
  m_rigid.clear();
  m_nodeOfVertex.clear();
  for (std::size_t setId = 0; setId < bySetId.size(); ++setId) {
    Entry* const entry = bySetId[setId];
    RigidMesh* const mesh = meshBySetId[setId];
    if (!entry && !mesh) continue;
    (entry ? entry->slot : mesh->slot) = static_cast<Index>(m_entryOfSlot.size());
    m_entryOfSlot.push_back(entry);
    m_meshOfSlot.push_back(mesh);
    m_rigid.push_back(mesh ? &mesh->member : nullptr);
    if (mesh) m_nodeOfVertex.resize(m_nodeOfVertex.size() + mesh->endView().count, nullptr);
    for (int i = 0; entry && i < entry->nodeCount; ++i) m_nodeOfVertex.push_back(&entry->body->m_nodes[i]);
  }
}

Index SoftBodyReader::memberId(Index slot) const {
  constexpr Index kRigid = Index{1} << 31;
  return m_meshOfSlot[slot] ? kRigid | m_meshOfSlot[slot]->id : m_entryOfSlot[slot]->id;
}

int SoftBodyReader::id(const btSoftBody* body) const {
  const auto at = m_ids.find(body);
  return at == m_ids.end() ? -1 : at->second;
}

const SoftBodyReader::Entry* SoftBodyReader::find(const btSoftBody* body) const {
  return at(id(body));
}

const SoftBodyReader::Entry* SoftBodyReader::at(int id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= m_entries.size()) return nullptr;
  return m_entries[static_cast<std::size_t>(id)].get();
}

}  // namespace pliant::detail
