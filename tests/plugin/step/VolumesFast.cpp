// Bodies, or parts of bodies, that are too fast for volumes.

#include "../VolumeStage.h"

TEST_CASE("a single node that goes fast does not pass a surface that the rest of its body is far from") {
  for (const btScalar way : {btScalar(0.4), btScalar(0.6)}) {
    VolumeStage stage;
    btSoftBody* a = stage.addBall(vector(0, 0, 0), 0.5, 0, vector(0, 0, 0), 1500);
    btSoftBody* b = stage.addBall(vector(1.2, 0, 0), 0.5, 0, vector(0, 0, 0), 1500);
    b->m_cfg.piterations = a->m_cfg.piterations = 1;
    for (int i = 0; i < b->m_materials.size(); ++i) b->m_materials[i]->m_kLST = btScalar(0.01);
    b->updateLinkConstants();
    const int first = nodeWithLeast(*b, [](const auto& node) { return node.m_x.x(); });
    stage.step();
    b->m_nodes[first].m_v = vector(-way * 60, 0, 0);
    const btScalar free = b->m_nodes[first].m_x.x() - way;
    stage.step();
    CAPTURE(way, free, b->m_nodes[first].m_x.x());
    CHECK(free < btScalar(0.4));
    CHECK(overlap::facePairs(*a, *b) == 0);
    CHECK(stage.collision().getNumContacts() > 0);
  }
}

TEST_CASE("how fast a body spins is still known when others come") {
  std::vector<int> volumes[2];
  for (const bool come : {false, true}) {
    VolumeStage stage;
    btSoftBody* a = stage.addBall(vector(0, 0, 0), 0.5, 0);
    stage.addBall(vector(1.25, 0, 0), 0.5, 0, vector(-2, 0, 0));
    for (auto& node : nodesOf(*a)) node.m_v = vector(0, 0, 30).cross(node.m_x);
    int elements = 0;
    for (int i = 0; i < 20; ++i) {
      if (come && i > 1) stage.addBall(vector(0, 3 * i, 20), 0.2, 0, vector(0, 0, 0), 20);
      stage.step();
      volumes[come].push_back(stage.contactsByVolume());
      elements += stage.collision().getNumContacts() - volumes[come].back();
    }
    CHECK(elements > 0);
  }
  CHECK(volumes[0] == volumes[1]);
}

TEST_CASE("a small fast part of a touching pair may pass elsewhere, comes back, and gains nothing") {
  const int count = GENERATE(1, 5, 20);
  const btScalar way = GENERATE(btScalar(0.6), btScalar(1));
  CAPTURE(count, way);
  VolumeStage stage;
  const btSoftBody* a = stage.addBall(vector(0, 0, 0), 0.5, 0, vector(0, 0, 0), 600);
  btSoftBody* b = stage.addBall(vector(0.99, 0, 0), 0.5, 0, vector(0, 0, 0), 600);
  stage.step(5);
  CHECK(stage.contactsByVolume() > 0);
  // Nodes around a place that faces the other ball, beside the touching patch.
  const btVector3 from(btScalar(0.99 - 0.5 * 0.766), btScalar(0.5 * 0.643), 0);
  std::vector<btSoftBody::Node*> nodes;
  for (auto& node : nodesOf(*b)) nodes.push_back(&node);
  std::sort(nodes.begin(), nodes.end(),
            [&](const auto* x, const auto* y) { return (x->m_x - from).length2() < (y->m_x - from).length2(); });
  for (int i = 0; i < count; ++i) nodes[std::size_t(i)]->m_v = vector(-way * 60, 0, 0);
  double last = stage.motion().kinetic;
  stage.step(60, [&](int i) {
    const double now = stage.motion().kinetic;
    CAPTURE(i);
    CHECK(now <= last * 1.05 + 1e-3);
    last = now;
  });
  CHECK(stage.sharedVolume() < 1e-4);
  const btScalar middle = centreOf(*a).x();
  for (int i = 0; i < count; ++i) CHECK(nodes[std::size_t(i)]->m_x.x() > middle + btScalar(0.2));
}
