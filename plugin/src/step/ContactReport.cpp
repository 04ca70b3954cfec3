#include "ContactReport.h"

#include <pliant/detectors/Workers.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/makeRoom.h"
#include "core/vectors.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kDescribedPerChunk = 512;

/// Swaps A and B.
void turnAround(SoftContact& contact) {
  const auto partA = static_cast<std::ptrdiff_t>(contact.nodesOfA());
  if (contact.kind == SoftContact::Kind::VertexFace) contact.kind = SoftContact::Kind::FaceVertex;
  std::swap(contact.bodyA, contact.bodyB);
  std::rotate(contact.nodes.begin(), contact.nodes.begin() + partA, contact.nodes.end());
  std::rotate(contact.weights.begin(), contact.weights.begin() + partA, contact.weights.end());
  for (btScalar& weight : contact.weights) weight = -weight;
  std::swap(contact.pointOnA, contact.pointOnB);
  contact.normal = -contact.normal;
  contact.friction = -contact.friction;
}

}  // namespace

void ContactReport::clear() {
  m_volumes.clear();
  m_gone.clear();
  m_count = 0;
  m_ready = true;
}

void ContactReport::keep(const SoftBodyReader& reader, const Sources& sources, Real perSecond) {
  const BodySet& set = reader.set();
  m_members.clear();
  bool anyMesh = false;
  for (Index body = 0; body < set.bodyCount(); ++body) {
    const RigidMesh* const mesh = reader.meshAt(body);
    m_members.push_back({set.vertices(body).begin, set.faces(body).begin, reader.ownFacesAt(body), reader.bodyAt(body),
                         mesh ? &mesh->object() : nullptr});
    anyMesh = anyMesh || mesh;
  }
  m_solved.found = &sources.solved;
  m_sensors.found = &sources.withoutResponse;
  for (Source* source : {&m_solved, &m_sensors}) {
    source->names.clear();
    if (anyMesh) keepNames(reader, *source);
  }
  m_impulses = sources.impulses;
  m_perSecond = perSecond;
  findRepeated();
  m_count = sources.solved.size() - m_repeats.size() + sources.withoutResponse.size();
  m_described = false;
  m_ready = m_count == 0;
}

/// Keeps the names of the triangles that soft bodies touch. A rigid body may leave before the contacts are read.
void ContactReport::keepNames(const SoftBodyReader& reader, Source& source) {
  for (std::size_t i = 0; i < source.found->size(); ++i) {
    const SurfaceContact& contact = (*source.found)[i];
    if (contact.kind != SurfaceContact::Kind::VertexFace) continue;
    const Index body = reader.set().bodyOfVertex()[contact.vertices[3]];
    const RigidMesh* const mesh = reader.meshAt(body);
    if (mesh) source.names.push_back({i, mesh->nameOf(contact.elementB - reader.set().faces(body).begin)});
  }
}

/// Finds hits of the elements of contacts that were found before. The detected contacts are sorted and differ.
void ContactReport::findRepeated() {
  const FoundContacts& found = *m_solved.found;
  const auto place = [](const SurfaceContact& c) { return std::tuple(c.kind, c.elementA, c.elementB); };
  const std::vector<SurfaceContact>& detected = found.detected();
  m_hits.resize(found.size() - detected.size());
  m_repeats.clear();
  m_repeats.reserve(m_hits.capacity());
  std::iota(m_hits.begin(), m_hits.end(), detected.size());
  std::sort(m_hits.begin(), m_hits.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(place(found[a]), a) < std::tuple(place(found[b]), b);
  });
  std::size_t first = 0;  // index of the first contact of the same elements
  for (std::size_t k = 0; k < m_hits.size(); ++k) {
    const std::size_t hit = m_hits[k];
    const auto here = place(found[hit]);
    if (k == 0 || place(found[first]) != here) {
      const auto known = std::ranges::lower_bound(detected, here, {}, place);
      const bool repeats = known != detected.end() && place(*known) == here;
      first = repeats ? static_cast<std::size_t>(known - detected.begin()) : hit;
      if (!repeats) continue;
    }
    m_repeats.emplace_back(first, hit);
  }
}

void ContactReport::addVolumes(const VolumeRegions& volumes, std::span<const ContactImpulse> impulses) {
  for (std::size_t i = 0; i < volumes.regions.size(); ++i) {
    const VolumeRegion& from = volumes.regions[i];
    const Member &a = m_members[from.bodyA], &b = m_members[from.bodyB];
    SoftContact to;
    to.kind = SoftContact::Kind::Volume;
    to.swept = true;
    to.bodyA = a.body;
    to.bodyB = b.body;
    to.nodes.fill(-1);
    to.weights.fill(0);
    to.normal = toBullet(from.normal);
    to.depth = from.volume / from.area;
    // A's surface lies behind B's surface within the region.
    to.pointOnA = toBullet(from.point) - to.normal * (to.depth / 2);
    to.pointOnB = toBullet(from.point) + to.normal * (to.depth / 2);
    to.volume = from.volume;
    if (i < impulses.size()) {
      to.impulse = impulses[i].normal * m_perSecond;
      to.friction = toBullet(impulses[i].friction) * m_perSecond;
    }
    if (!to.bodyA || !to.bodyB) to.rigid = (to.bodyA ? b : a).rigid;
    if (!to.bodyA) turnAround(to);
    m_volumes.push_back(to);
  }
  m_count += volumes.regions.size();
  m_ready = m_count == 0;
}

const ContactReport::Member& ContactReport::memberOf(Index vertex) const {
  return *std::prev(std::ranges::upper_bound(m_members, vertex, {}, &Member::firstVertex));
}

SoftContact ContactReport::describe(const Source& source, std::size_t i) const {
  const SurfaceContact& from = (*source.found)[i];
  const FoundContacts::Points points = source.found->points(i);
  const bool vertexFace = from.kind == SurfaceContact::Kind::VertexFace;
  const Member &a = memberOf(from.vertices[0]), &b = memberOf(from.vertices[3]);
  const std::size_t partA = vertexFace ? 1 : 2;
  SoftContact to;
  to.kind = vertexFace ? SoftContact::Kind::VertexFace : SoftContact::Kind::EdgeEdge;
  to.swept = from.swept;
  to.bodyA = a.body;
  to.bodyB = b.body;
  for (std::size_t k = 0; k < 4; ++k) {
    const Member& member = k < partA ? a : b;
    to.nodes[k] = member.rigid ? -1 : static_cast<int>(from.vertices[k] - member.firstVertex);
    to.weights[k] = from.weights[k];
  }
  if (vertexFace && b.body && from.elementB - b.firstFace < b.ownFaces)
    to.face = static_cast<int>(from.elementB - b.firstFace);
  to.pointOnA = toBullet(points.onA);
  to.pointOnB = toBullet(points.onB);
  to.normal = toBullet(from.normal);
  to.depth = points.depth;
  to.contactDistance = from.contactDistance;
  if (to.bodyA && to.bodyB) return to;

  to.rigid = (to.bodyA ? b : a).rigid;
  if (to.bodyA && vertexFace) {
    const RigidMesh::Name name = std::ranges::lower_bound(source.names, i, {}, &Named::contact)->name;
    to.rigidPart = name.part;
    to.rigidTriangle = name.index;
  }
  return to;
}

void ContactReport::describeAll(Workers& workers) {
  const FoundContacts &solved = *m_solved.found, &sensors = *m_sensors.found;
  const std::size_t detected = solved.detected().size();
  makeRoom(m_contacts, solved.size() + m_volumes.size() + sensors.size());
  m_contacts.resize(solved.size());  // old ones are overwritten: to construct new ones would take as long
  workers.forChunks(solved.size(), kDescribedPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      m_contacts[i] = describe(m_solved, i);
      if (i < m_impulses.size()) {
        m_contacts[i].impulse = m_impulses[i].normal * m_perSecond;
        m_contacts[i].friction = toBullet(m_impulses[i].friction) * m_perSecond;
      }
      if (!m_contacts[i].bodyA) turnAround(m_contacts[i]);
    }
  });
  for (const auto& [first, hit] : m_repeats) {
    m_contacts[first].impulse += m_contacts[hit].impulse;
    m_contacts[first].friction += m_contacts[hit].friction;
    m_contacts[first].swept |= m_contacts[hit].swept;
    m_contacts[hit].bodyA = nullptr;
  }
  m_contacts.erase(std::remove_if(m_contacts.begin() + static_cast<std::ptrdiff_t>(detected), m_contacts.end(),
                                  [](const SoftContact& contact) { return contact.bodyA == nullptr; }),
                   m_contacts.end());
  m_contacts.insert(m_contacts.end(), m_volumes.begin(), m_volumes.end());
  for (std::size_t i = 0; i < sensors.size(); ++i) {
    m_contacts.push_back(describe(m_sensors, i));
    if (!m_contacts.back().bodyA) turnAround(m_contacts.back());
  }
  m_described = true;
}

/// Makes the list. Call it with m_reading locked.
void ContactReport::makeReady(Workers& workers) {
  if (m_ready) return;
  if (!m_described) describeAll(workers);
  if (!m_gone.empty()) {
    std::sort(m_gone.begin(), m_gone.end());
    const auto gone = [this](const btCollisionObject* body) {
      return body != nullptr && std::binary_search(m_gone.begin(), m_gone.end(), body);
    };
    std::erase_if(m_contacts, [&](const SoftContact& c) { return gone(c.bodyA) || gone(c.bodyB) || gone(c.rigid); });
    m_gone.clear();
  }
  m_count = m_contacts.size();
  m_ready = true;
}

std::span<const SoftContact> ContactReport::view(Workers& workers) {
  if (!m_ready) {
    const std::lock_guard lock(m_reading);
    makeReady(workers);
  }
  return std::span(m_contacts).first(m_count);
}

std::size_t ContactReport::size(Workers& workers) {
  if (m_ready) return m_count;
  const std::lock_guard lock(m_reading);
  if (!m_gone.empty()) makeReady(workers);
  return m_count;
}

void ContactReport::forget(const btCollisionObject* body) {
  if (m_count == 0) return;
  m_gone.push_back(body);
  m_ready = false;
}

}  // namespace pliant::detail
