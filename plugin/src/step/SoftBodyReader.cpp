#include "SoftBodyReader.h"

#include <pliant/detectors/Error.h>
#include <pliant/detectors/capHoles.h>

#include <vector>

#include "BodyTrees.h"
#include "core/BodyElements.h"

namespace pliant::detail {
namespace {

/// Returns true if the entry belongs to this body, and the body has not left the world since it was added.
bool isIn(const SoftBodyReader::Entry& entry, const btSoftBody& body) {
  return entry.life == BodyLife::known(body) && entry.proxy == proxyOf(body);
}

}  // namespace

void SoftBodyReader::synchronise(const btAlignedObjectArray<btSoftBody*>& bodies, SettingsTable& settings) {
  for (const auto& entry : m_entries)
    if (entry) entry->seen = false;
  for (int i = 0; i < bodies.size(); ++i)
    if (Entry* const entry = at(id(bodies[i]))) entry->seen = isIn(*entry, *bodies[i]);
  for (std::size_t id = 0; id < m_entries.size(); ++id)
    if (m_entries[id] && !m_entries[id]->seen) leave(id, settings);

  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody* body = bodies[i];
    const auto [at, isNew] = m_ids.try_emplace(body, -1);
    if (isNew) {
      const std::size_t id = freeId();
      m_entries[id] = std::make_unique<Entry>();
      m_entries[id]->body = body;
      m_entries[id]->id = static_cast<Index>(id);
      m_entries[id]->life = BodyLife::of(*body);
      m_entries[id]->proxy = proxyOf(*body);
      m_entries[id]->state = BodyState::of(*body);
      at->second = static_cast<int>(id);
      settings.arrive(*body);
    }
    Entry& entry = *m_entries[static_cast<std::size_t>(at->second)];
    if (entry.nodeCount != body->m_nodes.size() || entry.faceCount != body->m_faces.size() ||
        entry.tetrahedronCount != body->m_tetras.size() || entry.nodes != addressOf(body->m_nodes) ||
        entry.faces != addressOf(body->m_faces) || entry.tetrahedra != addressOf(body->m_tetras) ||
        entry.linkCount != body->m_links.size() || entry.links != addressOf(body->m_links) ||
        (!m_changed.empty() && m_changed.contains(body)))
      read(entry);
    if (m_recap) recap(entry);
    apply(entry, settings);
  }
  m_changed.clear();
  m_recap = false;
}

void SoftBodyReader::synchronise(const btSoftBody& body, SettingsTable& settings) {
  if (const Entry* const entry = find(&body); entry && !isIn(*entry, body)) leave(entry->id, settings);
}

/// Returns a free id. Skips ids that became free in this step or the last one, because data of the last step is stored
/// by id.
std::size_t SoftBodyReader::freeId() {
  std::size_t id = 0;
  while (id < m_entries.size() && (m_entries[id] || m_freed[id] + 1 >= m_step)) ++id;
  if (id == m_entries.size()) {
    m_entries.emplace_back();
    m_freed.push_back(0);
  }
  return id;
}

void SoftBodyReader::read(Entry& entry) {
  const btSoftBody& body = *entry.body;
  const bool asked = m_changed.contains(entry.body);
  const int before = entry.nodeCount;
  const bool sameNodes = before == body.m_nodes.size();
  std::vector<Triangle> triangles = facesOf(body);
  std::vector<Tetrahedron> tetrahedra = tetrahedraOf(body);
  const PositionsView x = viewOf(body, &btSoftBody::Node::m_x), x_t0 = viewOf(body, &btSoftBody::Node::m_q);
  if (!entry.seamsKnown && !(triangles.empty() && tetrahedra.empty())) {
    entry.seamsKnown = true;
    entry.foundSeams.find(x, triangles, tetrahedra, linksOf(body));
  } else if (!sameNodes) {
    entry.foundSeams.keep(x, x_t0);
  }
  entry.seams = entry.seamsOff ? BodySeams() : entry.foundSeams;
  entry.seams.join(triangles);
  entry.seams.join(tetrahedra);
  std::vector<Edge> links = collidingLinks(body, entry.seams, triangles, tetrahedra);
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

  // Bullet reallocates faces and tetrahedra when its arrays grow: the same elements at another address are no change.
  if (!asked && sameNodes && entry.setId != kNoIndex && triangles == entry.triangleCopy &&
      tetrahedra == entry.tetrahedronCopy && links == entry.linkCopy)
    return;

  if (entry.setId != kNoIndex) m_set.remove(entry.setId);
  entry.setId = kNoIndex;
  entry.settled = entry.still = false;
  entry.start.clear();
  entry.changed = before >= 0;
  if (entry.changed) clearFaceTree(*entry.body);  // its leaves point to faces that may have moved in memory
  entry.age = 0;
  if (!sameNodes && !grown) {
    entry.end.clear();
    entry.endTrusted = false;
    entry.cuts.clear();
  }
  entry.refusal.clear();
  entry.reported = BodyStatus::Kind::Active;
  entry.triangleCopy = std::move(triangles);
  entry.tetrahedronCopy = std::move(tetrahedra);
  entry.linkCopy = std::move(links);
  entry.ownFaces = !entry.triangleCopy.empty();
  if (entry.nodeCount == 0) return;
  entry.refusal = strayCorner(body, entry.triangleCopy, entry.tetrahedronCopy);
  if (!entry.refusal.empty()) return;

  if (grown) grow(entry, static_cast<Index>(before));
  if (asked || (!sameNodes && !grown) || entry.rest.empty()) {
    entry.rest.resize(3 * static_cast<std::size_t>(entry.nodeCount));
    for (std::size_t i = 0; i < static_cast<std::size_t>(entry.nodeCount); ++i)
      for (std::size_t k = 0; k < 3; ++k) entry.rest[3 * i + k] = entry.nodes[i].m_x.m_floats[k];
  }
  if (!addToSet(entry)) return;
  entry.rim = rimEdges(entry.triangleCopy);
  measureLengths(entry);
}

void SoftBodyReader::measureLengths(Entry& entry) const {
  entry.lengths.meanEdge = meanLength(entry.rest, entry.triangleCopy, entry.tetrahedronCopy, linksOf(*entry.body));
  const bool enclosesVolume = !entry.tetrahedronCopy.empty() || m_set.topology(entry.setId).closed;
  entry.lengths.thickness = RestLengths::thicknessOf(entry.rest, entry.lengths.meanEdge, enclosesVolume);
}

void SoftBodyReader::setCapHoles(Index mostEdges) {
  m_recap = m_recap || m_mostCapEdges != mostEdges;
  m_mostCapEdges = mostEdges;
}

void SoftBodyReader::recap(Entry& entry) {
  if (entry.setId == kNoIndex) return;
  const std::vector<Triangle> before = entry.caps;
  findCaps(entry);
  if (entry.caps == before) return;
  m_set.remove(entry.setId);
  entry.setId = kNoIndex;
  ++m_layout;
  if (addToSet(entry)) measureLengths(entry);
}

/// Finds the faces that make the surface closed; none if they do not.
void SoftBodyReader::findCaps(Entry& entry) const {
  entry.caps.clear();
  if (m_mostCapEdges == 0 || !entry.tetrahedronCopy.empty() || entry.triangleCopy.empty()) return;
  const HoleCaps found = capHoles(viewOf(entry.rest), viewOf(entry.triangleCopy), m_mostCapEdges);
  if (found.holes == 0 || found.largerHoles > 0) return;
  std::vector<Triangle> closed = entry.triangleCopy;
  closed.insert(closed.end(), found.faces.begin(), found.faces.end());
  BodyView view;
  view.positions = viewOf(entry.rest);
  view.triangles = viewOf(closed);
  BodySet alone;
  if (alone.topology(alone.add(view)).closed) entry.caps = found.faces;
}

/// Returns false if the set refuses the body; the entry then has the reason.
bool SoftBodyReader::addToSet(Entry& entry) {
  findCaps(entry);
  std::vector<Triangle> triangles = entry.triangleCopy;
  triangles.insert(triangles.end(), entry.caps.begin(), entry.caps.end());
  BodyView view;
  view.positions = viewOf(*entry.body, &btSoftBody::Node::m_x);
  view.positions_t0 = viewOf(*entry.body, &btSoftBody::Node::m_q);
  view.triangles = viewOf(triangles);
  view.tetrahedra = viewOf(entry.tetrahedronCopy);
  view.links = viewOf(entry.linkCopy);
  try {
    entry.setId = m_set.add(view);
    m_set.setRestPositions(entry.setId, viewOf(entry.rest));
    if (!entry.cuts.empty()) m_set.setCut(entry.setId, entry.cuts.groups(), entry.cuts.openings());
    return true;
  } catch (const Error& error) {
    if (entry.setId != kNoIndex) m_set.remove(entry.setId);
    entry.setId = kNoIndex;
    entry.refusal = error.what();
    return false;
  }
}

void SoftBodyReader::apply(Entry& entry, const SettingsTable& table) {
  if (entry.setId == kNoIndex) return;
  const SoftBodySettings settings = table.get(entry.body);
  const bool joined = settings.seamsJoined && !table.deformable;
  if (entry.seamsOff == joined) {
    entry.seamsOff = !joined;
    if (entry.foundSeams.any()) read(entry);
    if (entry.setId == kNoIndex) return;
  }
  m_set.setSelf(entry.setId, settings.enabled && table.self(*entry.body));

  m_set.setExcludedRings(entry.setId, static_cast<unsigned>(settings.excludedRings));
  if (entry.cuts.waits() && m_set.self(entry.setId)) openCuts(entry);

  const ContactMargins margins(settings.margin, *entry.body, entry.lengths, table.common.marginFraction);
  m_set.setMargin(entry.setId, margins.margin);
  m_set.setObstacleMargin(entry.setId, margins.obstacleMargin);
}

void SoftBodyReader::drop(std::size_t id) {
  Entry& entry = *m_entries[id];
  if (entry.setId != kNoIndex) m_set.remove(entry.setId);
  m_ids.erase(entry.body);
  m_rigidMeshes.forget(entry.body);
  m_gone.push_back(entry.body);
  m_entries[id].reset();
  m_freed[id] = m_step;
  ++m_layout;
}

/// Does not read the body, which may be deleted.
void SoftBodyReader::leave(std::size_t id, SettingsTable& settings) {
  const Entry& entry = *m_entries[id];
  if (settings.has(entry.life)) {
    BodyState state = entry.state;
    if (!entry.end.empty()) state.positions = BodyState::hash(entry.end);
    settings.leave(entry.life, state);
  }
  drop(id);
}

void SoftBodyReader::forget(const btSoftBody* body, SettingsTable& settings) {
  m_changed.erase(body);
  if (const Entry* const entry = find(body)) leave(entry->id, settings);
}

bool SoftBodyReader::isKnown(const btSoftBody& body) const {
  const Entry* entry = find(&body);
  return entry && isIn(*entry, body);
}

void SoftBodyReader::proxyRenewed(const btSoftBody& body) {
  at(id(&body))->proxy = proxyOf(body);
}

void SoftBodyReader::takeGone(std::vector<const btSoftBody*>& gone) {
  gone.swap(m_gone);
  m_gone.clear();
}

int SoftBodyReader::id(const btSoftBody* body) const {
  const auto at = m_ids.find(body);
  return at == m_ids.end() ? -1 : at->second;
}

const SoftBodyReader::Entry* SoftBodyReader::find(const btSoftBody* body) const {
  return at(id(body));
}

bool SoftBodyReader::has(const BodyLife& life) const {
  const Entry* entry = find(life.body);
  return entry && entry->life == life;
}

const SoftBodyReader::Entry* SoftBodyReader::at(int id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= m_entries.size()) return nullptr;
  return m_entries[static_cast<std::size_t>(id)].get();
}

}  // namespace pliant::detail
