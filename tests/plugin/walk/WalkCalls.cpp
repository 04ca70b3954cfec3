// The calls of a walk to Pliant and to the worlds.
#include <pliant/detectors/Error.h>

#include <thread>

#include "Walk.h"

namespace walk {
namespace {

/// Returns a random query, which a detector may not support.
pliant::Query queryOf(Dice& dice) {
  pliant::Query query;
  query.vertexTetrahedron = dice.oneIn(2);
  query.facePairs = dice.oneIn(2);
  query.vertexFace = dice.oneIn(2);
  query.verticesInside = dice.oneIn(4);
  query.intersectionVolumes = dice.oneIn(4);
  query.selfIntersectionVolumes = dice.oneIn(6);
  query.margin = dice.between(0, btScalar(0.1));
  query.between = !dice.oneIn(5);
  query.self = !dice.oneIn(3);
  return query;
}

struct CountLines final : btIDebugDraw {
  int lines = 0;
  void drawLine(const btVector3&, const btVector3&, const btVector3&) override { ++lines; }
  void drawContactPoint(const btVector3&, const btVector3&, btScalar, int, const btVector3&) override { ++lines; }
  void reportErrorWarning(const char*) override {}
  void draw3dText(const btVector3&, const char*) override {}
  void setDebugMode(int) override {}
  int getDebugMode() const override { return DBG_DrawWireframe | DBG_DrawAabb | DBG_DrawContactPoints; }
};

}  // namespace

void Walk::setBody() {
  Soft* const soft = anySoft();
  if (!soft) return;
  pliant::SoftCollision& collision = place(soft->world >= 0 ? soft->world : m_dice.below(2)).collision();
  const btSoftBody* const body = soft->body.get();
  const int what = m_dice.below(6);
  if (what == 0) collision.setBodyEnabled(body, !m_dice.oneIn(4));
  if (what == 1) {
    collision.setSelfEnabled(body, m_dice.oneIn(2));
    expect(collision.getMargin(body) >= 0, "a margin is not negative");
  }
  if (what == 2) collision.setExcludedRings(body, 1 + m_dice.below(3));
  if (what == 3) collision.setMargin(body, m_dice.between(0, btScalar(0.2)));
  if (what == 4) collision.clearMargin(body);
  if (what > 4) collision.bodyChanged(body);
}

void Walk::setPair() {
  const int world = m_dice.below(2);
  Soft *const a = softIn(world), *const b = softIn(world);
  if (!a || !b) return;
  pliant::SoftCollision& collision = place(world).collision();
  const bool enabled = m_dice.oneIn(2);
  collision.setPairEnabled(a->body.get(), b->body.get(), enabled);
  if (a != b) expect(collision.isPairEnabled(b->body.get(), a->body.get()) == enabled, "a pair is as it was set");
}

void Walk::setWorld() {
  pliant::SoftCollision& collision = place(m_dice.below(2)).collision();
  const int what = m_dice.below(8);
  if (what == 0) collision.setThreads(static_cast<unsigned>(1 + m_dice.below(2)) + m_options.moreThreads);
  if (what == 1) collision.setMarginFraction(m_dice.between(0, btScalar(0.3)));
  if (what == 2) {
    pliant::SurfaceContactSettings settings = collision.getContactSettings();
    settings.edgeEdgeNearby = m_dice.oneIn(2);
    settings.reach = m_dice.between(0, 1);
    collision.setContactSettings(settings);
  }
  if (what == 3) collision.setKeepBulletTrees(m_dice.oneIn(2));
  if (what == 4) collision.setWriteSContacts(m_dice.oneIn(2));
  if (what == 5)
    collision.setSleeping(m_dice.oneIn(3) ? btScalar(0) : m_dice.between(btScalar(0.01), 1), btScalar(0.2));
  if (what == 6) collision.setRigidMeshesEnabled(!m_dice.oneIn(3));
  if (what > 6) collision.setVolumeResolution(m_dice.oneIn(2) ? 0 : 16 + m_dice.below(32));
}

void Walk::setMethod() {
  const int world = m_dice.below(2);
  pliant::SoftCollision& collision = place(world).collision();
  if (m_dice.oneIn(3)) {
    pliant::Detector* const detectors[] = {&m_hashDetector, &m_tree, &m_brute, &m_images, nullptr, nullptr, nullptr};
    // A detector serves one world at a time.
    place(1 - world).collision().setDetector(nullptr);
    return collision.setDetector(detectors[m_dice.below(7)]);
  }
  // All methods by number, and those that one body may have.
  if (m_dice.oneIn(2)) return collision.setMethod(Method(m_dice.below(int(Method::Off) + 1)));
  if (Soft* soft = softIn(world))
    collision.setMethod(soft->body.get(), Method(m_dice.below(int(Method::RegularityTree) + 1)));
}

void Walk::ask() {
  const int world = m_dice.below(2);
  Place& at = place(world);
  pliant::Query query = queryOf(m_dice);
  // A query is allowed in the middle of the other world's step, but not of its own world's.
  if (world == m_stepping) return;
  try {
    at.collision().query(query, m_results);
    if (!at.stale) checkResults(world, m_results);
  } catch (const pliant::Error& error) {
    expect(std::string_view(error.what()).size() > 10, "an error says what is wrong");
  }
  for (const auto& soft : m_softs)
    if (soft->world == world) {
      const pliant::SoftBodyStatus status = at.collision().getStatus(soft->body.get());
      expect(status.node < soft->body->m_nodes.size(), "a status names a node of the body");
    }
  expect(at.collision().getThreads() > 0, "there are threads");
  at.collision().getChoices();
  if (!at.stale) expect(at.collision().getNumContacts() >= 0, "contacts can be counted");
}

void Walk::rays() {
  const int world = m_dice.below(2);
  Place& at = place(world);
  const btVector3 from = m_dice.vector(4), to = m_dice.vector(4);
  if (at.hasRays() && !at.notFinite) {
    btCollisionWorld::ClosestRayResultCallback hit(from, to);
    at.world().rayTest(from, to, hit);
    if (hit.hasHit()) expect(hit.m_closestHitFraction >= 0 && hit.m_closestHitFraction <= 1, "a ray hits on its way");
  }
  std::vector<const btSoftBody*> bodies;
  for (const auto& soft : m_softs)
    if (soft->world == world) bodies.push_back(soft->body.get());
  const auto cast = [&](std::vector<btScalar>& fractions) {
    for (const btSoftBody* body : bodies) {
      btSoftBody::sRayCast hit;
      hit.fraction = 1;
      fractions.push_back(at.collision().rayTest(body, from, to, hit) ? hit.fraction : btScalar(2));
    }
  };
  std::array<std::vector<btScalar>, 2> found;
  std::thread other([&] { cast(found[1]); });
  cast(found[0]);
  other.join();
  expect(found[0] == found[1], "a ray hits the same on any thread");
}

void Walk::contactTests() {
  const int world = m_dice.below(2);
  Place& at = place(world);
  Soft* const soft = softIn(world);
  if (at.notFinite || !soft || soft->body->m_nodes.size() == 0) return;
  PointCounter counted;
  at.world().contactTest(soft->body.get(), counted);
  if (Rigid* rigid = rigidIn(world)) at.world().contactPairTest(soft->body.get(), rigid->body.get(), counted);
  if (Soft* other = softIn(world); other && other != soft)
    at.world().contactPairTest(soft->body.get(), other->body.get(), counted);
  expect(counted.count >= 0, "contacts can be counted");
}

void Walk::draw() {
  const int world = m_dice.below(2);
  CountLines lines;
  place(world).world().setDebugDrawer(&lines);
  place(world).world().debugDrawWorld();
  place(world).world().setDebugDrawer(nullptr);
}

void Walk::step() {
  m_stepping = m_dice.below(2);
  const int world = m_stepping;
  static constexpr btScalar times[] = {btScalar(1) / 60,  btScalar(1) / 60, btScalar(1) / 60,
                                       btScalar(1) / 240, btScalar(1) / 20, btScalar(0)};
  const btScalar time = times[m_dice.below(6)];
  const double before = pliant::threadCpuMs();
  if (m_dice.oneIn(4))
    place(world).world().stepSimulation(time, 3);
  else
    place(world).world().stepSimulation(time, 0);
  const double took = pliant::threadCpuMs() - before;
  m_stepping = -1;
  if (took > m_worstMs) m_worstAt = m_calls;
  m_worstMs = std::max(m_worstMs, took);
  ++m_steps;
  checkStep(world);
}

void Walk::stepLong() {
  for (int i = 0; i < 5; ++i) step();
}

void Walk::setTick() {
  const bool on = !m_dice.oneIn(3), before = m_dice.oneIn(2);
  place(m_dice.below(2)).world().setInternalTickCallback(on ? &Walk::onTick : nullptr, this, before);
}

}  // namespace walk
