#include "RigidMotions.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "core/vectors.h"

namespace pliant::detail {
namespace {

btVector3 narrow(const Eigen::Vector3d& v) {
  return {btScalar(v.x()), btScalar(v.y()), btScalar(v.z())};
}

Eigen::Quaterniond turnOf(const btTransform& transform) {
  const btQuaternion q = transform.getRotation();
  return Eigen::Quaterniond(double(q.w()), double(q.x()), double(q.y()), double(q.z())).normalized();
}

}  // namespace

void RigidMotions::clear() {
  m_count = 0;
  m_known.clear();
}

std::vector<RigidMotions::Known>::iterator RigidMotions::placeOf(const btCollisionObject* body) {
  return std::lower_bound(m_known.begin(), m_known.end(), body, [](const Known& known, const btCollisionObject* other) {
    return std::less<>()(known.body, other);
  });
}

RigidMotions::Dynamic* RigidMotions::find(const btCollisionObject* body) {
  const auto at = placeOf(body);
  return at != m_known.end() && at->body == body ? at->dynamic : nullptr;
}

RigidMotion* RigidMotions::begin(btRigidBody& body) {
  auto at = placeOf(&body);
  if (at == m_known.end() || at->body != &body) {
    if (m_count == m_dynamic.size()) m_dynamic.push_back(std::make_unique<Dynamic>());
    Dynamic& dynamic = *m_dynamic[m_count++];
    dynamic.body = &body;
    dynamic.start = body.getWorldTransform();
    at = m_known.insert(at, {&body, &dynamic});
  }
  return &at->dynamic->motion;
}

void RigidMotions::take(btDispatcher* dispatcher, btScalar timeStep) {
  for (std::size_t i = 0; i < m_count; ++i) {
    RigidMotion& motion = m_dynamic[i]->motion;
    motion = {};
    if (!m_dynamic[i]->body) continue;
    const btRigidBody& body = *m_dynamic[i]->body;
    motion.mass = body.getInvMass() > 0 ? 1 / double(body.getInvMass()) : 0;
    motion.inverseMass = double(body.getInvMass()) * wide(body.getLinearFactor());
    const Eigen::Vector3d freedom = wide(body.getAngularFactor());
    for (int row = 0; row < 3; ++row) motion.inverseInertia.row(row) = wide(body.getInvInertiaTensorWorld()[row]);
    motion.inverseInertia = freedom.asDiagonal() * motion.inverseInertia * freedom.asDiagonal();
    const btVector3 &local = body.getInvInertiaDiagLocal(), free(1, 1, 1);
    motion.restrained = body.getLinearFactor() != free || body.getAngularFactor() != free || !(motion.mass > 0) ||
                        !(local[local.minAxis()] > 0);
    const btMatrix3x3& basis = body.getWorldTransform().getBasis();
    motion.inertia.setZero();
    for (int k = 0; k < 3; ++k) {
      if (!(local[k] > 0)) continue;
      const Eigen::Vector3d axis = wide(basis.getColumn(k));
      motion.inertia += axis * axis.transpose() / double(local[k]);
    }
    motion.from = wide(m_dynamic[i]->start.getOrigin());
    motion.to = wide(body.getWorldTransform().getOrigin());
    motion.fromTurn = turnOf(m_dynamic[i]->start);
    motion.toTurn = turnOf(body.getWorldTransform());
    motion.velocity = m_dynamic[i]->velocity = wide(body.getLinearVelocity());
    motion.spin = m_dynamic[i]->spin = wide(body.getAngularVelocity());
    motion.perSecond = timeStep > 0 ? 1 / double(timeStep) : 0;
  }
  if (dispatcher && m_count > 0) findSupports(*dispatcher, timeStep);
}

void RigidMotions::findSupports(btDispatcher& dispatcher, btScalar timeStep) {
  m_held.clear();
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
    const btCollisionObject *a = manifold.getBody0(), *b = manifold.getBody1();
    if (manifold.getNumContacts() == 0 || !a->hasContactResponse() || !b->hasContactResponse()) continue;
    const bool first = b->isStaticOrKinematicObject();
    if (!first && !a->isStaticOrKinematicObject()) continue;
    if (Dynamic* dynamic = find(first ? a : b)) addSupports(*dynamic, manifold, first, timeStep);
  }
  // The order of manifolds depends on earlier steps, so the supports are sorted.
  const auto place = [](const Held& held) {
    const auto &arm = held.support.arm, &normal = held.support.normal;
    return std::tuple(held.dynamic, held.by, arm.x(), arm.y(), arm.z(), normal.x(), normal.y(), normal.z());
  };
  std::sort(m_held.begin(), m_held.end(), [&](const Held& a, const Held& b) { return place(a) < place(b); });
  m_supports.clear();
  for (const Held& held : m_held) m_supports.push_back(held.support);
  for (std::size_t begin = 0, end = 0; begin < m_held.size(); begin = end) {
    while (end < m_held.size() && m_held[end].dynamic == m_held[begin].dynamic) ++end;
    m_held[begin].dynamic->motion.supports = std::span(m_supports).subspan(begin, end - begin);
  }
}

void RigidMotions::addSupports(Dynamic& dynamic, const btPersistentManifold& manifold, bool first, btScalar timeStep) {
  const btCollisionObject &own = first ? *manifold.getBody0() : *manifold.getBody1(),
                          &other = first ? *manifold.getBody1() : *manifold.getBody0();
  const btBroadphaseProxy* proxy = other.getBroadphaseHandle();
  const btRigidBody* driven = btRigidBody::upcast(&other);
  for (int k = 0; k < manifold.getNumContacts(); ++k) {
    const btManifoldPoint& point = manifold.getContactPoint(k);
    const btVector3& ownLocal = first ? point.m_localPointA : point.m_localPointB;
    const btVector3& otherLocal = first ? point.m_localPointB : point.m_localPointA;
    const btVector3 start = dynamic.start * ownLocal, end = own.getWorldTransform() * ownLocal;
    const btVector3 at = other.getWorldTransform() * otherLocal;
    const btVector3 normal = first ? point.m_normalWorldOnB : -point.m_normalWorldOnB;
    btVector3 along = end - start;
    if (driven && driven->isKinematicObject())
      along -= timeStep * driven->getVelocityInLocalPoint(at - driven->getCenterOfMassPosition());
    Held held{&dynamic, proxy ? proxy->m_uniqueId : -1, {}};
    held.support.normal = wide(normal);
    held.support.arm = wide(end) - dynamic.motion.to;
    held.support.slip = wide(along - along.dot(normal) * normal);
    held.support.room = std::max(0.0, double((end - at).dot(normal)));
    held.support.friction = double(point.m_combinedFriction);
    const RigidSupport& support = held.support;
    if ((support.normal + support.arm + support.slip).allFinite()) m_held.push_back(held);
  }
}

btTransform RigidMotions::endOf(const RigidMotion& motion) {
  const Eigen::Quaterniond turn = motion.endTurn();
  const btQuaternion q(btScalar(turn.x()), btScalar(turn.y()), btScalar(turn.z()), btScalar(turn.w()));
  return btTransform(q, narrow(motion.end()));
}

void RigidMotions::give() {
  for (std::size_t i = 0; i < m_count; ++i) {
    const RigidMotion& motion = m_dynamic[i]->motion;
    if (!m_dynamic[i]->body || !motion.isPushed()) continue;
    btRigidBody& body = *m_dynamic[i]->body;
    // Adds differences only: anchors and other contacts of soft bodies may have changed the velocities since, by
    // Bullet's functions.
    body.setLinearVelocity(narrow(wide(body.getLinearVelocity()) + (motion.velocity - m_dynamic[i]->velocity)));
    body.setAngularVelocity(narrow(wide(body.getAngularVelocity()) + (motion.spin - m_dynamic[i]->spin)));
    body.setCenterOfMassTransform(endOf(motion));
    body.activate();
  }
}

void RigidMotions::forget(const btCollisionObject* object) {
  const auto at = placeOf(object);
  if (at == m_known.end() || at->body != object) return;
  at->dynamic->body = nullptr;
  m_known.erase(at);
}

}  // namespace pliant::detail
