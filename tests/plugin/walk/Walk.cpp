#include "Walk.h"

#include <cstring>

namespace walk {
namespace {

constexpr int kMostSofts = 14, kMostRigids = 10;

}  // namespace

Walk::Walk(const Options& options) : m_options(options), m_dice(options.seed) {
  for (std::size_t i = 0; i < m_places.size(); ++i) {
    m_places[i] = makePlace(m_dice.below(3));
    Place& at = *m_places[i];
    at.info().m_sparsesdf.Initialize();
    at.world().setGravity(btVector3(0, -10, 0));
    at.info().m_gravity = at.world().getGravity();
    at.collision().setListener(this);
    at.collision().setThreads(1 + m_options.moreThreads);
    Rigid& floor = *m_rigids.emplace_back(std::make_unique<Rigid>(makeRigid(10, btVector3(0, 0, 0), 1, m_dice)));
    at.world().addRigidBody(floor.body.get());
    floor.world = static_cast<int>(i);
    at.world().setWorldUserInfo(this);
  }
}

Walk::~Walk() {
  for (const auto& soft : m_softs) takeOut(*soft, false);
  for (const auto& rigid : m_rigids) takeOut(*rigid);
}

bool Walk::go() {
  static constexpr Choice choices[] = {
      {12, &Walk::addSoft},    {6, &Walk::addRigid}, {7, &Walk::removeSoft},  {4, &Walk::removeRigid},
      {3, &Walk::changeWorld}, {2, &Walk::anchor},   {5, &Walk::placeSoft},   {4, &Walk::placeNodes},
      {4, &Walk::placeRigid},  {5, &Walk::pushSoft}, {3, &Walk::weigh},       {5, &Walk::configure},
      {4, &Walk::cut},         {4, &Walk::poison},   {2, &Walk::wakeOrSleep}, {2, &Walk::flags},
      {2, &Walk::changeMesh},  {5, &Walk::setBody},  {3, &Walk::setPair},     {4, &Walk::setWorld},
      {4, &Walk::setMethod},   {5, &Walk::ask},      {3, &Walk::rays},        {2, &Walk::contactTests},
      {1, &Walk::draw},        {50, &Walk::step},    {3, &Walk::stepLong},    {2, &Walk::setTick}};
  int all = 0;
  for (const Choice& choice : choices) all += choice.weight;
  int at = m_dice.below(all);
  ++m_calls;
  for (const Choice& choice : choices) {
    if ((at -= choice.weight) >= 0) continue;
    (this->*choice.call)();
    break;
  }
  if (m_softs.size() > kMostSofts) removeSoft();
  if (m_rigids.size() > kMostRigids) removeRigid();
  return m_failure.empty();
}

void Walk::expect(bool holds, const char* what) {
  if (!holds && m_failure.empty())
    m_failure =
        std::string(what) + " (seed " + std::to_string(m_options.seed) + ", call " + std::to_string(m_calls) + ")";
}

Soft* Walk::anySoft() {
  return m_softs.empty() ? nullptr : m_dice.of(m_softs).get();
}
Rigid* Walk::anyRigid() {
  return m_rigids.empty() ? nullptr : m_dice.of(m_rigids).get();
}

btVector3 Walk::somewhere() {
  return m_dice.vector(2) + btVector3(0, 2, 0);
}

void Walk::insert(Soft& soft, int world) {
  soft.body->m_worldInfo = &place(world).info();
  const int group = m_dice.oneIn(8) ? 64 : btBroadphaseProxy::DefaultFilter;
  place(world).add(*soft.body, group, m_dice.oneIn(8) ? ~64 : btBroadphaseProxy::AllFilter);
  soft.world = world;
}

void Walk::takeOut(Soft& soft, bool byBullet) {
  if (soft.world < 0) return;
  dropAnchors(*soft.body, nullptr);
  Place& at = place(soft.world);
  const bool forgets = !byBullet;
  if (forgets)
    at.remove(*soft.body);
  else
    at.removeByBullet(*soft.body);
  at.stale |= byBullet;
  soft.world = -1;
  if (forgets) expect(at.collision().getBodyId(soft.body.get()) == -1, "a body that was removed has no id");
}

void Walk::takeOut(Rigid& rigid) {
  if (rigid.world < 0) return;
  for (const auto& soft : m_softs)
    if (soft->world == rigid.world) dropAnchors(*soft->body, rigid.body.get());
  Place& at = place(rigid.world);
  at.collision().bodyRemoved(rigid.body.get());
  at.world().removeRigidBody(rigid.body.get());
  rigid.world = -1;
}

/// Removes the anchors of `soft` to `rigid`, or all anchors if `rigid` is null.
void Walk::dropAnchors(btSoftBody& soft, const btRigidBody* rigid) {
  for (int i = soft.m_anchors.size() - 1; i >= 0; --i) {
    if (rigid && soft.m_anchors[i].m_body != rigid) continue;
    soft.m_collisionDisabledObjects.remove(soft.m_anchors[i].m_body);
    soft.m_anchors[i].m_node->m_battach = 0;
    soft.m_anchors.swap(i, soft.m_anchors.size() - 1);
    soft.m_anchors.pop_back();
  }
}

void Walk::contactsFound(std::span<const pliant::SoftContact> contacts) {
  m_contacts += contacts.size();
  if (m_stepping < 0) return;
  place(m_stepping).stale = false;
  for (const pliant::SoftContact& contact : contacts) checkContact(m_stepping, contact);
  // A listener may query and change settings.
  if (m_dice.oneIn(6)) setBody();
  if (m_dice.oneIn(12)) ask();
  if (m_dice.oneIn(20)) setWorld();
}

void Walk::statusChanged(btSoftBody* body, const pliant::SoftBodyStatus& status) {
  expect(!status.message.empty() && status.message.find('\n') == std::string::npos, "a status has one line");
  if (body)
    expect(std::any_of(m_softs.begin(), m_softs.end(), [&](const auto& soft) { return soft->body.get() == body; }),
           "a status names a body that is there");
}

void Walk::onTick(btDynamicsWorld* world, btScalar) {
  Walk& walk = *static_cast<Walk*>(world->getWorldUserInfo());
  if (walk.m_stepping >= 0) walk.tick(walk.m_stepping);
}

/// Makes a random call within a step.
void Walk::tick(int world) {
  const int what = m_dice.below(12);
  if (what == 0 && m_softs.size() < kMostSofts) addSoft();
  if (Soft* soft = what == 1 ? softIn(world) : nullptr) takeOut(*soft, m_dice.oneIn(4));
  if (Rigid* rigid = what == 2 ? rigidIn(world) : nullptr) takeOut(*rigid);
  if (what == 3) placeSoft();
  if (what == 4) setBody();
}

void Walk::checkStep(int world) {
  Place& at = place(world);
  const auto& bodies = at.bodies();
  for (int i = 0; i < bodies.size(); ++i) {
    const btSoftBody& body = *bodies[i];
    for (int n = 0; n < body.m_nodes.size(); ++n)
      for (int k = 0; k < 3; ++k) {
        const btScalar x = body.m_nodes[n].m_x[k];
        if (!std::isfinite(x)) at.notFinite = true;
        unsigned char bytes[sizeof x];
        std::memcpy(bytes, &x, sizeof x);
        for (const unsigned char byte : bytes) m_hash = (m_hash ^ byte) * 1099511628211u;
      }
    const int id = at.collision().getBodyId(&body);
    if (id >= 0) expect(at.collision().getBody(id) == &body, "a body's id leads back to it");
  }
  for (const pliant::SoftContact& contact : at.collision().getContacts()) checkContact(world, contact);
}

void Walk::checkContact(int world, const pliant::SoftContact& contact) {
  Place& at = place(world);
  if (at.stale) return;
  const auto& bodies = at.bodies();
  const auto isThere = [&](const btSoftBody* body) {
    return bodies.findLinearSearch(const_cast<btSoftBody*>(body)) < bodies.size();
  };
  expect(isThere(contact.bodyA), "a contact's first body is in the world");
  expect((contact.bodyB == nullptr) != (contact.rigid == nullptr), "a contact has a soft or a rigid partner");
  if (contact.bodyB) expect(isThere(contact.bodyB), "a contact's second body is in the world");
  if (contact.rigid)
    expect(at.world().getCollisionObjectArray().findLinearSearch(const_cast<btCollisionObject*>(contact.rigid)) <
               at.world().getNumCollisionObjects(),
           "a contact's rigid body is in the world");
  if (!m_failure.empty() || contact.kind == pliant::SoftContact::Kind::Volume) return;
  for (std::size_t i = 0; i < 4; ++i) {
    const btSoftBody* const body = i < contact.nodesOfA() ? contact.bodyA : contact.bodyB;
    const int node = contact.nodes[i];
    expect(body ? node >= 0 && node < body->m_nodes.size() : node == -1, "a contact's nodes are its bodies'");
    expect(std::isfinite(contact.weights[i]), "a contact's weights are numbers");
  }
  expect(std::abs(contact.normal.length() - 1) < btScalar(1e-3), "a contact's normal is a unit vector");
  expect(!(contact.impulse < 0), "a contact pushes");
}

void Walk::checkResults(int world, const pliant::Results& results) {
  pliant::SoftCollision& collision = place(world).collision();
  const auto has = [&](pliant::Index id, pliant::Index vertex) {
    const btSoftBody* const body = collision.getBody(static_cast<int>(id));
    return body && vertex < static_cast<pliant::Index>(body->m_nodes.size());
  };
  for (const auto& row : results.vertexTetrahedron)
    expect(has(row.vertexBody, row.vertex) && has(row.tetrahedronBody, 0),
           "an answer names vertices of the world's bodies");
  for (const auto& row : results.vertexFace)
    expect(has(row.vertexBody, row.vertex) && has(row.faceBody, 0), "an answer names vertices of the world's bodies");
  for (const auto& row : results.facePairs)
    expect(has(row.bodyA, 0) && has(row.bodyB, 0), "an answer names bodies of the world");
}

}  // namespace walk
