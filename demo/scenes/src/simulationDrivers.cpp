#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Simulation.h>

#include <algorithm>

#include "DeformableParts.h"
#include "toEigen.h"

// Driven vertices and scripted bodies.

namespace pliant {
namespace {

constexpr double kJump = 0.5;  // longer motion in a step is a jump [length at scale 1]

}  // namespace

void Simulation::setDriven(std::size_t body, const std::vector<Index>& vertices) {
  SimulatedBody& simulated = m_bodies[body];
  Driver driver;
  driver.body = body;
  driver.vertices = vertices;
  for (const Index v : vertices) {
    const btSoftBody::Node& node = simulated.body->m_nodes[static_cast<int>(v)];
    driver.masses.push_back(simulated.body->getMass(static_cast<int>(v)));
    simulated.body->setMass(static_cast<int>(v), 0);  // Bullet treats mass 0 as infinite
    simulated.driven[v] = 1;
    driver.path.push_back(node.m_x);
  }
  m_drivers.push_back(std::move(driver));
}

void Simulation::release(std::size_t body) {
  SimulatedBody& simulated = m_bodies[body];
  const auto lets = [&](const Driver& driver) {
    if (driver.body != body || driver.isScripted) return false;
    for (std::size_t i = 0; i < driver.vertices.size(); ++i) {
      simulated.body->setMass(static_cast<int>(driver.vertices[i]), driver.masses[i]);
      simulated.driven[driver.vertices[i]] = 0;
    }
    return true;
  };
  m_drivers.erase(std::remove_if(m_drivers.begin(), m_drivers.end(), lets), m_drivers.end());
}

void Simulation::drive(std::size_t body, const btVector3& velocity) {
  for (Driver& driver : m_drivers) {
    if (driver.body == body) driver.velocity = velocity * length(1);
  }
}

void Simulation::setDrivenPositions(std::size_t body, const std::vector<btVector3>& positions) {
  for (Driver& driver : m_drivers) {
    if (driver.body != body || driver.isScripted) continue;
    btVector3 way(0, 0, 0);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const btVector3 end = positions[i] * length(1);
      way += end - driver.path[i];
      driver.path[i] = end;
    }
    driver.velocity = way / (static_cast<btScalar>(positions.size()) * static_cast<btScalar>(kTimeStep));
    driver.isPlaced = true;
  }
}

void Simulation::setScripted(std::size_t body) {
  SimulatedBody& simulated = m_bodies[body];
  Driver driver;
  driver.body = body;
  driver.isScripted = true;
  for (int i = 0; i < simulated.body->m_nodes.size(); ++i) {
    driver.vertices.push_back(static_cast<Index>(i));
    driver.path.push_back(simulated.body->m_nodes[i].m_x);
  }
  simulated.driven.assign(driver.vertices.size(), 1);
  m_drivers.push_back(std::move(driver));
}

void Simulation::setLed(std::size_t body) {
  setScripted(body);
  m_drivers.back().isLed = true;
  btSoftBody& led = *m_bodies[body].body;
  for (int i = 0; i < led.m_nodes.size(); ++i) led.setMass(i, 0);
}

/// Returns the work that the contacts of a led body did on others in the last step [J].
double Simulation::workOfLed(const btSoftBody& led) const {
  if (!m_collision) return 0;
  const btScalar dt = static_cast<btScalar>(kTimeStep);
  btVector3 mean(0, 0, 0);
  for (int i = 0; i < led.m_nodes.size(); ++i) mean += led.m_nodes[i].m_x - led.m_nodes[i].m_q;
  mean /= dt * static_cast<btScalar>(led.m_nodes.size());
  double work = 0;
  for (const SoftContact& contact : m_collision->getContacts()) {
    const bool isA = contact.bodyA == &led;
    if (isA == (contact.bodyB == &led)) continue;
    const btVector3 impulse = contact.normal * contact.impulse + contact.friction;  // on A
    if (contact.kind == SoftContact::Kind::Volume) {
      work += static_cast<double>((isA ? -impulse : impulse).dot(mean));
      continue;
    }
    for (std::size_t j = 0; j < 4; ++j) {
      if (contact.nodes[j] < 0 || (j < contact.nodesOfA()) != isA) continue;
      const btSoftBody::Node& node = led.m_nodes[contact.nodes[j]];
      work -= static_cast<double>(contact.weights[j] * impulse.dot(node.m_x - node.m_q) / dt);
    }
  }
  return work;
}

void Simulation::setScriptedPositions(std::size_t body, const std::vector<btVector3>& positions) {
  for (Driver& driver : m_drivers) {
    if (driver.body != body) continue;
    std::transform(positions.begin(), positions.end(), driver.path.begin(),
                   [this](const btVector3& p) { return p * length(1); });
  }
}

// Sets only velocities towards the path; the world moves the vertices. Stock Bullet's contacts do not follow positions
// that a program writes.
void Simulation::startDrivers() {
  const btScalar dt = static_cast<btScalar>(kTimeStep);
  for (Driver& driver : m_drivers) {
    for (std::size_t i = 0; i < driver.vertices.size(); ++i) {
      btSoftBody::Node& node = m_bodies[driver.body].body->m_nodes[static_cast<int>(driver.vertices[i])];
      if (!driver.isPlaced) driver.path[i] += driver.velocity * dt;
      const btVector3 way = driver.path[i] - node.m_x;
      // A body that jumps hits nothing on its path.
      const bool jumps = driver.isScripted && way.length() > length(kJump);
      if (jumps) node.m_x = driver.path[i];
      node.m_v = jumps ? btVector3(0, 0, 0) : way / dt;
    }
    driver.isPlaced = false;
  }
  for (const DrivenRigid& driven : m_drivenRigid) {
    driven.body->setLinearVelocity(driven.velocity);
    driven.body->setAngularVelocity(btVector3(0, 0, 0));
  }
  m_stockSolver.measure = !m_drivers.empty();
  if (m_deformable) m_deformable->beginStep(!m_drivers.empty());
  if (!m_drivers.empty()) m_meter.begin(m_bodies, m_gravity, dt);
}

void Simulation::finishDrivers() {
  for (const DrivenRigid& driven : m_drivenRigid) {
    const btVector3 lost = driven.velocity - driven.body->getLinearVelocity();
    m_driverWork += static_cast<double>(driven.velocity.dot(lost)) / static_cast<double>(driven.body->getInvMass());
  }
  if (m_drivers.empty()) return;
  if (m_deformable) {
    m_meter.finish(m_bodies, *m_deformable);
  } else {
    m_meter.finish(m_bodies, m_collision, m_collision ? nullptr : &m_stockSolver);
  }
  for (const Driver& driver : m_drivers) {
    m_driverWork += m_meter.momentum(driver.body).dot(detail::toEigen(driver.velocity));
    if (!driver.isScripted) continue;
    if (driver.isLed) m_driverWork += workOfLed(*m_bodies[driver.body].body);
    for (std::size_t i = 0; i < driver.vertices.size(); ++i)
      m_bodies[driver.body].body->m_nodes[static_cast<int>(driver.vertices[i])].m_x = driver.path[i];
  }
}

void Simulation::stepPaths() {
  m_scene->beforeStep(*this, m_steps);
  for (const Driver& driver : m_drivers) {
    if (!driver.isScripted) continue;
    for (std::size_t i = 0; i < driver.vertices.size(); ++i) {
      btSoftBody::Node& node = m_bodies[driver.body].body->m_nodes[static_cast<int>(driver.vertices[i])];
      node.m_x = node.m_q = driver.path[i];
      node.m_v = btVector3(0, 0, 0);
    }
  }
  m_times = {};
  ++m_steps;
  m_scene->afterStep(*this, m_steps);
}

}  // namespace pliant
