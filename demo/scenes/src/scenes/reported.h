#pragma once

#include <algorithm>

#include "sceneParts.h"

/// Functions for the scenes after reports.
namespace pliant::detail {

/// Returns a material with Pliant's default contact distance between soft bodies.
inline SoftMaterial reported(double mass, int iterations) {
  return {.mass = mass, .iterations = iterations, .usualDistance = true};
}

/// Returns the height of the centroid [length at scale 1].
inline double centroidHeight(const Simulation& simulation, std::size_t body) {
  return static_cast<double>(centroid(*simulation.bodies()[body].body).y()) / simulation.scale();
}

/// Returns the largest displacement of a node in the last step, divided by the time step [length/s at scale 1].
inline double fastestNode(const Simulation& simulation) {
  btScalar most = 0;
  for (const SimulatedBody& body : simulation.bodies())
    for (int i = 0; i < body.body->m_nodes.size(); ++i)
      most = std::max(most, (body.body->m_nodes[i].m_x - body.body->m_nodes[i].m_q).length());
  return static_cast<double>(most) / Simulation::kTimeStep / simulation.scale();
}

/// Returns the largest ratio of a link's length to its rest length.
inline double longestLink(const Simulation& simulation, std::size_t body) {
  btScalar most = 0;
  const btSoftBody& soft = *simulation.bodies()[body].body;
  for (int i = 0; i < soft.m_links.size(); ++i) {
    const btSoftBody::Link& link = soft.m_links[i];
    most = std::max(most, (link.m_n[0]->m_x - link.m_n[1]->m_x).length() / link.m_rl);
  }
  return static_cast<double>(most);
}

}  // namespace pliant::detail
