#include "ContactWriter.h"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <tuple>

#include "core/vectors.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kContactsPerChunk = 512;

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
}

}  // namespace

SoftContact ContactWriter::describe(SoftBodyReader& reader, const FoundContact& found) {
  const BodySet& set = reader.set();
  const auto bodyOfVertex = set.bodyOfVertex();
  const SurfaceContact& from = found.contact;
  const bool vertexFace = from.kind == SurfaceContact::Kind::VertexFace;
  const Index indexA = bodyOfVertex[from.vertices[0]], indexB = bodyOfVertex[from.vertices[vertexFace ? 1 : 2]];
  SoftContact to;
  to.kind = vertexFace ? SoftContact::Kind::VertexFace : SoftContact::Kind::EdgeEdge;
  to.swept = from.swept;
  to.bodyA = reader.bodyAt(indexA);
  to.bodyB = reader.bodyAt(indexB);
  for (std::size_t k = 0; k < 4; ++k) {
    const Index first = set.vertices(bodyOfVertex[from.vertices[k]]).begin;
    to.nodes[k] = static_cast<int>(from.vertices[k] - first);
    to.weights[k] = from.weights[k];
  }
  if (vertexFace && to.bodyB && !reader.isCap(indexB, from.elementB))
    to.face = static_cast<int>(from.elementB - set.faces(indexB).begin);
  to.pointOnA = toBullet(found.pointA);
  to.pointOnB = toBullet(found.pointB);
  to.normal = toBullet(from.normal);
  to.depth = found.depth;
  to.contactDistance = from.contactDistance;
  if (to.bodyA && to.bodyB) return to;

  const RigidMesh& mesh = *reader.meshAt(to.bodyA ? indexB : indexA);
  to.rigid = &mesh.object();
  for (std::size_t k = 0; k < 4; ++k)
    if (reader.meshAt(bodyOfVertex[from.vertices[k]])) to.nodes[k] = -1;
  if (to.bodyA && vertexFace) {
    const RigidMesh::Name name = mesh.nameOf(from.elementB - set.faces(indexB).begin);
    to.rigidPart = name.part;
    to.rigidTriangle = name.index;
  }
  if (!to.bodyA) turnAround(to);
  return to;
}

void ContactWriter::writeContacts(SoftBodyReader& reader, const std::vector<FoundContact>& found,
                                  std::span<const ContactImpulse> impulses, Real perSecond,
                                  std::vector<SoftContact>& out, Workers& workers) {
  out.resize(found.size());
  std::size_t checks = found.size();  // index of the first contact found by a final check
  while (checks > 0 && found[checks - 1].byCheck) --checks;
  const auto write = [&](std::size_t i) {
    out[i] = describe(reader, found[i]);
    if (i >= impulses.size()) return;
    out[i].impulse = impulses[i].normal * perSecond;
    const bool turned = reader.meshAt(reader.set().bodyOfVertex()[found[i].contact.vertices[0]]) != nullptr;
    out[i].friction = toBullet(impulses[i].friction) * (turned ? -perSecond : perSecond);
  };
  workers.forChunks(found.size(), kContactsPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) write(i);
  });
  if (checks < found.size()) joinRepeated(found, checks, out);
}

/// Joins contacts of the same elements: those from index `checks` on are of final checks. The contacts before them are
/// sorted and differ.
void ContactWriter::joinRepeated(const std::vector<FoundContact>& found, std::size_t checks,
                                 std::vector<SoftContact>& out) {
  const auto place = [&](std::size_t i) {
    const SurfaceContact& c = found[i].contact;
    return std::tuple(c.kind, c.elementA, c.elementB);
  };
  const auto before = [&](std::size_t a, std::size_t b) { return std::tuple(place(a), a) < std::tuple(place(b), b); };
  m_checked.resize(found.size() - checks);
  std::iota(m_checked.begin(), m_checked.end(), checks);
  std::sort(m_checked.begin(), m_checked.end(), before);
  m_order.resize(found.size());
  const auto detected = std::views::iota(std::size_t{0}, checks);
  std::merge(detected.begin(), detected.end(), m_checked.begin(), m_checked.end(), m_order.begin(), before);
  std::size_t first = 0;
  for (std::size_t k = 1; k < m_order.size(); ++k) {
    if (place(m_order[k]) != place(m_order[first])) {
      first = k;
      continue;
    }
    out[m_order[first]].impulse += out[m_order[k]].impulse;
    out[m_order[first]].friction += out[m_order[k]].friction;
    out[m_order[first]].swept |= out[m_order[k]].swept;
    out[m_order[k]].bodyA = nullptr;
  }
  std::erase_if(out, [](const SoftContact& contact) { return contact.bodyA == nullptr; });
}

void ContactWriter::appendVolumes(SoftBodyReader& reader, const VolumeRegions& volumes,
                                  std::span<const ContactImpulse> impulses, Real perSecond,
                                  std::vector<SoftContact>& out) {
  for (std::size_t i = 0; i < volumes.regions.size(); ++i) {
    const VolumeRegion& from = volumes.regions[i];
    SoftContact to;
    to.kind = SoftContact::Kind::Volume;
    to.swept = true;
    to.bodyA = reader.bodyAt(from.bodyA);
    to.bodyB = reader.bodyAt(from.bodyB);
    to.nodes.fill(-1);
    to.weights.fill(0);
    to.normal = toBullet(from.normal);
    to.depth = from.volume / from.area;
    // A's surface lies behind B's surface within the region.
    to.pointOnA = toBullet(from.point) - to.normal * (to.depth / 2);
    to.pointOnB = toBullet(from.point) + to.normal * (to.depth / 2);
    to.volume = from.volume;
    if (i < impulses.size()) {
      to.impulse = impulses[i].normal * perSecond;
      to.friction = toBullet(impulses[i].friction) * perSecond;
    }
    if (!to.bodyA || !to.bodyB) to.rigid = &reader.meshAt(to.bodyA ? from.bodyB : from.bodyA)->object();
    if (!to.bodyA) {
      turnAround(to);
      to.friction = -to.friction;
    }
    out.push_back(to);
  }
}

void ContactWriter::appendSensorContacts(SoftBodyReader& reader, const std::vector<FoundContact>& found,
                                         std::vector<SoftContact>& out) {
  for (const FoundContact& each : found) out.push_back(describe(reader, each));
}

btSoftBody::Face* ContactWriter::faceOf(SoftBodyReader& reader, Index index, Index flatFace) {
  const SoftBodyReader::Entry& entry = *reader.entryAt(index);
  btSoftBody& body = *entry.body;
  const BodySet& set = reader.set();
  const Index local = flatFace - set.faces(index).begin;
  if (entry.ownFaces && !reader.isCap(index, flatFace)) return &body.m_faces[static_cast<int>(local)];
  OwnFaces& own = m_ownFaces[&body];
  if (own.nodes != entry.nodes || own.revision != set.revision()) {
    const BodySet::Range faces = set.faces(index);
    own.faces.assign(faces.size(), btSoftBody::Face());
    for (Index f = 0; f < faces.size(); ++f) {
      btSoftBody::Face& face = own.faces[f];
      face.m_material = body.m_materials.size() ? body.m_materials[0] : nullptr;
      face.m_leaf = nullptr;
      face.m_index = static_cast<int>(f);
      face.m_ra = 0;
      face.m_normal.setZero();
      face.m_pcontact.setValue(0, 0, 0, 0);
      for (std::size_t k = 0; k < 3; ++k) face.m_n[k] = reader.nodeOfVertex()[set.faces()[faces.begin + f][k]];
    }
    own.nodes = entry.nodes;
    own.revision = set.revision();
  }
  return &own.faces[local];
}

void ContactWriter::writeSContacts(SoftBodyReader& reader, const std::vector<FoundContact>& found) {
  const BodySet& set = reader.set();
  for (const FoundContact& each : found) {
    const SurfaceContact& from = each.contact;
    if (from.kind != SurfaceContact::Kind::VertexFace || !each.approaching) continue;
    const Index indexA = set.bodyOfVertex()[from.vertices[0]], indexB = set.bodyOfFace()[from.elementB];
    if (reader.meshAt(indexA) || reader.meshAt(indexB)) continue;
    btSoftBody &a = *reader.bodyAt(indexA), &b = *reader.bodyAt(indexB);
    if (!a.isActive() && !b.isActive()) continue;

    btSoftBody::SContact contact;
    contact.m_node = reader.nodeOfVertex()[from.vertices[0]];
    contact.m_face = faceOf(reader, indexB, from.elementB);
    const Real w[3] = {-from.weights[1], -from.weights[2], -from.weights[3]};
    contact.m_weights.setValue(w[0], w[1], w[2]);
    contact.m_normal = toBullet(from.normal);
    contact.m_margin = from.contactDistance;
    contact.m_friction = std::max(a.m_cfg.kDF, b.m_cfg.kDF);
    // These shares conserve momentum if the face's nodes have equal masses; Bullet's format cannot express others.
    btScalar imFace = contact.m_face->m_n[0]->m_im;
    for (int k = 1; k < 3; ++k) imFace = std::min(imFace, contact.m_face->m_n[k]->m_im);
    const btScalar imNode = contact.m_node->m_im;
    const btScalar sum = imNode + imFace * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    if (!(sum > 0)) continue;
    const btScalar hardness = std::min(a.m_cfg.kSHR, b.m_cfg.kSHR);
    contact.m_cfm[0] = hardness * imNode / sum;
    contact.m_cfm[1] = hardness * imFace / sum;

    const Index index = reader.entryAt(indexA)->predicted ? indexA : indexB;
    reader.bodyAt(index)->m_scontacts.push_back(contact);
    const int id = reader.id(reader.bodyAt(index));
    if (m_written.empty() || m_written.back() != id) m_written.push_back(id);
  }
}

void ContactWriter::wake(const SoftBodyReader& reader, const std::vector<FoundContact>& found,
                         const VolumeRegions& volumes, std::span<const ContactImpulse> volumeImpulses) {
  const BodySet& set = reader.set();
  const auto awake = [](const btCollisionObject& body) {
    return body.getActivationState() == ACTIVE_TAG || body.getActivationState() == DISABLE_DEACTIVATION;
  };
  const auto meet = [&](Index indexA, Index indexB) {
    btSoftBody *const a = reader.bodyAt(indexA), *const b = reader.bodyAt(indexB);
    if (a == nullptr || b == nullptr) {
      const btCollisionObject& rigid = reader.meshAt(a ? indexB : indexA)->object();
      const bool moves = rigid.isKinematicObject() || !rigid.isStaticObject();
      if (moves && awake(rigid) && !awake(a ? *a : *b)) (a ? a : b)->activate();
      return;
    }
    if (awake(*a) != awake(*b)) (awake(*a) ? b : a)->activate();
  };
  for (const FoundContact& each : found)
    if (each.approaching)
      meet(set.bodyOfVertex()[each.contact.vertices[0]], set.bodyOfVertex()[each.contact.vertices[3]]);
  const std::size_t solved = std::min(volumes.regions.size(), volumeImpulses.size());
  for (std::size_t i = 0; i < solved; ++i)
    if (volumeImpulses[i].normal > 0) meet(volumes.regions[i].bodyA, volumes.regions[i].bodyB);
}

void ContactWriter::clearSContacts(const SoftBodyReader& reader) {
  for (const int id : m_written)
    if (const SoftBodyReader::Entry* entry = reader.at(id)) entry->body->m_scontacts.resize(0);
  m_written.clear();
}

void ContactWriter::forget(const btSoftBody* body) {
  m_ownFaces.erase(body);
}

}  // namespace pliant::detail
