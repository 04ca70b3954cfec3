#include "solve/StaticFriction.h"

namespace pliant::detail {
namespace {

constexpr std::uint8_t kTouchesResting = 1, kTouchesMoving = 2;
/// The negligible distance, as a fraction of the distance that gravity moves a node from rest in one step.
constexpr Real kNegligible = Real(0.5);
// Least distances that carry a group, as fractions of the negligible distance. The one of soft bodies is larger: they
// still drift while they come to rest.
constexpr Real kLeastByRigid = Real(1) / 16;
constexpr Real kLeastBySoft = Real(1) / 2;
/// Largest ratio of friction to its Coulomb limit, summed over the contacts of a body, at which the body is at rest.
constexpr Real kStatic = Real(0.9);

/// Effect of an object on the nodes that touch it.
enum class Effect {
  None,     ///< it rests
  Carries,  ///< it moves slowly: the whole group of bodies is carried
  Loosens,  ///< it moves by more than the negligible distance: only the nodes that touch it are not held
};

/// Returns the effect of an object that Bullet moves, at the point `arm` from its centre. `negligible`: the negligible
/// distance per time step [length/s].
Effect effectOf(const btCollisionObject& object, const btVector3& arm, Real negligible) {
  const btRigidBody* const rigid = btRigidBody::upcast(&object);
  if (rigid == nullptr) return object.isStaticOrKinematicObject() ? Effect::None : Effect::Loosens;
  const btVector3 velocity = rigid->getVelocityInLocalPoint(arm);
  if (object.isKinematicObject()) return velocity.isZero() ? Effect::None : Effect::Carries;
  if (velocity.length2() > negligible * negligible) return Effect::Loosens;
  return velocity.length2() > kLeastByRigid * kLeastByRigid * negligible * negligible ? Effect::Carries : Effect::None;
}

bool hasMoved(const RigidMotion& motion, const btVector3& point, Real negligible) {
  const RigidMotion::Vector arm = wide(point) - motion.from;
  return (motion.velocity + motion.spin.cross(arm)).norm() > double(negligible) * motion.perSecond;
}

}  // namespace

bool StaticFriction::isBody(std::span<const Body> bodies, Index index) const {
  return m_bodyOf[index] < bodies.size() && bodies[m_bodyOf[index]].bodyIndex == index;
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
  if (sides[0] == kNoIndex && sides[1] == kNoIndex) return;  // no pressed body: only recovery has pushed
  const Real negligible = m_states[sides[0] != kNoIndex ? sides[0] : sides[1]].negligible;
  bool moving = false;
  for (std::size_t i = 0; i < contact.vertices.size(); ++i) {
    const Index vertex = contact.vertices[i];
    if (contact.weights[i] == 0) continue;
    if (const RigidMotion* const motion = context.motionOf(vertex)) {
      moving = moving || hasMoved(*motion, context.start(vertex), negligible);
      continue;
    }
    const btVector3 motion = context.end(vertex) - context.start(vertex);
    if (context.inverseMass(vertex) > 0) {
      moving = moving || motion.length2() > negligible * negligible;
    } else if (!motion.isZero()) {
      for (const Index side : sides)
        if (side != kNoIndex) m_carried[bodies[side].group] = 1;
    }
  }
  for (const Index vertex : contact.vertices) {
    const Index index = context.bodyOf(vertex);
    if (isBody(bodies, index))
      marksOf(m_bodyOf[index], vertex - context.set.vertices(index).begin) |= moving ? kTouchesMoving : kTouchesResting;
  }
}

void StaticFriction::addBody(const SolveContext& context, std::span<const Body> bodies, Index body) {
  btSoftBody& soft = *context.bodies[bodies[body].bodyIndex];
  const Real negligibleSpeed = m_states[body].negligible / soft.m_sst.sdt;
  bool carried = false;
  for (int i = 0; i < soft.m_rcontacts.size(); ++i) {
    const btSoftBody::RContact& contact = soft.m_rcontacts[i];
    const Effect effect = effectOf(*contact.m_cti.m_colObj, contact.m_c1, negligibleSpeed);
    carried = carried || effect == Effect::Carries;
    const bool slides = contact.m_c3 != 0;  // the part of the sliding that Bullet's friction leaves
    marksOf(body, static_cast<Index>(contact.m_node - &soft.m_nodes[0])) |=
        effect == Effect::Loosens || slides ? kTouchesMoving : kTouchesResting;
  }
  for (int i = 0; i < soft.m_anchors.size(); ++i) {
    const btSoftBody::Anchor& anchor = soft.m_anchors[i];
    carried = carried || effectOf(*anchor.m_body, anchor.m_c1, negligibleSpeed) == Effect::Carries;
  }
  const Index first = context.set.vertices(bodies[body].bodyIndex).begin;
  btVector3 massTimesMotion(0, 0, 0);
  btScalar mass = 0;
  for (int i = 0; i < soft.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = soft.m_nodes[i];
    if (node.m_im > 0) {
      massTimesMotion += (node.m_x - node.m_q) / node.m_im;
      mass += 1 / node.m_im;
    } else {
      carried = carried || !(node.m_x - context.start(first + static_cast<Index>(i))).isZero();
    }
  }
  const Real least = kLeastBySoft * m_states[body].negligible * mass;
  if (carried || massTimesMotion.length2() > least * least) m_carried[bodies[body].group] = 1;
}

void StaticFriction::hold(const SolveContext& context, std::span<const Body> bodies,
                          std::span<const SurfaceContact> contacts, const ContactConstraints& constraints) {
  m_bodyOf.resize(context.bodies.size());
  m_states.assign(bodies.size(), {});
  m_carried.assign(bodies.size(), 0);
  Index nodeCount = 0;
  bool any = false;
  for (Index body = 0; body < bodies.size(); ++body) {
    const btSoftBody& soft = *context.bodies[bodies[body].bodyIndex];
    m_bodyOf[bodies[body].bodyIndex] = body;
    m_states[body].firstNode = nodeCount;
    m_states[body].negligible = kNegligible * soft.m_worldInfo->m_gravity.length() * soft.m_sst.sdt * soft.m_sst.sdt;
    any = any || m_states[body].negligible > 0;
    nodeCount += static_cast<Index>(soft.m_nodes.size());
  }
  if (!any) return;
  m_marks.assign(nodeCount, 0);
  for (Index body = 0; body < bodies.size(); ++body) addBody(context, bodies, body);
  constraints.forEachPushed(
      [&](const PushedContact& pushed) { addContact(context, bodies, contacts[pushed.impulse], pushed); });
  for (Index body = 0; body < bodies.size(); ++body) {
    const State& state = m_states[body];
    if (m_carried[bodies[body].group] || !(state.friction < kStatic * state.mostFriction)) continue;
    btSoftBody& soft = *context.bodies[bodies[body].bodyIndex];
    const Index first = context.set.vertices(bodies[body].bodyIndex).begin;
    for (int i = 0; i < soft.m_nodes.size(); ++i) {
      const btSoftBody::Node& node = soft.m_nodes[i];
      const Index vertex = first + static_cast<Index>(i);
      if (!(context.inverseMass(vertex) > 0)) continue;
      std::uint8_t marks = 0;
      context.seams.forEach(vertex, [&](Index v) { marks |= marksOf(body, v - first); });
      if (marks != kTouchesResting || (node.m_x - node.m_q).length2() > state.negligible * state.negligible) continue;
      context.seams.forEach(vertex, [&](Index v) {
        context.nodeOfVertex[v]->m_x = node.m_q;
        context.nodeOfVertex[v]->m_v.setZero();
      });
    }
  }
}

}  // namespace pliant::detail
