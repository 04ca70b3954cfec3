#include "BodyPrediction.h"

#include <BulletSoftBody/btSoftBodyInternals.h>

#include <algorithm>
#include <vector>

#include "core/SeamGroups.h"
#include "step/BodyTrees.h"

namespace pliant::detail {
namespace {

void integrate(btSoftBody& body) {
  const btScalar dt = body.m_sst.sdt;
  const btScalar limit = body.m_worldInfo->m_maxDisplacement / dt;
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    btSoftBody::Node& node = body.m_nodes[i];
    node.m_q = node.m_x;
    btVector3 change = node.m_f * node.m_im * dt;
    for (int k = 0; k < 3; ++k) {
      if (change[k] > limit) change[k] = limit;
      if (change[k] < -limit) change[k] = -limit;
    }
    node.m_v += change;
    node.m_x += node.m_v * dt;
    node.m_f = btVector3(0, 0, 0);
  }
}

/// Gives weight 0 to nodes that were added after the pose was set: Bullet reads a weight of each node.
void fillPose(btSoftBody& body) {
  btSoftBody::Pose& pose = body.m_pose;
  if (!pose.m_bframe) return;
  while (pose.m_wgh.size() < body.m_nodes.size()) pose.m_wgh.push_back(0);
  while (pose.m_pos.size() < body.m_nodes.size()) pose.m_pos.push_back(btVector3(0, 0, 0));
}

void matchPose(btSoftBody& body) {
  if (!body.m_pose.m_bframe || !(body.m_cfg.kMT > 0)) return;
  const btMatrix3x3 rotation = body.m_pose.m_rot;
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    btSoftBody::Node& node = body.m_nodes[i];
    if (node.m_im > 0 && body.m_pose.m_wgh[i] > 0) {
      const btVector3 goal = rotation * body.m_pose.m_pos[i] + body.m_pose.m_com;
      node.m_x = Lerp(node.m_x, goal, body.m_cfg.kMT);
    }
  }
}

/// Computes the box of the finite nodes: of m_x, and of m_q if `swept`. Returns false if there is no finite node.
bool boundNodes(const btSoftBody& body, bool swept, Bounds& box) {
  box = Bounds::none();
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = body.m_nodes[i];
    if (!finite(node.m_x) || !finite(node.m_q)) continue;
    box.include(node.m_x);
    if (swept) box.include(node.m_q);
  }
  return !box.isNone();
}

/// Replaces btSoftBody::updateBounds; a body without a finite node keeps its bounds.
void updateBounds(btSoftBody& body) {
  Bounds box{btVector3(0, 0, 0), btVector3(0, 0, 0)};
  if (body.m_nodes.size() > 0) {
    if (!boundNodes(body, false, box)) return;
    box = box.widened(body.getCollisionShape()->getMargin());
  }
  body.m_bounds[0] = box.low;
  body.m_bounds[1] = box.high;
}

btDbvtVolume volumeOf(const btSoftBody::Face& face, btScalar margin) {
  const btVector3* corners[] = {&face.m_n[0]->m_x, &face.m_n[1]->m_x, &face.m_n[2]->m_x};
  btDbvtVolume volume = btDbvtVolume::FromPoints(corners, 3);
  volume.Expand(btVector3(margin, margin, margin));
  return volume;
}

bool isEverywhere(const btDbvt& tree) {
  return !tree.empty() && tree.m_root->volume.Maxs().x() >= BT_LARGE_FLOAT;
}

/// Makes all boxes of the tree contain everything.
void putEverywhere(btDbvt& tree) {
  const btVector3 far(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
  std::vector<btDbvtNode*> nodes(tree.empty() ? 0 : 1, tree.m_root);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i]->volume = btDbvtVolume::FromMM(-far, far);
    if (nodes[i]->isinternal()) nodes.insert(nodes.end(), {nodes[i]->childs[0], nodes[i]->childs[1]});
  }
}

void refitFaceTree(btSoftBody& body, Trees trees) {
  const btSoftBody::SolverState& state = body.m_sst;
  if (trees == Trees::All && isEverywhere(body.m_fdbvt)) clearFaceTree(body);
  if (trees != Trees::None && body.m_fdbvt.empty()) {
    buildFaceTree(body, state.radmrg);
    if (trees == Trees::Rays) putEverywhere(body.m_fdbvt);
  }
  if (body.m_fdbvt.empty() || isEverywhere(body.m_fdbvt)) return;
  for (int i = 0; i < body.m_faces.size(); ++i) {
    btSoftBody::Face& face = body.m_faces[i];
    if (!face.m_leaf) continue;
    const btVector3 velocity = (face.m_n[0]->m_v + face.m_n[1]->m_v + face.m_n[2]->m_v) / 3;
    btDbvtVolume volume = volumeOf(face, state.radmrg);
    body.m_fdbvt.update(face.m_leaf, volume, velocity * state.velmrg, state.updmrg);
  }
  body.m_fdbvt.optimizeIncremental(1);
}

void refitNodeTree(btSoftBody& body) {
  const btSoftBody::SolverState& state = body.m_sst;
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    btSoftBody::Node& node = body.m_nodes[i];
    btDbvtVolume volume = btDbvtVolume::FromCR(node.m_x, state.radmrg);
    body.m_ndbvt.update(node.m_leaf, volume, node.m_v * state.velmrg, state.updmrg);
  }
  body.m_ndbvt.optimizeIncremental(1);
}

}  // namespace

Bounds predictMotion(btSoftBody& body, btScalar timeStep, Trees trees, btScalar margin) {
  if (body.m_bUpdateRtCst) {
    body.m_bUpdateRtCst = false;
    body.updateConstants();
    clearFaceTree(body);  // its leaves point to faces that may have moved in memory
  }
  btSoftBody::SolverState& state = body.m_sst;
  state.sdt = timeStep * body.m_cfg.timescale;
  state.isdt = 1 / state.sdt;
  state.velmrg = state.sdt * 3;
  state.radmrg = body.getCollisionShape()->getMargin();
  state.updmrg = state.radmrg * btScalar(0.25);

  body.addVelocity(body.m_worldInfo->m_gravity * state.sdt);
  body.applyForces();
  integrate(body);
  body.updateClusters();
  updateBounds(body);
  if (trees == Trees::All) refitNodeTree(body);
  refitFaceTree(body, trees);
  fillPose(body);
  body.updatePose();
  matchPose(body);
  while (body.m_rcontacts.size()) body.m_rcontacts.pop_back();
  body.m_scontacts.resize(0);
  body.m_cdbvt.optimizeIncremental(1);

  return sweptBounds(body, margin);
}

Bounds sweptBounds(const btSoftBody& body, btScalar margin) {
  Bounds motion;
  if (!boundNodes(body, true, motion)) return {body.m_bounds[0], body.m_bounds[1]};
  return motion.widened(std::max(margin, body.getCollisionShape()->getMargin()));
}

LateConstants::LateConstants(const btAlignedObjectArray<btSoftBody*>& bodies) : m_all(bodies) {
  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody& body = *bodies[i];
    if (!body.isActive() || !body.m_bUpdateRtCst) continue;
    body.m_bUpdateRtCst = false;
    clearFaceTree(body);  // its leaves point to faces that may have moved in memory
    m_bodies.push_back(&body);
  }
}

LateConstants::~LateConstants() {
  for (btSoftBody* const body : m_bodies) body->m_bUpdateRtCst = true;
}

void LateConstants::compute() {
  constexpr int kByFaces = btSoftBody::fCollision::SDF_RDF | btSoftBody::fCollision::SDF_MDF;
  for (btSoftBody* const body : m_bodies) {
    body->updateConstants();
    if (body->m_cfg.collisions & btSoftBody::fCollision::SDF_RD) buildNodeTree(*body);
    body->updateNodeTree(true, true);
  }
  m_bodies.clear();
  for (int i = 0; i < m_all.size(); ++i) {
    btSoftBody& body = *m_all[i];
    if (!body.isActive() || !(body.m_cfg.collisions & kByFaces) || !body.m_fdbvt.empty()) continue;
    buildFaceTree(body, 0);
    body.updateFaceTree(true, true);
  }
}

void includePoints(Bounds& bounds, std::span<const Real> points, btScalar margin) {
  for (std::size_t i = 0; i + 2 < points.size(); i += 3) {
    const btVector3 point(points[i], points[i + 1], points[i + 2]);
    bounds.include(Bounds{point, point}.widened(margin));
  }
}

void joinSeams(btSoftBody& body, const BodySeams& seams) {
  seams.forEachPlace([&](std::span<const Index> vertices) {
    joinNodes(vertices, [&](Index v) -> btSoftBody::Node& { return body.m_nodes[static_cast<int>(v)]; });
  });
}

}  // namespace pliant::detail
