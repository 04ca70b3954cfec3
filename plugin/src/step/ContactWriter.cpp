#include "ContactWriter.h"

#include <algorithm>

#include "core/forEachBody.h"
#include "core/vectors.h"

namespace pliant::detail {

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

/// Returns the index of the body that the contact is stored in; kNoIndex if it is not stored.
Index ContactWriter::writeSContact(SoftBodyReader& reader, const FoundContacts& found, std::size_t i, bool faceNode) {
  const BodySet& set = reader.set();
  const SurfaceContact& from = found[i];
  if (from.kind != SurfaceContact::Kind::VertexFace || !found.points(i).approaching) return kNoIndex;
  const Index indexA = set.bodyOfVertex()[from.vertices[0]], indexB = set.bodyOfFace()[from.elementB];
  if (reader.meshAt(indexA) || reader.meshAt(indexB)) return kNoIndex;
  btSoftBody &a = *reader.bodyAt(indexA), &b = *reader.bodyAt(indexB);
  if (!a.isActive() && !b.isActive()) return kNoIndex;
  const Index index = reader.entryAt(indexA)->predicted ? indexA : indexB;
  btSoftBody::Node* const node = reader.nodeOfVertex()[from.vertices[0]];
  btSoftBody::Face* const face = faceOf(reader, indexB, from.elementB);
  const Real w[3] = {-from.weights[1], -from.weights[2], -from.weights[3]};
  if (faceNode) {
    btSoftBody::DeformableFaceNodeContact contact;
    contact.m_node = node;
    contact.m_face = face;
    contact.m_bary.setValue(w[0], w[1], w[2]);
    contact.m_weights = contact.m_bary;
    contact.m_normal = toBullet(from.normal);
    contact.m_margin = from.contactDistance;
    contact.m_friction = a.m_cfg.kDF * b.m_cfg.kDF;
    contact.m_imf = contact.m_c0 = 0;  // only Bullet's own solve reads them
    contact.m_colObj = &b;
    reader.bodyAt(index)->m_faceNodeContacts.push_back(contact);
    return index;
  }
  btSoftBody::SContact contact;
  contact.m_node = node;
  contact.m_face = face;
  contact.m_weights.setValue(w[0], w[1], w[2]);
  contact.m_normal = toBullet(from.normal);
  contact.m_margin = from.contactDistance;
  contact.m_friction = std::max(a.m_cfg.kDF, b.m_cfg.kDF);
  // These shares conserve momentum if the face's nodes have equal masses; Bullet's format cannot express others.
  btScalar imFace = contact.m_face->m_n[0]->m_im;
  for (int k = 1; k < 3; ++k) imFace = std::min(imFace, contact.m_face->m_n[k]->m_im);
  const btScalar imNode = contact.m_node->m_im;
  const btScalar sum = imNode + imFace * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  if (!(sum > 0)) return kNoIndex;
  const btScalar hardness = std::min(a.m_cfg.kSHR, b.m_cfg.kSHR);
  contact.m_cfm[0] = hardness * imNode / sum;
  contact.m_cfm[1] = hardness * imFace / sum;

  reader.bodyAt(index)->m_scontacts.push_back(contact);
  return index;
}

void ContactWriter::writeSContacts(SoftBodyReader& reader, const FoundContacts& found, bool faceNode,
                                   Workers& workers) {
  const BodySet& set = reader.set();
  const std::vector<SurfaceContact>& detected = found.detected();
  const auto isOfVertex = [](const SurfaceContact& c) { return c.kind == SurfaceContact::Kind::VertexFace; };
  const auto ofVertices = std::ranges::partition_point(detected, isOfVertex);
  // These contacts are sorted by vertices. All threads write them, each for other bodies, if a body's contacts are
  // stored in it, and if its faces are there already.
  bool apart = true;
  m_ends.clear();
  m_stored.assign(set.bodyCount(), 0);
  for (Index body = 0; body < set.bodyCount(); ++body) {
    const SoftBodyReader::Entry* const entry = reader.entryAt(body);
    apart = apart && (entry == nullptr || (entry->predicted && entry->ownFaces && entry->caps.empty()));
    const auto end = std::partition_point(detected.begin(), ofVertices, [&](const SurfaceContact& contact) {
      return contact.vertices[0] < set.vertices(body).end;
    });
    m_ends.push_back(static_cast<std::size_t>(end - detected.begin()));
  }
  const auto write = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (const Index body = writeSContact(reader, found, i, faceNode); body != kNoIndex) m_stored[body] = 1;
  };
  std::size_t written = 0;
  if (apart && !m_ends.empty()) {
    written = m_ends.back();
    forEachBody(&workers, m_ends.size(), written,
                [&](std::size_t body) { write(body == 0 ? 0 : m_ends[body - 1], m_ends[body]); });
  }
  write(written, found.size());
  for (Index body = 0; body < set.bodyCount(); ++body)
    if (m_stored[body] != 0) m_written.push_back(reader.id(reader.bodyAt(body)));
}

void ContactWriter::wake(const SoftBodyReader& reader, const FoundContacts& found, const VolumeRegions& volumes,
                         std::span<const ContactImpulse> volumeImpulses) {
  const BodySet& set = reader.set();
  const auto awake = [](const btCollisionObject& body) {
    return body.getActivationState() == ACTIVE_TAG || body.getActivationState() == DISABLE_DEACTIVATION;
  };
  // A body that only requests sleep keeps the time for which it has rested, or two bodies that lie on each other would
  // keep each other awake.
  const auto wakeUp = [](btSoftBody& body) {
    if (body.getActivationState() == ISLAND_SLEEPING) body.activate();
  };
  const auto meet = [&](Index indexA, Index indexB) {
    btSoftBody *const a = reader.bodyAt(indexA), *const b = reader.bodyAt(indexB);
    if (a == nullptr || b == nullptr) {
      const btCollisionObject& rigid = reader.meshAt(a ? indexB : indexA)->object();
      const bool moves = rigid.isKinematicObject() || !rigid.isStaticObject();
      if (moves && awake(rigid)) wakeUp(a ? *a : *b);
      return;
    }
    if (awake(*a)) wakeUp(*b);
    if (awake(*b)) wakeUp(*a);
  };
  bool allAwake = true;
  for (Index body = 0; body < set.bodyCount(); ++body)
    allAwake = allAwake && (reader.bodyAt(body) == nullptr || awake(*reader.bodyAt(body)));
  if (allAwake) return;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found.points(i).approaching)
      meet(set.bodyOfVertex()[found[i].vertices[0]], set.bodyOfVertex()[found[i].vertices[3]]);
  const std::size_t solved = std::min(volumes.regions.size(), volumeImpulses.size());
  for (std::size_t i = 0; i < solved; ++i)
    if (volumeImpulses[i].normal > 0) meet(volumes.regions[i].bodyA, volumes.regions[i].bodyB);
}

void ContactWriter::clearSContacts(const SoftBodyReader& reader) {
  for (const int id : m_written)
    if (const SoftBodyReader::Entry* entry = reader.at(id)) {
      entry->body->m_scontacts.resize(0);
      entry->body->m_faceNodeContacts.resize(0);
    }
  m_written.clear();
}

void ContactWriter::forget(const btSoftBody* body) {
  m_ownFaces.erase(body);
}

}  // namespace pliant::detail
