#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <pliant/benchmarks/BulletSelfCollision.h>
#include <pliant/detectors/predicates.h>
#include <pliant/scenes/SoftMesh.h>

#include <algorithm>

namespace pliant::benchmarks {
namespace {

btVector3 vectorOf(const std::array<Real, 3>& p) {
  return {p[0], p[1], p[2]};
}

/// Computes the cones of normals as Bullet does in a function that is not public.
/// - The axis of a node is the mean of its children's axes.
/// - The angle of a node is the larger angle of its children plus half the angle between their axes.
void makeCones(btDbvntNode* node) {
  if (node->isleaf()) {
    node->normal = static_cast<const btSoftBody::Face*>(node->data)->m_normal;
    node->angle = 0;
    return;
  }
  for (btDbvntNode* child : node->childs) makeCones(child);
  const btDbvntNode &a = *node->childs[0], &b = *node->childs[1];
  node->normal = (a.normal + b.normal).safeNormalize();
  node->angle = std::max(a.angle, b.angle) + btAngle(a.normal, b.normal) * btScalar(0.5);
}

/// Tests pairs of leaves.
struct Leaves final : btDbvt::ICollide {
  const btSoftBody::Face* first = nullptr;
  std::vector<BulletSelfCollision::Pair>* pairs = nullptr;

  void Process(const btDbvntNode* one, const btDbvntNode* other) override {
    const auto *a = static_cast<const btSoftBody::Face*>(one->data),
               *b = static_cast<const btSoftBody::Face*>(other->data);
    for (const btSoftBody::Node* n : a->m_n)
      if (n == b->m_n[0] || n == b->m_n[1] || n == b->m_n[2]) return;
    const auto at = [](const btSoftBody::Node* n) { return &n->m_x[0]; };
    if (!exact::trianglesMeet(at(a->m_n[0]), at(a->m_n[1]), at(a->m_n[2]), at(b->m_n[0]), at(b->m_n[1]), at(b->m_n[2])))
      return;
    const auto i = static_cast<Index>(a - first), j = static_cast<Index>(b - first);
    pairs->push_back({std::min(i, j), std::max(i, j)});
  }
};

}  // namespace

BulletSelfCollision::BulletSelfCollision(const models::SurfaceModel& cloth) {
  std::vector<btVector3> points;
  for (const auto& p : cloth.points) points.push_back(vectorOf(p));
  m_body = std::make_unique<btSoftBody>(&m_info, static_cast<int>(points.size()), points.data(), nullptr);
  btSoftBody& body = *m_body;
  body.m_faces.reserve(static_cast<int>(cloth.faces.size()));
  for (const Triangle& t : cloth.faces)
    body.appendFace(static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2]));
  // Links must connect all nodes, or Bullet builds its trees endlessly.
  for (const Edge& edge : linksOf({}, cloth.faces))
    body.appendLink(static_cast<int>(edge[0]), static_cast<int>(edge[1]));
  body.getCollisionShape()->setMargin(btScalar(1e-4));
  body.m_cfg.collisions = btSoftBody::fCollision::VF_DD;
  body.m_softSoftCollision = true;
  body.setSelfCollision(true);
  body.initializeFaceTree();
}

void BulletSelfCollision::place(const models::SurfaceModel& cloth) {
  btSoftBody& body = *m_body;
  for (int i = 0; i < body.m_nodes.size(); ++i)
    body.m_nodes[i].m_x = vectorOf(cloth.points[static_cast<std::size_t>(i)]);
  body.m_faceNodeContacts.resize(0);
}

void BulletSelfCollision::updateCones() {
  makeCones(m_body->m_fdbvnt);
}

void BulletSelfCollision::facePairs(std::vector<Pair>& pairs) {
  pairs.clear();
  Leaves leaves;
  leaves.first = &m_body->m_faces[0];
  leaves.pairs = &pairs;
  m_body->m_fdbvt.selfCollideT(m_body->m_fdbvnt, leaves);
}

std::size_t BulletSelfCollision::handleContacts() {
  btSoftBody& body = *m_body;
  body.m_faceNodeContacts.resize(0);
  body.defaultCollisionHandler(&body);
  return static_cast<std::size_t>(body.m_faceNodeContacts.size());
}

}  // namespace pliant::benchmarks
