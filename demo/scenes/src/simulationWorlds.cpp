#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/plugin/SoftRigidDynamicsWorld.h>
#include <pliant/scenes/Simulation.h>

#include "DeformableParts.h"

// The worlds of a simulation, and their steps.

namespace pliant {
namespace {

using Flags = btSoftBody::fCollision;

constexpr int kClustersOfSolid = 16, kClustersOfSurface = 64;

// Replaces the times by Pliant's own stage times. The rest of the step is Other: rigid bodies and bookkeeping.
// `share`: CPU time for a wall time.
void takeTimes(const StageTimes& stages, double share, StepTimes& times) {
  const double total = times.total();
  times.ms.fill(0);
  times.known.fill(true);
  times[StepStage::Predict] = share * stages.predict;
  times[StepStage::Broadphase] = share * stages.broadphase;
  times[StepStage::Detect] = share * stages.detect;
  times[StepStage::Response] = share * stages.response;
  times[StepStage::Solve] = share * stages.solve;
  times[StepStage::Update] = share * stages.update;
  times[StepStage::Other] = total - times.total();
}

}  // namespace

void Simulation::makeStockWorld() {
  if (m_settings.detector == "bullet") m_softFlags |= Flags::VF_SS;
  if (m_settings.detector == "bullet-clusters") {
    m_softFlags = Flags::CL_RS | Flags::CL_SS;
    m_clusters = kClustersOfSolid;
    m_surfaceClusters = kClustersOfSurface;
  }
  m_classic = std::make_unique<btSoftRigidDynamicsWorld>(m_dispatcher.get(), m_broadphase.get(), m_solver.get(),
                                                         m_configuration.get(), &m_stockSolver);
}

void Simulation::makePliantWorld() {
  auto world = std::make_unique<SoftRigidDynamicsWorld>(m_dispatcher.get(), m_broadphase.get(), m_solver.get(),
                                                        m_configuration.get());
  m_collision = &world->softCollision();
  m_classic = std::move(world);
}

btSoftBodyWorldInfo& Simulation::worldInfo() {
  return m_deformable ? m_deformable->info() : m_classic->getWorldInfo();
}

void Simulation::stepWorld() {
  m_clock.begin();
  const auto dt = static_cast<btScalar>(kTimeStep);
  const int steps = m_deformable ? DeformableParts::kSubsteps : 1;
  StageTimes stages;
  m_detection = {};
  for (int i = 0; i < steps; ++i) {
    if (m_deformable)
      m_deformable->substep();
    else
      m_world->stepSimulation(dt, 1, dt);
    if (!m_collision) continue;
    stages += m_collision->getStageTimes();
    m_detection += m_collision->getCounters().detection;
  }
  worldInfo().m_sparsesdf.GarbageCollect();
  m_times = m_clock.end();
  if (m_collision) takeTimes(stages, m_clock.share(), m_times);
}

}  // namespace pliant
