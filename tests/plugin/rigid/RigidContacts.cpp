#include <random>

#include "../Worlds.h"

namespace {

using Contacts = std::set<std::pair<int, int>>;  // node, index of the rigid body in the world

Contacts contactsOf(const btSoftBody& body) {
  Contacts out;
  for (int i = 0; i < body.m_rcontacts.size(); ++i) {
    const btSoftBody::RContact& contact = body.m_rcontacts[i];
    out.insert({indexOf(body, contact.m_node), contact.m_cti.m_colObj->getWorldArrayIndex()});
  }
  return out;
}

using Shape = std::function<btCollisionShape*(btTriangleMesh&)>;

btCollisionShape* terrain(btTriangleMesh& mesh) {
  const auto height = [](int i, int k) { return btScalar(0.15) * btScalar(std::sin(i * 1.3) + std::cos(k * 0.9)); };
  const btScalar step = btScalar(0.25);
  const auto at = [&](int i, int k) { return vector(btScalar(i) * step, height(i, k), btScalar(k) * step); };
  for (int i = -12; i < 12; ++i)
    for (int k = -12; k < 12; ++k) {
      mesh.addTriangle(at(i, k), at(i, k + 1), at(i + 1, k));
      mesh.addTriangle(at(i + 1, k), at(i, k + 1), at(i + 1, k + 1));
    }
  return new btBvhTriangleMeshShape(&mesh, true);
}

std::vector<std::pair<const char*, Shape>> shapes() {
  return {
      {"box", [](btTriangleMesh&) { return new btBoxShape(vector(1, 0.5, 1)); }},
      {"sphere", [](btTriangleMesh&) { return new btSphereShape(btScalar(0.8)); }},
      {"plane", [](btTriangleMesh&) { return new btStaticPlaneShape(vector(0, 1, 0), btScalar(0.1)); }},
      {"hull",
       [](btTriangleMesh&) {
         auto* hull = new btConvexHullShape;
         for (int i = 0; i < 12; ++i)
           hull->addPoint(
               vector(btScalar(std::cos(i)), btScalar(0.5) * btScalar(std::sin(3 * i)), btScalar(std::sin(i))));
         return hull;
       }},
      {"mesh", [](btTriangleMesh& mesh) { return terrain(mesh); }},
      {"compound",
       [](btTriangleMesh&) {
         auto* compound = new btCompoundShape;
         static btBoxShape part(vector(0.4, 0.4, 0.4));
         for (const double x : {-0.6, 0.6})
           compound->addChildShape(btTransform(btQuaternion::getIdentity(), vector(x, 0, 0)), &part);
         return compound;
       }},
  };
}

}  // namespace

TEST_CASE("soft against rigid finds stock's contacts from the same state") {
  for (const auto& [name, shape] : shapes()) {
    CAPTURE(name);
    const bool flat = GENERATE(false, true);
    StockStage stock;
    PliantStage ours;
    btTriangleMesh mesh[2];
    stock.addRigid(0, shape(mesh[0]));
    ours.addRigid(0, shape(mesh[1]));
    const auto make = [&](btSoftBodyWorldInfo& info) {
      return flat ? makeCloth(info, vector(0, 0.3, 0), 1.2, 25) : makeCube(info, vector(0.1, 0.5, 0), 1, 5);
    };
    btSoftBody *a = stock.add(make(stock.info())), *b = ours.add(make(ours.info()));
    ours.collision().setSelfEnabled(b, false);
    ours.collision().setRigidMeshesEnabled(false);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> shift(-0.3, 0.3);
    int found = 0;
    for (int trial = 0; trial < 20; ++trial) {
      const btVector3 by(btScalar(shift(random)), btScalar(shift(random)), btScalar(shift(random)));
      for (btSoftBody* body : {a, b}) {
        for (int i = 0; i < body->m_nodes.size(); ++i) {
          body->m_nodes[i].m_v.setZero();
          body->m_nodes[i].m_x =
              (flat ? vector(0, 0.3, 0) : vector(0.1, 0.5, 0)) + by +
              vector(btScalar(i % 7) * btScalar(0.17) - btScalar(0.5), btScalar(i % 5) * btScalar(0.2) - btScalar(0.5),
                     btScalar(i % 11) * btScalar(0.1) - btScalar(0.5));
        }
      }
      stock.step();
      ours.step();
      CHECK(contactsOf(*a) == contactsOf(*b));
      found += int(contactsOf(*b).size());
    }
    CHECK(found > 0);
  }
}

TEST_CASE("resting on rigid bodies ends where stock rests") {
  for (const auto& [name, shape] : shapes()) {
    CAPTURE(name);
    const btScalar height = btScalar(std::string(name) == "sphere" ? 1.35 : 1.05);
    const auto rest = [height, make = shape](auto& stage) {
      stage.addRigid(0, make(*stage.keep(std::make_unique<btTriangleMesh>())));
      btSoftBody* cube = stage.addCube(vector(0, height, 0), 1, 3);
      stage.step(60);
      return cube;
    };
    StockStage stock;
    PliantStage ours;
    ours.collision().setRigidMeshesEnabled(false);
    CHECK(farthestOf(*rest(stock), positionsOf(*rest(ours))) < btScalar(1e-3));
  }
}

TEST_CASE("a rigid body is woken and pushed as in stock") {
  const auto pushed = [](auto& stage) {
    btRigidBody* box = stage.addRigid(0.5, new btBoxShape(vector(1, 0.2, 1)));
    stage.addCube(vector(0, 0.8, 0), 1, 2)->setVelocity(vector(0, -3, 0));
    stage.step(20);
    return box->getLinearVelocity().y();
  };
  StockStage stock;
  PliantStage ours;
  const btScalar expected = pushed(stock);
  // The order decides which corner of the cube pushes first, but not how much the cube pushes.
  CHECK(expected < btScalar(-3.4));
  CHECK(expected == Approx(pushed(ours)).epsilon(0.05));
}
