#include "solve/StaticFriction.h"

#include "core/forEachBody.h"
#include "core/makeRoom.h"

namespace pliant::detail {
namespace {

constexpr std::uint8_t kTouchesResting = 1, kTouchesMoving = 2;
/// The negligible distance, as a fraction of the distance that gravity moves a node from rest in one step.
constexpr Real kNegligible = Real(0.5);
// Least motion of a rigid body that carries a group, and least drift of a soft body that counts, as fractions of the
// negligible distance. The drift is larger: soft bodies still drift while they come to rest.
constexpr Real kLeastByRigid = Real(1) / 16;
constexpr Real kLeastDrift = Real(1) / 2;
/// A body is at rest below this ratio of friction to its Coulomb limit, both summed over its contacts.
constexpr Real kStatic = Real(0.9);

/// Effect of an object on the nodes that touch it.
enum class Effect {
  None,     ///< it rests
  Carries,  ///< it carries the whole group: it is kinematic and moves, or is dynamic and moves slowly
  Loosens,  ///< it is dynamic and moves by more than the negligible distance: the nodes that touch it do not rest
};

/// Returns the effect of an object that Bullet moves, at the point `arm` from its centre. `negligibleSpeed`: the
/// negligible distance per time step [length/s].
Effect effectOf(const btCollisionObject& object, const btVector3& arm, Real negligibleSpeed) {
  const btRigidBody* const rigid = btRigidBody::upcast(&object);
  if (rigid == nullptr) return object.isStaticOrKinematicObject() ? Effect::None : Effect::Loosens;
  const btVector3 velocity = rigid->getVelocityInLocalPoint(arm);
  if (object.isKinematicObject()) return velocity.isZero() ? Effect::None : Effect::Carries;
  if (velocity.length2() > negligibleSpeed * negligibleSpeed) return Effect::Loosens;
  const bool carries = velocity.length2() > kLeastByRigid * kLeastByRigid * negligibleSpeed * negligibleSpeed;
  return carries ? Effect::Carries : Effect::None;
}

/// Returns true if the point of a dynamic mesh has moved by more than the negligible distance [length].
bool hasMoved(const RigidMotion& motion, const btVector3& point, Real negligible) {
  const RigidMotion::Vector arm = wide(point) - motion.from;
  return (motion.velocity + motion.spin.cross(arm)).norm() > double(negligible) * motion.perSecond;
}

}  // namespace

bool StaticFriction::isMember(std::span<const Member> members, Index index) const {
  return m_memberOf[index] < members.size() && members[m_memberOf[index]].bodyIndex == index;
}

StaticFriction::Touch StaticFriction::touchOf(const SolveContext& context, std::span<const Member> members,
                                              const SurfaceContact& contact) const {
  Touch touch;
  for (std::size_t i = 0; i < 2; ++i) {
    const Index index = context.bodyOf(contact.vertices[i == 0 ? 0 : 3]);
    if (isMember(members, index)) touch.sides[i] = m_memberOf[index];
  }
  const Index member = touch.sides[touch.sides[0] != kNoIndex ? 0 : 1];
  if (member == kNoIndex) return touch;  // neither body is pressed: recovery made the impulse
  const Real negligible = m_states[member].negligible;
  for (std::size_t i = 0; i < contact.vertices.size(); ++i) {
    const Index vertex = contact.vertices[i];
    if (contact.weights[i] == 0) continue;
    if (const RigidMotion* const motion = context.motionOf(vertex)) {
      touch.moving = touch.moving || hasMoved(*motion, context.start(vertex), negligible);
      continue;
    }
    const btVector3 motion = context.end(vertex) - context.start(vertex);
    if (context.inverseMass(vertex) > 0)
      touch.moving = touch.moving || motion.length2() > negligible * negligible;
    else
      touch.carries = touch.carries || !motion.isZero();
  }
  return touch;
}

/// The sums depend on the order of the contacts.
void StaticFriction::addContact(const SolveContext& context, std::span<const Member> members,
                                const SurfaceContact& contact, const PushedContact& pushed) {
  const Touch& touch = m_touches[pushed.impulse];
  if (touch.sides[0] == kNoIndex && touch.sides[1] == kNoIndex) return;
  for (const Index side : touch.sides) {
    if (side == kNoIndex) continue;
    m_states[side].friction += pushed.friction;
    m_states[side].mostFriction += pushed.mostFriction;
    if (touch.carries) m_carried[members[side].group] = 1;
  }
  for (const Index vertex : contact.vertices) {
    const Index index = context.bodyOf(vertex);
    if (isMember(members, index))
      marksOf(m_memberOf[index], vertex - context.set.vertices(index).begin) |=
          touch.moving ? kTouchesMoving : kTouchesResting;
  }
}

bool StaticFriction::addMember(const SolveContext& context, std::span<const Member> members, Index member) {
  btSoftBody& soft = *context.bodies[members[member].bodyIndex];
  const Real negligibleSpeed = m_states[member].negligible / soft.m_sst.sdt;
  bool carried = false;
  for (int i = 0; i < soft.m_rcontacts.size(); ++i) {
    const btSoftBody::RContact& contact = soft.m_rcontacts[i];
    const Effect effect = effectOf(*contact.m_cti.m_colObj, contact.m_c1, negligibleSpeed);
    carried = carried || effect == Effect::Carries;
    const bool slides = contact.m_c3 != 0;  // the part of the sliding that Bullet's friction leaves
    marksOf(member, static_cast<Index>(contact.m_node - &soft.m_nodes[0])) |=
        effect == Effect::Loosens || slides ? kTouchesMoving : kTouchesResting;
  }
  for (int i = 0; i < soft.m_anchors.size(); ++i) {
    const btSoftBody::Anchor& anchor = soft.m_anchors[i];
    carried = carried || effectOf(*anchor.m_body, anchor.m_c1, negligibleSpeed) == Effect::Carries;
  }
  const Index first = context.set.vertices(members[member].bodyIndex).begin;
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
  const Real least = kLeastDrift * m_states[member].negligible * mass;
  return carried || massTimesMotion.length2() > least * least;
}

/// Puts the resting nodes of the member back.
void StaticFriction::putBack(const SolveContext& context, std::span<const Member> members, Index member) {
  const State& state = m_states[member];
  if (m_carried[members[member].group] || !(state.friction < kStatic * state.mostFriction)) return;
  btSoftBody& soft = *context.bodies[members[member].bodyIndex];
  const Index first = context.set.vertices(members[member].bodyIndex).begin;
  for (int i = 0; i < soft.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = soft.m_nodes[i];
    const Index vertex = first + static_cast<Index>(i);
    if (!(context.inverseMass(vertex) > 0)) continue;
    std::uint8_t marks = 0;
    context.seams.forEach(vertex, [&](Index v) { marks |= marksOf(member, v - first); });
    if (marks != kTouchesResting || (node.m_x - node.m_q).length2() > state.negligible * state.negligible) continue;
    context.seams.forEach(vertex, [&](Index v) {
      context.nodeOfVertex[v]->m_x = node.m_q;
      context.nodeOfVertex[v]->m_v.setZero();
    });
  }
}

void StaticFriction::apply(const SolveContext& context, std::span<const Member> members,
                           std::span<const SurfaceContact> contacts, const ContactConstraints& constraints) {
  m_memberOf.resize(context.bodies.size());
  m_states.assign(members.size(), {});
  m_carried.assign(members.size(), 0);
  Index nodeCount = 0;
  bool any = false;
  for (Index member = 0; member < members.size(); ++member) {
    const btSoftBody& soft = *context.bodies[members[member].bodyIndex];
    m_memberOf[members[member].bodyIndex] = member;
    m_states[member].firstNode = nodeCount;
    m_states[member].negligible = kNegligible * soft.m_worldInfo->m_gravity.length() * soft.m_sst.sdt * soft.m_sst.sdt;
    any = any || m_states[member].negligible > 0;
    nodeCount += static_cast<Index>(soft.m_nodes.size());
  }
  if (!any) return;
  m_marks.assign(nodeCount, 0);
  m_carries.resize(members.size());
  const auto forEachMember = [&](auto&& work) {
    forEachBody(context.workers, members.size(), nodeCount, [&](std::size_t i) { work(static_cast<Index>(i)); });
  };
  forEachMember([&](Index member) { m_carries[member] = addMember(context, members, member); });
  for (Index member = 0; member < members.size(); ++member)
    if (m_carries[member]) m_carried[members[member].group] = 1;
  makeRoom(m_touches, contacts.size());
  m_touches.resize(contacts.size());
  constraints.forEachPushedAtOnce(context.workers, [&](const PushedContact& pushed) {
    m_touches[pushed.impulse] = touchOf(context, members, contacts[pushed.impulse]);
  });
  constraints.forEachPushed(
      [&](const PushedContact& pushed) { addContact(context, members, contacts[pushed.impulse], pushed); });
  forEachMember([&](Index member) { putBack(context, members, member); });
}

}  // namespace pliant::detail
