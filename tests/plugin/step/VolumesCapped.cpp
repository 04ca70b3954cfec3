// Surfaces with holes that are capped, so that they collide by their volumes.

#include <map>

#include "../VolumeStage.h"

namespace {

using Kind = pliant::SoftContact::Kind;
using Status = pliant::SoftBodyStatus::Kind;

/// Removes a face and those that share a corner with it. Returns the number of edges of the hole.
int cutHole(btSoftBody& body) {
  const std::array<const btSoftBody::Node*, 3> corners{body.m_faces[0].m_n[0], body.m_faces[0].m_n[1],
                                                       body.m_faces[0].m_n[2]};
  for (int f = body.m_faces.size() - 1; f >= 0; --f) {
    const auto& n = body.m_faces[f].m_n;
    if (std::none_of(corners.begin(), corners.end(),
                     [&](const auto* corner) { return n[0] == corner || n[1] == corner || n[2] == corner; }))
      continue;
    body.m_faces.swap(f, body.m_faces.size() - 1);
    body.m_faces.pop_back();
  }
  std::map<std::pair<const void*, const void*>, int> uses;
  for (int f = 0; f < body.m_faces.size(); ++f)
    for (int k = 0; k < 3; ++k) {
      const void *a = body.m_faces[f].m_n[k], *b = body.m_faces[f].m_n[(k + 1) % 3];
      ++uses[{std::min(a, b), std::max(a, b)}];
    }
  return static_cast<int>(std::count_if(uses.begin(), uses.end(), [](const auto& use) { return use.second == 1; }));
}

bool isOf(const btSoftBody& body, const btSoftBody::Node* node) {
  return node >= &body.m_nodes[0] && node < &body.m_nodes[0] + body.m_nodes.size();
}

/// Turns a ball around its centre, so that its first face lies at the bottom.
void turnDown(btSoftBody& ball, const btVector3& centre) {
  const auto& n = ball.m_faces[0].m_n;
  const btVector3 out = (n[0]->m_x + n[1]->m_x + n[2]->m_x) / 3 - centre;
  ball.translate(-centre);
  ball.rotate(shortestArcQuat(out.normalized(), vector(0, -1, 0)));
  ball.translate(centre);
}

/// A ball with a hole in its bottom falls onto a whole one.
struct HoleStage : VolumeStage {
  HoleStage() : VolumeStage(-10) {
    addGround();
    addPosts();
    whole = addBall(vector(0, 0.51, 0), 0.5);
    holed = addBall(vector(0, 1.53, 0), 0.5, 0);
    turnDown(*holed, vector(0, 1.53, 0));
    edges = cutHole(*holed);
    faces = holed->m_faces.size();
  }
  int volumesOf(const btSoftBody* body) {
    return countContacts(collision(), [&](const auto& contact) {
      return contact.kind == Kind::Volume && (contact.bodyA == body || contact.bodyB == body);
    });
  }

  btSoftBody *whole = nullptr, *holed = nullptr;
  int edges = 0, faces = 0;
};

}  // namespace

TEST_CASE("a ball with a hole collides by its faces, and by its volume once the hole is capped") {
  HoleStage stage;
  REQUIRE(stage.edges >= 6);
  int volumes = 0, elements = 0;
  const auto count = [&] {
    volumes += stage.volumesOf(stage.holed);
    elements += stage.collision().getNumContacts() - stage.contactsByVolume();
  };
  stage.step(40, count);
  CHECK(volumes == 0);
  CHECK(elements > 0);
  CHECK(stage.collision().getStatus(stage.holed).kind == Status::NoVolume);

  stage.collision().setCapHoles(stage.edges - 1);
  stage.step(1, count);
  CHECK(volumes == 0);
  CHECK(stage.collision().getStatus(stage.holed).kind == Status::NoVolume);

  stage.collision().setCapHoles(stage.edges);
  stage.step(40, count);
  CHECK(volumes > 0);
  CHECK(stage.collision().getStatus(stage.holed).kind == Status::Active);
  CHECK(stage.holed->m_faces.size() == stage.faces);
  CHECK(centreOf(*stage.holed).y() > centreOf(*stage.whole).y() + btScalar(0.5));
  pliant::Results results;
  stage.collision().query({.intersectionVolumes = true}, results);
  CHECK_FALSE(results.intersectionVolumes.empty());

  stage.collision().setCapHoles(0);
  volumes = 0;
  stage.step(1, count);
  CHECK(volumes == 0);
  CHECK(stage.collision().getStatus(stage.holed).kind == Status::NoVolume);
}

TEST_CASE("caps that collide by elements name no face of the body") {
  HoleStage stage;
  stage.collision().setCapHoles(100);
  stage.holed->setVelocity(vector(0, -40, 0));  // too fast for volumes
  int capped = 0;
  stage.step(30, [&] {
    for (const pliant::SoftContact& contact : stage.collision().getContacts()) {
      CHECK(contact.face < (contact.bodyB ? contact.bodyB->m_faces.size() : 1));
      capped += contact.kind == Kind::VertexFace && contact.bodyB == stage.holed && contact.face < 0;
    }
    for (int i = 0; i < stage.whole->m_scontacts.size(); ++i)
      for (const btSoftBody::Node* node : stage.whole->m_scontacts[i].m_face->m_n)
        CHECK((isOf(*stage.holed, node) || isOf(*stage.whole, node)));
  });
  CHECK(capped > 0);
  CHECK(centreOf(*stage.holed).y() > centreOf(*stage.whole).y() + btScalar(0.4));
}

TEST_CASE("methods on elements ignore the setting, bit for bit") {
  std::vector<btVector3> ends[2];
  for (const int caps : {0, 100}) {
    HoleStage stage;
    stage.collision().setMethod(Method::SpatialHash);
    stage.collision().setCapHoles(caps);
    stage.step(40);
    for (const auto& node : nodesOf(*stage.holed)) ends[caps > 0].push_back(node.m_x);
  }
  CHECK(ends[0] == ends[1]);
}
