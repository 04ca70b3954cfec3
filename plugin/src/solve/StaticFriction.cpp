#include "solve/StaticFriction.h"

namespace pliant::detail {
namespace {

constexpr std::uint8_t kHeld = 1, kMoved = 2;
/// Fraction of the distance that gravity moves a node from rest in one step.
constexpr Real kHardly = Real(0.5);
// Fractions of the negligible distance. A body that moves farther as a whole carries the bodies that lie on it. A soft
// body that is not at rest yet drifts by part of the negligible distance.
constexpr Real kRigidCarries = Real(1) / 16;
constexpr Real kSoftCarries = Real(1) / 2;
/// Largest ratio of friction to its Coulomb limit, summed over the contacts of a body, at which the body is at rest.
constexpr Real kStatic = Real(0.9);

enum class Motion { Still, Freely, Carried };

/// Classifies the motion of a point of an object that Bullet moves. `fastest`: largest negligible speed [length/s].
Motion going(const btCollisionObject& object, const btVector3& arm, Real fastest) {
  const btRigidBody* const rigid = btRigidBody::upcast(&object);
  if (rigid == nullptr) return object.isStaticOrKinematicObject() ? Motion::Still : Motion::Freely;
  const btVector3 velocity = rigid->getVelocityInLocalPoint(arm);
  if (object.isKinematicObject()) return velocity.isZero() ? Motion::Still : Motion::Carried;
  if (velocity.length2() > fastest * fastest) return Motion::Freely;
  return velocity.length2() > kRigidCarries * kRigidCarries * fastest * fastest ? Motion::Carried : Motion::Still;
}

bool hasMoved(const RigidMotion& motion, const btVector3& point, Real negligible) {
  const RigidMotion::Vector arm = wide(point) - motion.from;
  return (motion.velocity + motion.spin.cross(arm)).norm() > double(negligible) * motion.perSecond;
}

}  // namespace

bool StaticFriction::isBody(std::span<const Body> bodies, Index index) const {
  return m_bodyOf[index] < bodies.size() && bodies[m_bodyOf[index]].bodyIndex == index;
}

void StaticFriction::mark(Index body, Index node, bool moved) {
  m_nodes[m_states[body].firstNode + node] |= moved ? kMoved : kHeld;
}

void StaticFriction::addContact(const SolveContext& context, std::span<const Body> bodies,
                                const SurfaceContact& contact, const PushedContact& pushed) {
  std::array<Index, 2> sides{kNoIndex, kNoIndex};
  for (std::size_t i = 0; i < 2; ++i) {
    const Index index = context.bodyOf(contact.vertices[i == 0 ? 0 : 3]);
    if (!isBody(bodies, index)) continue;
    sides[i] = m_bodyOf[index];
    m_states[sides[i]].friction += pushed.friction;
    m_states[sides[i]].mostFriction += pushed.mostFriction;
  }
  if (sides[0] == kNoIndex && sides[1] == kNoIndex) return;  // the contact has only restored distance
  const Real negligible = m_states[sides[0] != kNoIndex ? sides[0] : sides[1]].negligible;
  bool moved = false;
  for (std::size_t i = 0; i < contact.vertices.size(); ++i) {
    const Index vertex = contact.vertices[i];
    if (contact.weights[i] == 0) continue;
    if (const RigidMotion* const motion = context.motionOf(vertex)) {
      moved = moved || hasMoved(*motion, context.start(vertex), negligible);
      continue;
    }
    const btVector3 way = context.end(vertex) - context.start(vertex);
    if (context.inverseMass(vertex) > 0) {
      moved = moved || way.length2() > negligible * negligible;
    } else if (!way.isZero()) {
      for (const Index side : sides)
        if (side != kNoIndex) m_states[bodies[side].group].groupCarried = true;
    }
  }
  for (const Index vertex : contact.vertices) {
    const Index index = context.bodyOf(vertex);
    if (isBody(bodies, index)) mark(m_bodyOf[index], vertex - context.set.vertices(index).begin, moved);
  }
}

void StaticFriction::addBody(const SolveContext& context, std::span<const Body> bodies, Index body) {
  btSoftBody& soft = *context.bodies[bodies[body].bodyIndex];
  const Real fastest = m_states[body].negligible / soft.m_sst.sdt;
  bool& carried = m_states[bodies[body].group].groupCarried;
  for (int i = 0; i < soft.m_rcontacts.size(); ++i) {
    const btSoftBody::RContact& contact = soft.m_rcontacts[i];
    const Motion way = going(*contact.m_cti.m_colObj, contact.m_c1, fastest);
    carried = carried || way == Motion::Carried;
    // m_c3: remaining fraction of the sliding.
    mark(body, static_cast<Index>(contact.m_node - &soft.m_nodes[0]), way == Motion::Freely || contact.m_c3 != 0);
  }
  for (int i = 0; i < soft.m_anchors.size(); ++i) {
    const btSoftBody::Anchor& anchor = soft.m_anchors[i];
    carried = carried || going(*anchor.m_body, anchor.m_c1, fastest) == Motion::Carried;
  }
  const Index first = context.set.vertices(bodies[body].bodyIndex).begin;
  btVector3 way(0, 0, 0);
  btScalar mass = 0;
  for (int i = 0; i < soft.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = soft.m_nodes[i];
    if (node.m_im > 0) {
      way += (node.m_x - node.m_q) / node.m_im;
      mass += 1 / node.m_im;
    } else {
      carried = carried || !(node.m_x - context.start(first + static_cast<Index>(i))).isZero();
    }
  }
  const Real most = kSoftCarries * m_states[body].negligible * mass;
  carried = carried || way.length2() > most * most;
}

void StaticFriction::hold(const SolveContext& context, std::span<const Body> bodies,
                          std::span<const SurfaceContact> contacts, const ContactConstraints& constraints) {
  m_bodyOf.resize(context.bodies.size());
  m_states.assign(bodies.size(), {});
  Index nodeCount = 0;
  bool any = false;
  for (Index body = 0; body < bodies.size(); ++body) {
    const btSoftBody& soft = *context.bodies[bodies[body].bodyIndex];
    m_bodyOf[bodies[body].bodyIndex] = body;
    m_states[body].firstNode = nodeCount;
    m_states[body].negligible = kHardly * soft.m_worldInfo->m_gravity.length() * soft.m_sst.sdt * soft.m_sst.sdt;
    any = any || m_states[body].negligible > 0;
    nodeCount += static_cast<Index>(soft.m_nodes.size());
  }
  if (!any) return;
  m_nodes.assign(nodeCount, 0);
  for (Index body = 0; body < bodies.size(); ++body) addBody(context, bodies, body);
  constraints.forEachPushed(
      [&](const PushedContact& pushed) { addContact(context, bodies, contacts[pushed.impulse], pushed); });
  for (Index body = 0; body < bodies.size(); ++body) {
    const State& state = m_states[body];
    if (m_states[bodies[body].group].groupCarried || !(state.friction < kStatic * state.mostFriction)) continue;
    btSoftBody& soft = *context.bodies[bodies[body].bodyIndex];
    const Index first = context.set.vertices(bodies[body].bodyIndex).begin;
    for (int i = 0; i < soft.m_nodes.size(); ++i) {
      const btSoftBody::Node& node = soft.m_nodes[i];
      const Index vertex = first + static_cast<Index>(i);
      if (!(context.inverseMass(vertex) > 0)) continue;
      std::uint8_t marks = 0;
      context.seams.forEach(vertex, [&](Index v) { marks |= m_nodes[state.firstNode + v - first]; });
      if (marks != kHeld || (node.m_x - node.m_q).length2() > state.negligible * state.negligible) continue;
      context.seams.forEach(vertex, [&](Index v) {
        context.nodeOfVertex[v]->m_x = node.m_q;
        context.nodeOfVertex[v]->m_v.setZero();
      });
    }
  }
}

}  // namespace pliant::detail
