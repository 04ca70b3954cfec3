#pragma once

#include <BulletSoftBody/btDefaultSoftBodySolver.h>

#include <vector>

#include "NaiveSource.h"
#include "solve/LockstepSolver.h"

/// Returns a view of the body with all its faces and tetrahedra, which `faces` and `tetrahedra` store.
inline pliant::BodyView viewOf(btSoftBody& body, std::vector<pliant::Triangle>& faces,
                               std::vector<pliant::Tetrahedron>& tetrahedra) {
  using pliant::Index;
  using pliant::Real;
  const auto index = [&](const btSoftBody::Node* node) { return static_cast<Index>(node - &body.m_nodes[0]); };
  for (int i = 0; i < body.m_faces.size(); ++i) {
    const auto& n = body.m_faces[i].m_n;
    faces.push_back({index(n[0]), index(n[1]), index(n[2])});
  }
  for (int i = 0; i < body.m_tetras.size(); ++i) {
    const auto& n = body.m_tetras[i].m_n;
    tetrahedra.push_back({index(n[0]), index(n[1]), index(n[2]), index(n[3])});
  }
  const std::ptrdiff_t stride = sizeof(btSoftBody::Node) / sizeof(Real);
  const auto count = static_cast<Index>(body.m_nodes.size());
  pliant::BodyView view;
  view.positions = {&body.m_nodes[0].m_x[0], count, stride};
  view.positions_t0 = {&body.m_nodes[0].m_q[0], count, stride};
  if (!faces.empty()) view.triangles = {faces[0].data(), static_cast<Index>(faces.size()), 3};
  if (!tetrahedra.empty()) view.tetrahedra = {tetrahedra[0].data(), static_cast<Index>(tetrahedra.size()), 4};
  return view;
}

/// Solves one step with the contacts and the hits of `source`: detect(contacts), check(hits).
template <typename Source>
void solveStep(pliant::detail::LockstepSolver& solver, const pliant::detail::SolveContext& context, Source& source,
               std::vector<pliant::SurfaceContact>& contacts, pliant::detail::SolveReport& report) {
  std::vector<pliant::SurfaceContact> hits;
  solver.begin(context, report);
  source.detect(contacts);
  solver.solve(context, {contacts, {}, {}}, report);
  do {
    source.check(hits);
  } while (solver.repair(context, hits, report));
  solver.finish(context, report);
}

/// Stock Bullet, except that NaiveSource finds the contacts of soft bodies and the lockstep solver solves them.
class NaiveSolver : public btDefaultSoftBodySolver {
 public:
  pliant::detail::SolveSettings settings;
  pliant::detail::SolveReport report;
  pliant::BodySet set;
  NaiveSource source{set};
  pliant::detail::LockstepSolver lockstep;
  std::vector<pliant::SurfaceContact> contacts;  ///< of the last step, without hits
  bool selfSolids = false;                       ///< true if bodies of tetrahedra collide with themselves

  void optimize(btAlignedObjectArray<btSoftBody*>& bodies, bool force = false) override {
    btDefaultSoftBodySolver::optimize(bodies, force);
    while (static_cast<int>(m_bodies.size()) < bodies.size()) add(*bodies[static_cast<int>(m_bodies.size())]);
  }
  void solveConstraints(btScalar) override {
    solveStep(lockstep, {m_bodies, m_nodes, set, settings}, source, contacts, report);
  }
  void processCollision(btSoftBody*, btSoftBody*) override {}
  using btDefaultSoftBodySolver::processCollision;

 private:
  void add(btSoftBody& body) {
    std::vector<pliant::Triangle> faces;
    std::vector<pliant::Tetrahedron> tetrahedra;
    for (int i = 0; i < body.m_nodes.size(); ++i) {
      body.m_nodes[i].m_q = body.m_nodes[i].m_x;
      m_nodes.push_back(&body.m_nodes[i]);
    }
    const pliant::Index id = set.add(viewOf(body, faces, tetrahedra));
    set.setMargin(id, body.getCollisionShape()->getMargin());
    set.setSelf(id, selfSolids || body.m_tetras.size() == 0);
    set.update();
    m_bodies.push_back(&body);
  }

  std::vector<btSoftBody*> m_bodies;
  std::vector<btSoftBody::Node*> m_nodes;
};
