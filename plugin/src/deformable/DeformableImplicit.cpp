// Contacts of implicit steps, within Bullet's elastic solve.

#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <functional>

#include "deformable/DeformableContacts.h"
#include "deformable/SolverAccess.h"

namespace pliant::detail {
namespace {

/// Elastic solves with contacts that follow Bullet's own in an implicit step. One is too few for stiff bodies, also if
/// it finds no new contact.
constexpr int kImplicitPasses = 2;

/// Relative accuracy of these solves: square of the residual. They change the velocities of Bullet's solve by little.
constexpr btScalar kPassTolerance = btScalar(1e-3);

/// Adds a force to a solver, and allows it a tolerance, until it is destroyed. A line search is off: the energy of
/// Bullet's damping forces, divided by the time step and not multiplied, outweighs that of contacts.
class ForceInSolve {
 public:
  ForceInSolve(btDeformableBodySolver& solver, btDeformableLagrangianForce& force, btScalar tolerance)
      : m_solver(solver),
        m_force(force),
        m_tolerance(SolverAccess::projectedTolerance(solver)),
        m_lineSearch(SolverAccess::lineSearch(solver)) {
    SolverAccess::lineSearch(m_solver) = false;
    m_solver.getLagrangianForceArray()->push_back(&m_force);
    SolverAccess::projectedTolerance(m_solver) = std::max(m_tolerance, tolerance);
  }
  ForceInSolve(const ForceInSolve&) = delete;
  ForceInSolve& operator=(const ForceInSolve&) = delete;
  ~ForceInSolve() {
    m_solver.getLagrangianForceArray()->remove(&m_force);
    SolverAccess::projectedTolerance(m_solver) = m_tolerance;
    SolverAccess::lineSearch(m_solver) = m_lineSearch;
  }

 private:
  btDeformableBodySolver& m_solver;
  btDeformableLagrangianForce& m_force;
  const btScalar m_tolerance;
  const bool m_lineSearch;
};

/// Splits a list so that contacts with bodies that the solve can't move come last. Returns how many others there are.
template <typename Contacts>
int putFloorsLast(Contacts& contacts) {
  int others = 0;
  for (int i = 0; i < contacts.size(); ++i) {
    const btCollisionObject* const object = contacts[i].m_cti.m_colObj;
    if (object && object->isStaticOrKinematicObject()) continue;
    if (i != others) contacts.swap(i, others);
    ++others;
  }
  return others;
}

}  // namespace

/// Hides the contacts with floors from Bullet, and makes them forces of the solve, until it is destroyed.
class DeformableContacts::FloorsInSolve {
 public:
  FloorsInSolve(DeformableContacts& contacts, const btAlignedObjectArray<btSoftBody*>& bodies,
                btDeformableBodySolver& by, btScalar timeStep) {
    for (int i = 0; i < bodies.size(); ++i) {
      btSoftBody& body = *bodies[i];
      if (!body.isActive()) continue;
      m_lists.push_back({&body, body.m_nodeRigidContacts.size(), body.m_faceRigidContacts.size()});
      const int nodes = putFloorsLast(body.m_nodeRigidContacts), faces = putFloorsLast(body.m_faceRigidContacts);
      contacts.m_floors.addFloors(body, nodes, faces, timeStep);
      body.m_nodeRigidContacts.resizeNoInitialize(nodes);
      body.m_faceRigidContacts.resizeNoInitialize(faces);
    }
    if (!contacts.m_floors.empty()) m_force.emplace(by, contacts.m_floors, 0);
  }
  FloorsInSolve(const FloorsInSolve&) = delete;
  FloorsInSolve& operator=(const FloorsInSolve&) = delete;
  ~FloorsInSolve() {
    for (const Lists& lists : m_lists) {
      lists.body->m_nodeRigidContacts.resizeNoInitialize(lists.nodes);
      lists.body->m_faceRigidContacts.resizeNoInitialize(lists.faces);
    }
  }

 private:
  struct Lists {
    btSoftBody* body;
    int nodes, faces;
  };
  std::optional<ForceInSolve> m_force;
  std::vector<Lists> m_lists;
};

void DeformableContacts::solveBullets(const btAlignedObjectArray<btSoftBody*>& bodies, btDeformableBodySolver& by,
                                      btScalar timeStep, const std::function<void()>& solve) {
  m_floors.clear();
  if (!SolverAccess::isImplicit(by)) return solve();
  const FloorsInSolve floors(*this, bodies, by, timeStep);
  solve();
}

void DeformableContacts::predictImplicit(const btAlignedObjectArray<btSoftBody*>& bodies,
                                         const btDeformableBodySolver& by, btScalar timeStep) {
  if (!SolverAccess::isImplicit(by)) return;
  for (int i = 0; i < bodies.size(); ++i) {
    if (!bodies[i]->isActive()) continue;
    for (int k = 0; k < bodies[i]->m_nodes.size(); ++k) {
      btSoftBody::Node& node = bodies[i]->m_nodes[k];
      node.m_q = node.m_x + node.m_v * timeStep;
    }
  }
}

void DeformableContacts::solveImplicit(const btAlignedObjectArray<btSoftBody*>& bodies, btDeformableBodySolver& by,
                                       btScalar timeStep, btOverlappingPairCache& pairs, btDispatcher& dispatcher) {
  if (!SolverAccess::isImplicit(by)) return;
  BT_PROFILE("pliant implicit contacts");
  keepStart(bodies);
  m_touching.clear();
  m_velocity.resize(m_start.size());
  for (Moved& moved : m_moved) {
    moved.maxSpeedSquared = moved.body->m_maxSpeedSquared;
    for (int i = 0; i < moved.nodes; ++i)
      m_velocity[moved.first + static_cast<std::size_t>(i)] = moved.body->m_nodes[i].m_v;
  }
  for (int pass = 0; pass < kImplicitPasses; ++pass) {
    const std::size_t present = m_moved.size();
    findImplicit(bodies, timeStep, pairs, dispatcher);
    // A callback has removed a body, and Bullet has numbered the nodes anew: it can't solve again in this step.
    if (m_moved.size() != present) {
      m_touching.clear();
      m_implicit.clear();
    }
    if (m_implicit.empty()) break;
    const HiddenTetrahedra hidden(bodies, m_forces, false);
    const ForceInSolve floors(by, m_floors, 0);
    const ForceInSolve force(by, m_implicit, kPassTolerance);
    by.solveDeformableConstraints(timeStep);
  }
  std::sort(m_touching.begin(), m_touching.end(), std::less<>());
  m_impl.given = m_implicit.impulses(timeStep);
  m_implicit.clear();
  // The solve is one for all bodies. Those that touch nothing keep their own result.
  for (const Moved& moved : m_moved) {
    if (std::binary_search(m_touching.begin(), m_touching.end(), moved.body, std::less<>())) continue;
    moved.body->m_maxSpeedSquared = moved.maxSpeedSquared;
    for (int i = 0; i < moved.nodes; ++i)
      moved.body->m_nodes[i].m_v = m_velocity[moved.first + static_cast<std::size_t>(i)];
  }
}

/// Finds the contacts of the motion by the present velocities. Afterwards the nodes are at t0 again.
void DeformableContacts::findImplicit(const btAlignedObjectArray<btSoftBody*>& bodies, btScalar timeStep,
                                      btOverlappingPairCache& pairs, btDispatcher& dispatcher) {
  const auto forEachNode = [this](const auto& visit) {
    for (const Moved& moved : m_moved)
      for (int i = 0; i < moved.nodes; ++i)
        visit(moved.body->m_nodes[i], m_start[moved.first + static_cast<std::size_t>(i)]);
  };
  const auto putBack = [&] {
    forgetGone(bodies);
    forEachNode([](btSoftBody::Node& node, const btVector3& start) { node.m_x = start; });
  };
  forEachNode([timeStep](btSoftBody::Node& node, const btVector3& start) {
    node.m_x = start + timeStep * (node.m_v + node.m_splitv);
  });
  m_implicit.clear();
  try {
    for (Moved& moved : m_moved) bound(moved);
    findPairs(pairs, dispatcher);
    forgetGone(bodies);
    const auto contacts = m_impl.detectAlone();
    putBack();
    for (const SurfaceContact& contact : contacts) addImplicit(contact, timeStep);
  } catch (...) {
    putBack();
    throw;
  }
}

void DeformableContacts::addImplicit(const SurfaceContact& contact, btScalar timeStep) {
  const SoftBodyReader& reader = m_impl.reader;
  std::array<btSoftBody::Node*, 4> nodes{};
  std::array<btVector3, 4> ends;
  std::array<bool, 4> moves{};
  btScalar friction = 1;
  for (std::size_t k = 0; k < 4; ++k) {
    const Index vertex = contact.vertices[k], index = reader.set().bodyOfVertex()[vertex];
    btSoftBody* const body = reader.bodyAt(index);
    const RigidMesh* const mesh = body ? nullptr : reader.meshAt(index);
    if (mesh && mesh->member.motion) return;  // its own motion is not known before it has moved
    nodes[k] = reader.nodeOfVertex()[vertex];
    ends[k] = toBullet(reader.set().positions()[vertex]);
    moves[k] = body && body->isActive() && nodes[k]->m_im > 0;
    if (k == 0 || k == 3) friction *= body ? body->m_cfg.kDF : btScalar(mesh->member.friction);
  }
  if (!m_implicit.add(contact, nodes, ends, moves, friction, timeStep)) return;
  for (const std::size_t k : {std::size_t{0}, std::size_t{3}})
    m_touching.push_back(reader.bodyAt(reader.set().bodyOfVertex()[contact.vertices[k]]));
}

}  // namespace pliant::detail
