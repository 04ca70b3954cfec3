#include "deformable/DeformableContacts.h"

#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "deformable/SolverAccess.h"
#include "step/BodyPrediction.h"

namespace pliant::detail {
namespace {

/// Passes over the contacts of an island. The elastic solve comes before them, so they need not alternate with it.
constexpr int kPasses = 8;

/// Completes what Bullet reads of a body with tetrahedra without a test. Returns false if nothing was missing.
bool complete(btSoftBody& body) {
  const int count = body.m_tetras.size();
  if (body.m_tetraScratches.size() >= count && body.m_tetraScratchesTn.size() >= count) return false;
  btSoftBody::TetraScratch unstrained{};
  for (btMatrix3x3* const matrix : {&unstrained.m_F, &unstrained.m_cofF, &unstrained.m_corotation})
    matrix->setIdentity();
  unstrained.m_trace = 3;
  unstrained.m_J = 1;
  body.initializeDmInverse();
  body.m_tetraScratches.resize(count, unstrained);
  body.m_tetraScratchesTn.resize(count, unstrained);
  return true;
}

}  // namespace

/// Shows the solver bodies whose motion begins at t0 and that have no constraints of their own. The destructor gives
/// them back their settings and their velocities, with what the contacts have added.
class DeformableContacts::Guard {
 public:
  Guard(DeformableContacts& contacts, btScalar timeStep) : m_contacts(contacts), m_perSecond(1 / timeStep) {
    m_contacts.m_kept.clear();
    m_contacts.m_anchored.clear();
    m_contacts.m_kept.reserve(contacts.m_moved.size());
    int anchors = 0;
    for (const Moved& moved : contacts.m_moved) anchors += moved.body->m_deformableAnchors.size();
    m_contacts.m_anchored.reserve(static_cast<std::size_t>(anchors));
    for (const Moved& moved : contacts.m_moved) show(moved, timeStep);
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard() {
    for (std::size_t i = 0; i < m_contacts.m_moved.size(); ++i)
      restore(*m_contacts.m_moved[i].body, m_contacts.m_kept[i]);
    for (const auto& [node, inverseMass] : m_contacts.m_anchored) node->m_im = inverseMass;
    for (const Moved& moved : m_contacts.m_moved) m_contacts.takeVelocities(moved, m_perSecond);
  }

 private:
  void show(const Moved& moved, btScalar timeStep) {
    btSoftBody& body = *moved.body;
    btSoftBody::Config& config = body.m_cfg;
    btSoftBody::SolverState& state = body.m_sst;
    m_contacts.m_kept.push_back(
        {config.piterations, config.viterations, config.diterations, config.kDP, state.sdt, state.isdt});
    config.piterations = kPasses;
    config.viterations = config.diterations = 0;
    config.kDP = 0;
    state.sdt = timeStep;
    state.isdt = m_perSecond;
    for (int i = 0; i < moved.nodes; ++i) {
      btSoftBody::Node& node = body.m_nodes[i];
      // The solver takes velocities from motions. Only what it adds to this one counts.
      node.m_v = (node.m_x - node.m_q) * state.isdt;
    }
    for (int i = 0; i < body.m_deformableAnchors.size(); ++i) {
      btSoftBody::Node* const node = body.m_deformableAnchors[i].m_node;
      if (!(node->m_im > 0)) continue;
      m_contacts.m_anchored.emplace_back(node, node->m_im);
      node->m_im = 0;
    }
  }

  static void restore(btSoftBody& body, const Kept& kept) {
    body.m_cfg.piterations = kept.positionIterations;
    body.m_cfg.viterations = kept.velocityIterations;
    body.m_cfg.diterations = kept.driftIterations;
    body.m_cfg.kDP = kept.damping;
    body.m_sst.sdt = kept.sdt;
    body.m_sst.isdt = kept.isdt;
  }

  DeformableContacts& m_contacts;
  btScalar m_perSecond;
};

DeformableContacts::DeformableContacts(SoftCollision::Impl& impl) : m_impl(impl) {
  SolveSettings& settings = impl.solveSettings;
  settings.contactsOnly = true;
  settings.frictionIsProduct = true;
  settings.recovery = Real(0.2);
  // Materials of finite elements resist inversion by themselves.
  settings.guarded = [this](const btSoftBody& body) { return m_forces.areSprings(body); };
  settings.inversionFromStart = true;
}

bool DeformableContacts::needsProjection(const btDeformableBodySolver& solver) {
  if (!SolverAccess::isImplicit(solver) || solver.m_useProjection) return false;
  if (m_impl.listener && !std::exchange(m_projectionReported, true))
    m_impl.reportStatus(nullptr, {SoftBodyStatus::Kind::Incomplete, -1,
                                  "setImplicit(true) needs setUseProjection(true), which Pliant has now called"});
  return true;
}

void DeformableContacts::begin(btAlignedObjectArray<btSoftBody*>& bodies, btDeformableBodySolver& by,
                               btScalar timeStep) {
  const btScalar tolerance = m_impl.table.common.elasticTolerance;
  m_tolerance.set(SolverAccess::toleranceOf(by), tolerance);
  // Implicit solves are the motion itself: there a tolerance changes it by far more than it saves.
  m_projectedTolerance.set(SolverAccess::projectedTolerance(by), SolverAccess::isImplicit(by) ? 0 : tolerance);
  // After an implicit solve, rigid bodies between soft ones would be thrown by what the passes correct.
  m_impl.solveSettings.contactsPushRigid = !SolverAccess::isImplicit(by);
  m_impl.beginStep(bodies, by);
  m_impl.beginDeformable(timeStep);
  m_impl.sleepers.begin(bodies, true);
  m_forces.read(by);
  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody& body = *bodies[i];
    if (complete(body))
      m_impl.reportIncomplete(body, 1, "the body had no memory for the strain of its tetrahedra (m_tetraScratches)");
    using Flags = btSoftBody::fCollision;
    if (!(body.m_cfg.collisions & Flags::SDF_RD) || !(body.m_cfg.collisions & Flags::RVDFmask))
      m_impl.reportIncomplete(
          body, 2,
          "the body meets no box, plane or ball: its flags need SDF_RD, and SDF_RDN (nodes) or SDF_RDF (faces)");
  }
}

void DeformableContacts::ReplacedTolerance::set(btScalar& tolerance, btScalar wanted) {
  if (m_values && tolerance != m_values->ours) m_values.reset();  // the program has set it since
  if (!m_values && !(wanted > 0)) return;
  if (!m_values) m_values = {tolerance, wanted};
  m_values->ours = tolerance = wanted > 0 ? wanted : m_values->programs;
  if (!(wanted > 0)) m_values.reset();
}

void DeformableContacts::stopSleepers(const btAlignedObjectArray<btSoftBody*>& bodies) {
  for (int i = 0; i < bodies.size(); ++i) {
    if (bodies[i]->getActivationState() != ISLAND_SLEEPING) continue;
    bodies[i]->setZeroVelocity();
    for (int k = 0; k < bodies[i]->m_nodes.size(); ++k) bodies[i]->m_nodes[k].m_splitv.setZero();
  }
}

void DeformableContacts::end(const btAlignedObjectArray<btSoftBody*>& bodies, btScalar timeStep) {
  m_impl.sleepers.end(bodies, m_impl.table.common, timeStep);
}

void DeformableContacts::keepStart(const btAlignedObjectArray<btSoftBody*>& bodies) {
  m_moved.clear();
  m_start.clear();
  sortPresent(bodies);
  const bool twice = std::adjacent_find(m_present.begin(), m_present.end()) != m_present.end();  // added so
  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody& body = *bodies[i];
    if (twice && bodies.findLinearSearch(&body) < i) continue;
    m_moved.push_back({&body, BodyLife::known(body), body.m_nodes.size(), m_start.size(), {}, 0});
    for (int k = 0; k < body.m_nodes.size(); ++k) m_start.push_back(body.m_nodes[k].m_x);
    if (!body.isActive()) continue;  // its contacts are those of an earlier step
    beginMotions(body.m_nodeRigidContacts);
    beginMotions(body.m_faceRigidContacts);
  }
}

/// Records where the rigid bodies of the contacts are before they move.
template <typename Contacts>
void DeformableContacts::beginMotions(const Contacts& contacts) {
  for (int i = 0; i < contacts.size(); ++i) {
    if (!contacts[i].m_cti.m_colObj) continue;
    auto* const rigid = btRigidBody::upcast(const_cast<btCollisionObject*>(contacts[i].m_cti.m_colObj));
    if (rigid && !rigid->isStaticOrKinematicObject()) m_impl.reader.rigidMeshes().motions().begin(*rigid);
  }
}

void DeformableContacts::solve(const btAlignedObjectArray<btSoftBody*>& bodies, btScalar timeStep,
                               btOverlappingPairCache& pairs, btDispatcher& dispatcher) {
  BT_PROFILE("pliant deformable contacts");
  // Callbacks of the program may remove and move bodies: motion states before, near callbacks in findPairs.
  forgetGone(bodies);
  for (Moved& moved : m_moved) bound(moved);
  findPairs(pairs, dispatcher);
  forgetGone(bodies);
  m_end.resize(m_start.size());
  m_velocity.resize(m_start.size());
  for (const Moved& moved : m_moved) {
    for (int i = 0; i < moved.nodes; ++i) {
      m_end[moved.first + static_cast<std::size_t>(i)] = moved.body->m_nodes[i].m_x;
      m_velocity[moved.first + static_cast<std::size_t>(i)] = moved.body->m_nodes[i].m_v;
    }
  }
  {
    const Guard guard(*this, timeStep);
    m_impl.detectAndSolve();
  }
  m_impl.notify();
}

void DeformableContacts::sortPresent(const btAlignedObjectArray<btSoftBody*>& bodies) {
  m_present.clear();
  for (int i = 0; i < bodies.size(); ++i) m_present.push_back(bodies[i]);
  std::sort(m_present.begin(), m_present.end(), std::less<>());
}

void DeformableContacts::forgetGone(const btAlignedObjectArray<btSoftBody*>& bodies) {
  sortPresent(bodies);
  std::erase_if(m_moved, [this](const Moved& moved) {
    return !std::binary_search(m_present.begin(), m_present.end(), moved.body) ||
           BodyLife::known(*moved.body) != moved.life || moved.body->m_nodes.size() != moved.nodes;
  });
}

/// Computes the box of the body's motion, that of nodes which the program has moved since the last step included.
void DeformableContacts::bound(Moved& moved) const {
  Bounds box = Bounds::none();
  for (int i = 0; i < moved.nodes; ++i) {
    btSoftBody::Node& node = moved.body->m_nodes[i];
    node.m_q = m_start[moved.first + static_cast<std::size_t>(i)];
    if (!finite(node.m_q) || !finite(node.m_x)) continue;
    box.include(node.m_q);
    box.include(node.m_x);
  }
  if (moved.body->isActive()) includePoints(box, m_impl.markMoved(*moved.body), 0);
  moved.way = box;
}

/// Records the pairs of bodies that come near each other, if dispatch would accept them. Dispatch itself comes before
/// the elastic solve, so it does not know where the bodies move.
void DeformableContacts::findPairs(btOverlappingPairCache& pairs, btDispatcher& dispatcher) {
  for (Moved& moved : m_moved)
    if (!moved.way.isNone()) moved.way = moved.way.widened(m_impl.boxMargin(moved.body));
  m_order.resize(m_moved.size());
  std::iota(m_order.begin(), m_order.end(), std::size_t{0});
  std::sort(m_order.begin(), m_order.end(), [this](std::size_t a, std::size_t b) {
    const btScalar lowA = m_moved[a].way.low.x(), lowB = m_moved[b].way.low.x();
    return lowA != lowB ? lowA < lowB : a < b;
  });
  for (std::size_t i = 0; i < m_order.size(); ++i) {
    const Moved& a = m_moved[m_order[i]];
    for (std::size_t k = i + 1; k < m_order.size() && m_moved[m_order[k]].way.low.x() <= a.way.high.x(); ++k) {
      const Moved& b = m_moved[m_order[k]];
      if (a.way.meets(b.way)) m_impl.recordPair(*a.body, *b.body, pairs, dispatcher);
    }
  }
}

/// Restores the velocities, and adds what the contacts have changed.
void DeformableContacts::takeVelocities(const Moved& moved, btScalar perSecond) {
  btSoftBody& body = *moved.body;
  btScalar most = 0;
  bool changed = false;
  for (int i = 0; i < moved.nodes; ++i) {
    const std::size_t at = moved.first + static_cast<std::size_t>(i);
    btSoftBody::Node& node = body.m_nodes[i];
    const btVector3 added = node.m_v - (m_end[at] - m_start[at]) * perSecond;
    changed = changed || node.m_x != m_end[at];
    node.m_v = added.isZero() ? m_velocity[at] : m_velocity[at] + added;
    node.m_q = node.m_x;
    node.m_vn = node.m_v;
    most = std::max(most, node.m_v.length2());
  }
  if (!changed) return;
  body.m_maxSpeedSquared = most;
  body.interpolateRenderMesh();
}

}  // namespace pliant::detail
