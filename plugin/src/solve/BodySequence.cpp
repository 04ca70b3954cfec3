#include "solve/BodySequence.h"

#include <BulletSoftBody/btSoftBodyInternals.h>

namespace pliant::detail {
namespace {

/// Returns the inverse mass of a node, or of its whole seam.
btScalar inverseMassOf(const SolveContext& context, Index index, const btSoftBody::Node& node) {
  if (!context.seams.any()) return node.m_im;
  const auto local = static_cast<Index>(&node - &context.bodies[index]->m_nodes[0]);
  return context.inverseMassOfSeam(context.set.vertices(index).begin + local);
}

}  // namespace

bool runsInParts(const btSoftBody& body) {
  return body.m_cfg.viterations > 0 || body.m_cfg.diterations > 0 || body.m_clusters.size() > 0;
}

bool isLeftToBullet(const btSoftBody& body) {
  return body.m_scontacts.size() > 0 && !runsInParts(body);
}

void beginSolve(const SolveContext& context, Index index) {
  btSoftBody& body = *context.bodies[index];
  if (body.m_clusters.size() > 0) body.applyClusters(false);
  for (int i = 0; i < body.m_anchors.size(); ++i) {
    btSoftBody::Anchor& anchor = body.m_anchors[i];
    const btVector3 arm = anchor.m_body->getWorldTransform().getBasis() * anchor.m_local;
    const btScalar inverseMass = inverseMassOf(context, index, *anchor.m_node);
    anchor.m_c0 = ImpulseMatrix(body.m_sst.sdt, inverseMass, anchor.m_body->getInvMass(),
                                anchor.m_body->getInvInertiaTensorWorld(), arm);
    anchor.m_c1 = arm;
    anchor.m_c2 = body.m_sst.sdt * inverseMass;
    anchor.m_body->activate();
  }
  if (body.m_cfg.viterations <= 0) return;
  // Only the velocity solver reads m_c2 and m_c3.
  for (int i = 0; i < body.m_links.size(); ++i) {
    btSoftBody::Link& link = body.m_links[i];
    link.m_c3 = link.m_n[1]->m_q - link.m_n[0]->m_q;
    link.m_c2 = 1 / (link.m_c3.length2() * link.m_c0);
  }
  for (int iteration = 0; iteration < body.m_cfg.viterations; ++iteration) {
    for (int i = 0; i < body.m_cfg.m_vsequence.size(); ++i) {
      btSoftBody::getSolver(body.m_cfg.m_vsequence[i])(&body, 1);
    }
  }
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    btSoftBody::Node& node = body.m_nodes[i];
    node.m_x = node.m_q + node.m_v * body.m_sst.sdt;
  }
}

void iterate(btSoftBody& body, btScalar time, const BodyLinks& links, PackedNodes& nodes, Index first) {
  using Solver = btSoftBody::ePSolver;
  const auto place = [&](const btSoftBody::Node* node) { return first + static_cast<Index>(node - &body.m_nodes[0]); };
  const auto count = static_cast<Index>(body.m_nodes.size());
  const bool seams = nodes.hasSeams(first, count);
  for (int i = 0; i < body.m_cfg.m_psequence.size(); ++i) {
    const Solver::_ kind = body.m_cfg.m_psequence[i];
    if (kind == Solver::Linear) links.solve(nodes.x() + first, nodes.inverseMass() + first);
    if (kind == Solver::Anchors && body.m_anchors.size() > 0) {
      for (int k = 0; k < body.m_anchors.size(); ++k) nodes.scatter(place(body.m_anchors[k].m_node));
      btSoftBody::getSolver(kind)(&body, 1, time);
      for (int k = 0; k < body.m_anchors.size(); ++k) nodes.gather(place(body.m_anchors[k].m_node));
    }
    if (kind == Solver::RContacts && body.m_rcontacts.size() > 0 && seams) {
      // In most cases all nodes of a seam have the contact, each with its own mass.
      nodes.scatterBody(first, count);
      btSoftBody::getSolver(kind)(&body, 1, time);
      nodes.gatherBody(first, count);
    } else if (kind == Solver::RContacts && body.m_rcontacts.size() > 0) {
      for (int k = 0; k < body.m_rcontacts.size(); ++k) nodes.scatter(place(body.m_rcontacts[k].m_node));
      btSoftBody::getSolver(kind)(&body, 1, time);
      for (int k = 0; k < body.m_rcontacts.size(); ++k) nodes.gather(place(body.m_rcontacts[k].m_node));
    }
  }
}

void iterate(btSoftBody& body, btScalar time) {
  for (int i = 0; i < body.m_cfg.m_psequence.size(); ++i) {
    const auto kind = body.m_cfg.m_psequence[i];
    if (kind != btSoftBody::ePSolver::SContacts) btSoftBody::getSolver(kind)(&body, 1, time);
  }
}

bool reachesOthers(const btSoftBody& body) {
  const auto stands = [](const btCollisionObject& object) {
    const btRigidBody* rigid = btRigidBody::upcast(&object);
    return rigid ? !(rigid->getInvMass() > 0) : object.getInternalType() != btCollisionObject::CO_FEATHERSTONE_LINK;
  };
  bool alone = !isLeftToBullet(body) && body.m_cfg.diterations <= 0;
  for (int i = 0; alone && i < body.m_anchors.size(); ++i) alone = stands(*body.m_anchors[i].m_body);
  for (int i = 0; alone && i < body.m_rcontacts.size(); ++i) alone = stands(*body.m_rcontacts[i].m_cti.m_colObj);
  return !alone;
}

void takeVelocities(btSoftBody& body) {
  const btScalar factor = body.m_sst.isdt * (1 - body.m_cfg.kDP);
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    btSoftBody::Node& node = body.m_nodes[i];
    node.m_v = (node.m_x - node.m_q) * factor;
    node.m_f = btVector3(0, 0, 0);
  }
}

void solveDrift(btSoftBody& body, btAlignedObjectArray<btVector3>& scratch) {
  if (body.m_cfg.diterations <= 0) return;
  const int count = body.m_nodes.size();
  const btScalar factor = body.m_cfg.kVCF * body.m_sst.isdt;
  scratch.resize(count);
  for (int i = 0; i < count; ++i) {
    btSoftBody::Node& node = body.m_nodes[i];
    scratch[i] = node.m_q;
    node.m_q = node.m_x;
  }
  for (int iteration = 0; iteration < body.m_cfg.diterations; ++iteration) {
    for (int i = 0; i < body.m_cfg.m_dsequence.size(); ++i) {
      btSoftBody::getSolver(body.m_cfg.m_dsequence[i])(&body, 1, 0);
    }
  }
  for (int i = 0; i < count; ++i) {
    btSoftBody::Node& node = body.m_nodes[i];
    node.m_v += (node.m_x - node.m_q) * factor;
    node.m_q = scratch[i];
  }
}

void endClusters(btSoftBody& body) {
  body.dampClusters();
  body.applyClusters(true);
}

}  // namespace pliant::detail
