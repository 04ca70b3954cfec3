// The calls of a walk that make and change bodies.
#include <limits>

#include "Walk.h"

namespace walk {
namespace {

/// Plane that cuts in btSoftBody::refine.
struct Blade final : btSoftBody::ImplicitFn {
  btVector3 normal, at;
  btScalar Eval(const btVector3& x) override { return normal.dot(x - at); }
};

}  // namespace

void Walk::addSoft() {
  auto soft = std::make_unique<Soft>();
  const int world = m_dice.below(2);
  // A fifth of the bodies start at one place.
  const btVector3 at = m_dice.oneIn(5) ? btVector3(0, 1, 0) : somewhere();
  *soft =
      makeSoft(m_dice.below(kSoftKinds), place(world).info(), at, m_dice.between(btScalar(0.3), btScalar(1.5)), m_dice);
  soft->body->m_cfg.piterations = 1 + m_dice.below(6);
  if (m_dice.oneIn(3)) place(world).collision().setMargin(soft->body.get(), m_dice.between(0, btScalar(0.1)));
  m_softs.push_back(std::move(soft));
  if (!m_dice.oneIn(10)) insert(*m_softs.back(), world);
}

void Walk::addRigid() {
  const int world = m_dice.below(2);
  Rigid& rigid = *m_rigids.emplace_back(std::make_unique<Rigid>(
      makeRigid(m_dice.below(kRigidKinds), somewhere(), m_dice.between(btScalar(0.3), 2), m_dice)));
  if (m_dice.oneIn(6))
    rigid.body->setCollisionFlags(rigid.body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  place(world).world().addRigidBody(rigid.body.get());
  rigid.world = world;
}

void Walk::removeSoft() {
  if (m_softs.empty()) return;
  const auto at = m_softs.begin() + m_dice.below(static_cast<int>(m_softs.size()));
  takeOut(**at, m_dice.oneIn(5));
  if (m_dice.oneIn(3)) return;
  // Bullet keeps pointers to it, at which another body may come to lie.
  for (const auto& other : m_softs) other->body->setIgnoreCollisionCheck((*at)->body.get(), false);
  m_softs.erase(at);
}

void Walk::removeRigid() {
  if (m_rigids.empty()) return;
  const auto at = m_rigids.begin() + m_dice.below(static_cast<int>(m_rigids.size()));
  takeOut(**at);
  if (m_dice.oneIn(3)) return;
  for (const auto& shape : (*at)->shapes)
    for (const auto& world : m_places) world->info().m_sparsesdf.RemoveReferences(shape.get());
  m_rigids.erase(at);
}

/// Moves a random soft body and a random rigid body into a random world.
void Walk::changeWorld() {
  if (Soft* soft = anySoft()) {
    takeOut(*soft, false);
    insert(*soft, m_dice.below(2));
  }
  if (Rigid* rigid = anyRigid()) {
    takeOut(*rigid);
    rigid->world = m_dice.below(2);
    place(rigid->world).world().addRigidBody(rigid->body.get());
  }
}

void Walk::anchor() {
  const int world = m_dice.below(2);
  Soft* const soft = softIn(world);
  Rigid* const rigid = rigidIn(world);
  if (!soft || !rigid || soft->body->m_nodes.size() == 0) return;
  soft->body->appendAnchor(m_dice.below(soft->body->m_nodes.size()), rigid->body.get(), m_dice.oneIn(2));
}

void Walk::placeSoft() {
  Soft* const soft = anySoft();
  if (!soft || soft->body->m_nodes.size() == 0) return;
  btSoftBody& body = *soft->body;
  const int how = m_dice.below(4);
  if (how == 0) body.translate(m_dice.vector(m_options.fast ? btScalar(20) : btScalar(1)));
  if (how == 1) body.rotate(m_dice.rotation());
  if (how == 2) body.transform(btTransform(m_dice.rotation(), somewhere()));
  if (how > 2) {
    body.scale(btVector3(1, 1, 1) * m_dice.between(btScalar(0.7), btScalar(1.3)));
    for (int i = 0; i < 2; ++i) place(i).collision().bodyChanged(&body);
  }
}

void Walk::placeNodes() {
  Soft* const soft = anySoft();
  if (!soft || soft->body->m_nodes.size() == 0) return;
  auto& nodes = soft->body->m_nodes;
  for (int i = 1 + m_dice.below(5); i > 0; --i) {
    btSoftBody::Node& node = nodes[m_dice.below(nodes.size())];
    if (m_dice.oneIn(3))
      node.m_x = nodes[m_dice.below(nodes.size())].m_x;
    else
      node.m_x += m_dice.vector(m_options.fast ? btScalar(5) : btScalar(0.3));
  }
}

void Walk::placeRigid() {
  Rigid* const rigid = anyRigid();
  if (!rigid) return;
  rigid->body->activate(true);
  if (m_dice.oneIn(2)) rigid->body->setWorldTransform(btTransform(m_dice.rotation(), somewhere()));
  if (m_dice.oneIn(2)) rigid->body->setLinearVelocity(m_dice.vector(speed()));
  if (m_dice.oneIn(2)) rigid->body->setAngularVelocity(m_dice.vector(5));
}

void Walk::pushSoft() {
  Soft* const soft = anySoft();
  if (!soft || soft->body->m_nodes.size() == 0) return;
  btSoftBody& body = *soft->body;
  const int node = m_dice.below(body.m_nodes.size());
  const int how = m_dice.below(5);
  if (how == 0) body.setVelocity(m_dice.vector(speed()));
  if (how == 1) body.addVelocity(m_dice.vector(speed()));
  if (how == 2) body.addVelocity(m_dice.vector(speed()), node);
  if (how == 3) body.addForce(m_dice.vector(20), node);
  if (how > 3) body.setWindVelocity(m_dice.vector(3));
}

void Walk::weigh() {
  Soft* const soft = anySoft();
  if (!soft || soft->body->m_nodes.size() == 0) return;
  btSoftBody& body = *soft->body;
  const int node = m_dice.below(body.m_nodes.size());
  if (m_dice.oneIn(3)) return body.setTotalMass(m_dice.between(btScalar(0.01), 50), false);
  if (m_dice.oneIn(8)) return body.setTotalDensity(m_dice.between(btScalar(0.1), 10));
  body.setMass(node, m_dice.oneIn(2) ? btScalar(0) : m_dice.between(btScalar(0.01), 2));
}

void Walk::configure() {
  Soft* const soft = anySoft();
  if (!soft) return;
  auto& config = soft->body->m_cfg;
  using F = btSoftBody::fCollision;
  const int what = m_dice.below(8);
  if (what == 0 && soft->closed) config.kPR = m_dice.between(0, 20);
  if (what == 1) config.kDP = m_dice.between(0, 1);
  if (what == 2) config.kDF = m_dice.between(0, 1);
  if (what == 3) {
    static constexpr int kinds[] = {F::SDF_RS, F::SDF_RS | F::VF_SS, 0, F::CL_SELF | F::SDF_RS, F::CL_SS | F::CL_RS};
    config.collisions = kinds[m_dice.below(soft->body->m_clusters.size() ? 5 : 4)];
  }
  if (what == 4) {
    config.piterations = m_dice.below(8);
    config.viterations = m_dice.below(3);
    config.diterations = m_dice.below(3);
  }
  if (what == 5 && soft->body->m_nodes.size() > 0) {
    soft->body->setPose(m_dice.oneIn(2), true);
    soft->posed = true;
    config.kMT = m_dice.between(0, btScalar(0.3));
  }
  if (what == 6) soft->body->getCollisionShape()->setMargin(m_dice.between(0, btScalar(0.5)));
  if (what == 7) {
    config.kDG = m_dice.between(0, btScalar(0.1));
    config.kLF = m_dice.between(0, btScalar(0.1));
    config.aeromodel = static_cast<btSoftBody::eAeroModel::_>(m_dice.below(7));
  }
}

void Walk::cut() {
  Soft* const soft = anySoft();
  if (!soft || soft->solid || soft->posed || soft->body->m_nodes.size() == 0 || soft->body->m_nodes.size() > 300)
    return;
  btSoftBody& body = *soft->body;
  if (body.m_anchors.size() > 0 || body.m_clusters.size() > 0) return;  // Bullet does not update them
  const auto node = [&] { return m_dice.below(body.m_nodes.size()); };
  const int what = m_dice.below(6);
  if (what == 0) {
    Blade blade;
    blade.normal = m_dice.vector(1) + btVector3(0, btScalar(1e-3), 0);
    blade.normal.normalize();
    blade.at = body.m_nodes[node()].m_x;
    body.refine(&blade, btScalar(1e-3), m_dice.oneIn(2));
  }
  if (what == 1 && body.m_links.size() > 0)
    if (const btSoftBody::Link& link = body.m_links[m_dice.below(body.m_links.size())]; link.m_n[0] != link.m_n[1])
      body.cutLink(link.m_n[0], link.m_n[1], m_dice.between(btScalar(0.2), btScalar(0.8)));
  if (what == 2 && body.m_nodes.size() > 2) body.appendFace(node(), node(), node());
  if (what == 3) {
    body.appendNode(body.m_nodes[node()].m_x + m_dice.vector(btScalar(0.2)), 1);
    if (m_dice.oneIn(2)) body.appendLink(node(), body.m_nodes.size() - 1, nullptr, true);
  }
  if (what == 4 && body.m_faces.size() > 0) {
    body.m_faces.swap(m_dice.below(body.m_faces.size()), body.m_faces.size() - 1);
    body.m_faces.pop_back();
  }
  if (what == 5 && body.m_links.size() > 0) {
    body.m_links.swap(m_dice.below(body.m_links.size()), body.m_links.size() - 1);
    body.m_links.pop_back();
  }
}

/// Sets a value that is not finite or is huge, or resets all nodes that are not finite.
void Walk::poison() {
  if (!m_options.notFinite) return;
  Soft* const soft = anySoft();
  if (!soft || soft->body->m_nodes.size() == 0) return;
  using Limits = std::numeric_limits<btScalar>;
  const btScalar values[] = {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), btScalar(1e30),
                             btScalar(1e18)};
  auto& nodes = soft->body->m_nodes;
  if (m_dice.oneIn(2)) {
    for (int i = 0; i < nodes.size(); ++i) {
      if (std::isfinite(nodes[i].m_x.length2() + nodes[i].m_v.length2())) continue;
      nodes[i].m_x = nodes[i].m_q = m_dice.vector(1);
      nodes[i].m_v.setZero();
    }
    return;
  }
  btSoftBody::Node& node = nodes[m_dice.below(nodes.size())];
  (m_dice.oneIn(3) ? node.m_v : node.m_x)[m_dice.below(3)] = values[m_dice.below(5)];
}

void Walk::wakeOrSleep() {
  static constexpr int states[] = {ACTIVE_TAG, ISLAND_SLEEPING, DISABLE_DEACTIVATION, WANTS_DEACTIVATION};
  if (Soft* soft = anySoft()) soft->body->forceActivationState(states[m_dice.below(4)]);
}

void Walk::flags() {
  constexpr int sensor = btCollisionObject::CF_NO_CONTACT_RESPONSE;
  if (Soft* soft = anySoft(); soft && m_dice.oneIn(2))
    soft->body->setCollisionFlags(soft->body->getCollisionFlags() ^ sensor);
  if (Rigid* rigid = anyRigid(); rigid && m_dice.oneIn(2))
    rigid->body->setCollisionFlags(rigid->body->getCollisionFlags() ^ sensor);
  const int world = m_dice.below(2);
  Soft *const a = softIn(world), *const b = softIn(world);
  if (!a || !b || a == b) return;
  a->body->setIgnoreCollisionCheck(b->body.get(), m_dice.oneIn(2));
}

/// Moves a vertex of a mesh in place.
void Walk::changeMesh() {
  Rigid* const rigid = anyRigid();
  if (!rigid || !rigid->mesh) return;
  unsigned char *vertices = nullptr, *indices = nullptr;
  int count = 0, stride = 0, indexStride = 0, faces = 0;
  PHY_ScalarType type, indexType;
  rigid->mesh->getLockedVertexIndexBase(&vertices, count, type, stride, &indices, indexStride, faces, indexType);
  if (count > 0)
    reinterpret_cast<btScalar*>(vertices + static_cast<std::ptrdiff_t>(m_dice.below(count)) * stride)[1] +=
        m_dice.between(-1, 1) / 20;
  rigid->mesh->unLockVertexBase(0);
  for (int i = 0; i < 2; ++i) place(i).collision().bodyChanged(rigid->body.get());
}

}  // namespace walk
