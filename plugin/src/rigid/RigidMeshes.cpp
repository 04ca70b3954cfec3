#include "RigidMeshes.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletSoftBody/btSoftBody.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/BodyElements.h"

namespace pliant::detail {
namespace {

constexpr std::uint32_t kSoftGroup = 1, kRigidGroup = 2;
constexpr int kStepsUnseen = 60;        // number of steps without soft bodies near after which a mesh is removed
constexpr int kStepsAway = 15;          // likewise, in a step that adds another mesh
constexpr Real kSpeculativeMargin = 2;  // speculative margin / (gravity · time step²)
constexpr Real kSteady = 8;             // largest speculative margin / required speculative margin
constexpr btScalar kMeshRoom = btScalar(0.35);  // widening of a soft body's box / its longest side

Real marginOf(const btConcaveShape& shape) {
  const auto margin = static_cast<Real>(shape.getMargin());
  return margin >= 0 && std::isfinite(margin) ? margin : Real(0);
}

/// Returns the present value, unless it is too small or more than kSteady times the required one.
/// A change invalidates candidates that are kept for several steps, and time steps may vary.
Real steady(Real present, Real needed) {
  return needed <= present && present <= kSteady * needed ? present : needed;
}

}  // namespace

void RigidMeshes::beginStep(btScalar timeStep, btScalar driveTime) {
  m_timeStep = timeStep;
  m_driveTime = driveTime;
  m_pairs.clear();
  m_motions.clear();
  while (!m_new.empty()) drop(*m_new.back());  // left by a step that ended with an exception
  for (const auto& mesh : m_meshes) {
    if (!mesh) continue;
    mesh->member.motion = nullptr;
    mesh->placed = false;
    mesh->endReshape();
    ++mesh->unseen;
  }
}

RigidMesh& RigidMeshes::find(const btCollisionObjectWrapper& place, const btConcaveShape& shape) {
  const auto at = m_ofObject.find(place.getCollisionObject());
  for (RigidMesh* mesh = at == m_ofObject.end() ? nullptr : at->second; mesh; mesh = mesh->next) {
    if (mesh->stale || !mesh->isAt(place, shape)) continue;
    if (mesh->placed || mesh->isUnchanged(shape) || mesh->reshape(shape)) return *mesh;
    mesh->stale = true;
  }
  RigidMesh& made = *m_new.emplace_back(std::make_unique<RigidMesh>(place, shape));
  RigidMesh*& first = m_ofObject[&made.object()];
  made.next = first;
  return *(first = &made);
}

bool RigidMeshes::meet(btSoftBody& body, const btCollisionObjectWrapper& rigid, Real wider) {
  const btConcaveShape* shape = triangleMeshOf(*rigid.getCollisionShape());
  if (!shape) return false;
  auto& object = const_cast<btCollisionObject&>(*rigid.getCollisionObject());
  btRigidBody* const dynamic = object.isStaticOrKinematicObject() ? nullptr : btRigidBody::upcast(&object);
  if (!dynamic && !object.isStaticOrKinematicObject()) return false;
  RigidMesh& mesh = find(rigid, *shape);
  const bool lately = mesh.unseen <= 1;
  mesh.unseen = 0;
  if (!mesh.refusal().empty()) return false;
  if (!mesh.placed) {
    mesh.placeStart(object.getWorldTransform(), rigid.getWorldTransform(), m_driveTime, lately);
    if (dynamic) mesh.member.motion = m_motions.begin(*dynamic);
  }
  mesh.placed = true;
  const Bounds box = motionBounds(body);
  if (finite(box.low) && finite(box.high)) m_pairs.push_back({&body, &mesh, box, wider});
  return true;
}

void RigidMeshes::follow() {
  for (const auto& mesh : m_meshes) {
    if (!mesh || mesh->setId == kNoIndex || !mesh->member.motion || !mesh->member.motion->isPushed()) continue;
    mesh->placeEnd(RigidMotions::endOf(*mesh->member.motion));
    mesh->move();
  }
}

void RigidMeshes::endSolve() {
  follow();
  m_motions.give();
  m_pairs.clear();
}

/// Adds new meshes in an order that does not depend on dispatch, which may run on several threads.
void RigidMeshes::takeNew() {
  // If the set changes anyway, meshes are removed earlier.
  const int unseen = m_new.empty() ? kStepsUnseen : kStepsAway;
  for (const auto& mesh : m_meshes)
    if (mesh && (mesh->stale || mesh->unseen > unseen)) drop(*mesh);
  std::sort(m_new.begin(), m_new.end(), [](const auto& a, const auto& b) { return a->before(*b); });
  std::size_t id = 0;
  for (auto& mesh : m_new) {
    while (id < m_meshes.size() && m_meshes[id]) ++id;
    if (id == m_meshes.size()) m_meshes.emplace_back();
    mesh->id = static_cast<Index>(id);
    m_meshes[id] = std::move(mesh);
  }
  m_new.clear();
}

void RigidMeshes::sortPairs() {
  const auto place = [](const Pair& p) {
    const auto& [low, high] = p.box;
    return std::tuple(p.mesh->id, low.x(), low.y(), low.z(), high.x(), high.y(), high.z(), p.body);
  };
  std::sort(m_pairs.begin(), m_pairs.end(), [&](const Pair& a, const Pair& b) { return place(a) < place(b); });
  m_pairs.erase(std::unique(m_pairs.begin(), m_pairs.end(),
                            [](const Pair& a, const Pair& b) { return a.mesh == b.mesh && a.body == b.body; }),
                m_pairs.end());
}

void RigidMeshes::beginSolve(btDispatcher* dispatcher, bool volumes) {
  m_motions.take(dispatcher, m_timeStep);
  takeNew();
  sortPairs();
  for (const auto& mesh : m_meshes)
    if (mesh) mesh->placed = false;  // cover() sets it again if one of the mesh's soft bodies still exists
  const std::span<const Pair> pairs = m_pairs;
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end].mesh == pairs[begin].mesh) ++end;
    cover(pairs.subspan(begin, end - begin), volumes);
  }
  m_members.clear();
  for (const auto& mesh : m_meshes) {
    if (!mesh) continue;
    if (!mesh->placed) mesh->member.motion = nullptr;
    if (mesh->setId != kNoIndex) m_members.push_back(mesh.get());
  }
  std::sort(m_members.begin(), m_members.end(),
            [](const RigidMesh* a, const RigidMesh* b) { return a->setId < b->setId; });
}

void RigidMeshes::cover(std::span<const Pair> pairs, bool volumes) {
  RigidMesh& mesh = *pairs.front().mesh;
  mesh.placed = true;
  mesh.placeEnd();
  m_boxes.clear();
  Real fall = 0, wider = 0;
  for (const Pair& pair : pairs) {
    m_boxes.push_back(mesh.localBox(pair.box));
    wider = std::max(wider, pair.wider);
    if (const btSoftBodyWorldInfo* info = pair.body->getWorldInfo())
      fall = std::max(fall, static_cast<Real>(info->m_gravity.length() * m_timeStep * m_timeStep));
  }
  if (!std::isfinite(fall)) fall = 0;
  if (!mesh.covers(m_boxes, volumes)) {
    for (Bounds& box : m_boxes) {
      const btVector3 size = box.high - box.low;
      box = box.widened(kMeshRoom * std::max({size.x(), size.y(), size.z()}));
    }
    if (mesh.setId != kNoIndex) m_set.remove(mesh.setId);
    mesh.setId = kNoIndex;
    mesh.take(m_boxes, volumes);
    mesh.move();
    if (!mesh.empty()) {
      mesh.setId = m_set.add(mesh.view());
      m_set.setSelf(mesh.setId, false);
      m_set.setFilter(mesh.setId, kRigidGroup, kSoftGroup);
      m_set.setObstacle(mesh.setId, true);
    }
  }
  mesh.move();
  if (mesh.setId != kNoIndex) {
    m_set.setMargin(mesh.setId, marginOf(mesh.shape()));
    m_set.setSpeculativeMargin(mesh.setId,
                               steady(m_set.speculativeMargin(mesh.setId), kSpeculativeMargin * fall + wider));
  }
  mesh.member.friction = static_cast<Real>(mesh.object().getFriction());
}

void RigidMeshes::setPositions() {
  for (const RigidMesh* mesh : m_members) m_set.setPositions(mesh->setId, mesh->endView(), mesh->startView());
}

void RigidMeshes::drop(RigidMesh& mesh) {
  if (mesh.setId != kNoIndex) m_set.remove(mesh.setId);
  std::erase(m_members, &mesh);
  std::erase_if(m_pairs, [&](const Pair& pair) { return pair.mesh == &mesh; });
  unlink(mesh);
  if (mesh.id != kNoIndex)
    m_meshes[mesh.id].reset();
  else
    std::erase_if(m_new, [&](const auto& known) { return known.get() == &mesh; });
}

void RigidMeshes::unlink(RigidMesh& mesh) {
  const auto at = m_ofObject.find(&mesh.object());
  RigidMesh** link = &at->second;
  while (*link != &mesh) link = &(*link)->next;
  *link = mesh.next;
  if (!at->second) m_ofObject.erase(at);
}

void RigidMeshes::markChanged(const btCollisionObject* object) {
  const auto at = m_ofObject.find(object);
  for (RigidMesh* mesh = at == m_ofObject.end() ? nullptr : at->second; mesh; mesh = mesh->next) mesh->changed = true;
}

void RigidMeshes::forget(const btCollisionObject* object) {
  for (auto at = m_ofObject.find(object); at != m_ofObject.end(); at = m_ofObject.find(object)) drop(*at->second);
  m_motions.forget(object);
}

void RigidMeshes::forget(const btSoftBody* body) {
  std::erase_if(m_pairs, [body](const Pair& pair) { return pair.body == body; });
}

}  // namespace pliant::detail
