// Whole steps of a warm world allocate nothing on the heap, neither in Pliant nor in the parts of Bullet that it calls.
// Bullet's allocations pass through Bullet's own allocator and are counted separately. Short tests set the method,
// because Method::Auto builds hierarchies in the first steps.

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <LinearMath/btAlignedAllocator.h>
#include <pliant_allocations.h>
#include <pliant_share.h>
#include <pliant_threads.h>

#include <array>
#include <atomic>
#include <cstdlib>

#include "../VolumeStage.h"

namespace {

std::atomic<long> g_bullets{0};  // allocations through Bullet's allocator

void* allocateForBullet(std::size_t size, int alignment) {
  ++g_bullets;
  const auto step = std::size_t(alignment);
  return std::aligned_alloc(step, (size + step - 1) / step * step);
}

/// Counts Bullet's allocations separately during its lifetime. Create it before any object of Bullet.
struct Counting {
  Counting() { btAlignedAllocSetCustomAligned(allocateForBullet, std::free); }
  ~Counting() { btAlignedAllocSetCustomAligned(nullptr, nullptr); }
};

/// Counts allocations since its construction.
struct Since {
  long all = allocations::count(), bullets = g_bullets;
  long byBullet() const { return g_bullets - bullets; }
  long byPliant() const { return allocations::counted ? allocations::count() - all - byBullet() : 0; }
};

void buildPile(PliantStage& stage) {
  stage.addRigid(0, new btBoxShape(vector(8, 1, 8)), vector(0, -1, 0));
  for (int i = 0; i < 12; ++i) {
    const btVector3 at(btScalar(1.1) * btScalar(i % 2) + btScalar(0.05) * btScalar(i % 3),
                       btScalar(0.7) + btScalar(1.15) * btScalar(i / 4), btScalar(1.1) * btScalar(i / 2 % 2));
    stage.addCube(at, 1, 3);
  }
}

/// Returns the same cloth with two sides, each with vertices of its own.
btSoftBody* makeDoubled(btSoftBodyWorldInfo& info, const btSoftBody& single) {
  const int count = single.m_nodes.size();
  std::vector<btVector3> places;
  for (int i = 0; i < 2 * count; ++i) places.push_back(single.m_nodes[i % count].m_x);
  auto* body = new btSoftBody(&info, 2 * count, places.data(), nullptr);
  const auto at = [&](const btSoftBody::Node* node) { return indexOf(single, node); };
  for (const int side : {0, count}) {
    for (int i = 0; i < single.m_links.size(); ++i)
      body->appendLink(side + at(single.m_links[i].m_n[0]), side + at(single.m_links[i].m_n[1]));
    for (int i = 0; i < single.m_faces.size(); ++i) {
      const auto& corners = single.m_faces[i].m_n;
      body->appendFace(side + at(corners[0]), side + at(corners[1]), side + at(corners[2]));
    }
  }
  body->setTotalMass(1);
  return body;
}

/// Adds a cloth that stands on its edge, so that it folds.
void buildCloth(PliantStage& stage, bool doubled) {
  stage.addRigid(0, new btBoxShape(vector(8, 1, 8)), vector(0, -1, 0));
  btSoftBody* cloth = makeCloth(stage.info(), vector(0, 0, 0), 1, 24);
  if (doubled) {
    const std::unique_ptr<btSoftBody> single(cloth);
    cloth = makeDoubled(stage.info(), *single);
  }
  for (auto& node : nodesOf(*cloth)) {
    const btVector3 flat = node.m_x;
    node.m_x = node.m_q = vector(btScalar(0.05) * std::sin(7 * flat.x()), flat.x() + btScalar(1.1), flat.z());
  }
  stage.add(cloth);
}

}  // namespace

TEST_CASE("a step of a warm world allocates nothing, in a pile and in a folded cloth of one side or two") {
  const Counting counting;
  // Each number of threads with each scene and with each method.
  const int cloth = GENERATE(0, 1, 2), turn = GENERATE(0, 1, 2);
  const unsigned threads = 1 + static_cast<unsigned>((cloth + turn) % 3);
  const Method method = std::array{Method::Auto, Method::SpatialHash, Method::RegularityTree}[std::size_t(turn)];
  CAPTURE(cloth, threads, int(method));
  static int run = 0;
  if (!share::takes(run++, 4)) return;
  PliantStage stage;
  stage.collision().setMethod(method);
  stage.collision().setThreads(threads);
  if (cloth > 0)
    buildCloth(stage, cloth > 1);
  else
    buildPile(stage);
  // Contacts that nobody reads are only counted.
  const auto contacts = [&] {
    const pliant::SoftCollision& collision = stage.collision();
    return turn == 0 ? collision.getNumContacts() : static_cast<int>(collision.getContacts().size());
  };
  stage.step(480, contacts);
  REQUIRE(contacts() > 300);
  const Since since;
  const int fewest = stage.leastIn(60, contacts);
  const long byBullet = since.byBullet(), byPliant = since.byPliant();
  CHECK(fewest > 300);
  CHECK(byPliant == 0);
  CHECK(byBullet == 0);  // stock Bullet makes four per soft body and step
}

TEST_CASE("a warm step of a heap of ropes allocates nothing") {
  const Counting counting;
  PliantStage stage;
  stage.collision().setMethod(GENERATE(Method::Auto, Method::SpatialHash, Method::RegularityTree));
  stage.addRigid(0, new btBoxShape(vector(8, 1, 8)), vector(0, -1, 0));
  for (int i = 0; i < 12; ++i) {
    const btScalar angle = btScalar(0.7) * btScalar(i), height = btScalar(0.1) + btScalar(0.1) * btScalar(i);
    const btVector3 along(std::cos(angle), 0, std::sin(angle)), at(0, height, btScalar(0.02) * btScalar(i % 3));
    stage.add(makeRope(stage.info(), at - along, at + along, 19, 0.2))->m_cfg.piterations = 1;
  }
  stage.step(480);
  REQUIRE(stage.collision().getNumContacts() > 20);
  const Since since;
  stage.step(60);
  CHECK(stage.collision().getNumContacts() > 20);
  CHECK(since.byPliant() == 0);
}

TEST_CASE("a warm step with rigid meshes that give way, and one that does not, allocates nothing of ours") {
  const Counting counting;
  PliantStage stage;
  stage.collision().setMethod(Method::SpatialHash);
  btGImpactCollisionAlgorithm::registerAlgorithm(&stage.dispatcher);
  stage.addRigid(0, new btBoxShape(vector(8, 1, 8)), vector(0, -1, 0));
  stage.addMesh(rigid::sheet(4, 8));
  btTriangleMesh* const box = stage.keep(rigid::box(vector(0.3, 0.2, 0.3), 3));
  for (int i = 0; i < 4; ++i) {
    stage.addRigid(0.2, rigid::gimpact(box), vector(btScalar(1.4) * btScalar(i), 0.22, 0));
    stage.addCube(vector(btScalar(1.4) * btScalar(i), 1.0, 0), 1, 3);
  }
  stage.step(120);
  REQUIRE(stage.collision().getNumContacts() > 40);
  const Since since;
  const int fewest = stage.leastIn(60, [&] { return stage.collision().getNumContacts(); });
  CHECK(fewest > 40);
  CHECK(since.byPliant() == 0);
}

TEST_CASE("a warm step of volumes, between balls and on a rigid mesh, allocates nothing of ours") {
  const Counting counting;
  const unsigned threads = GENERATE(1u, 2u);
  CAPTURE(threads);
  VolumeStage stage(-10);
  stage.collision().setThreads(threads);
  stage.addMesh(rigid::box(vector(2, 1, 2), 8), vector(0, -1, 0));
  stage.addPosts();
  for (int i = 0; i < 3; ++i)
    stage.addBall(vector(btScalar(0.01) * btScalar(i % 2), btScalar(0.6) + btScalar(1.04) * btScalar(i), 0), 0.5, 10);
  // First, the bodies are pressed harder and in more directions than during the count, because memory is allocated when
  // it is first needed.
  for (const btVector3& gravity : {vector(0, -40, 0), vector(20, -20, 0), vector(0, -20, 20), vector(0, -10, 0)}) {
    stage.setGravity(gravity);
    stage.step(90);
  }
  REQUIRE(stage.collision().getCounters().volumes > 3);
  const Since since;
  const int fewest = stage.leastIn(60, [&] { return stage.collision().getCounters().volumes; });
  CHECK(fewest > 3);
  CHECK(since.byPliant() == 0);
}

TEST_CASE("a warm step in which bodies come apart allocates nothing") {
  const Counting counting;
  const bool sheets = GENERATE(false, true);
  CAPTURE(sheets);
  WeightlessStage stage;
  stage.collision().setMethod(Method::SpatialHash);
  if (sheets) {
    stage.addCloth(vector(0, 0, 0), 1, 20);
    btSoftBody* upright = stage.addCloth(vector(0.3, 0, 0.02), 1, 20);
    upright->rotate(btQuaternion(vector(0, 0, 1), SIMD_HALF_PI));
    upright->translate(vector(0.1, 0.4, 0));
  } else {
    stage.addCube(vector(0, 0, 0), 1, 4);
    stage.addCube(vector(0.1, 0.5, 0.05), 1, 4);
  }
  stage.step(15);  // in step 13 the separation direction changes for the first time
  const Since since;
  stage.step(6);
  CHECK(since.byPliant() == 0);
  CHECK(facePairsFound(stage.collision()) > 0);
}
