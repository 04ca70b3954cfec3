#pragma once

#include <Eigen/Geometry>
#include <cmath>

#include "softBodies.h"

/// Measures of soft bodies.

inline std::vector<btVector3> positionsOf(const btSoftBody& body) {
  std::vector<btVector3> positions;
  for (const btSoftBody::Node& node : nodesOf(body)) positions.push_back(node.m_x);
  return positions;
}

/// Returns the coordinates of all nodes, to compare their bits.
inline std::vector<btScalar> coordinatesOf(const btSoftBody& body) {
  std::vector<btScalar> coordinates;
  for (const btSoftBody::Node& node : nodesOf(body))
    coordinates.insert(coordinates.end(), &node.m_x.m_floats[0], &node.m_x.m_floats[3]);
  return coordinates;
}
inline std::vector<btScalar> coordinatesOf(const btAlignedObjectArray<btSoftBody*>& bodies) {
  std::vector<btScalar> coordinates;
  for (int i = 0; i < bodies.size(); ++i)
    for (const btScalar x : coordinatesOf(*bodies[i])) coordinates.push_back(x);
  return coordinates;
}

/// Returns true if positions, velocities and normals have the same bits.
inline bool sameBits(const btSoftBody& a, const btSoftBody& b) {
  if (a.m_nodes.size() != b.m_nodes.size()) return false;
  for (int i = 0; i < a.m_nodes.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (!(a.m_nodes[i].m_x[k] == b.m_nodes[i].m_x[k] && a.m_nodes[i].m_v[k] == b.m_nodes[i].m_v[k] &&
            a.m_nodes[i].m_n[k] == b.m_nodes[i].m_n[k]))
        return false;
  return true;
}

inline bool finite(const btSoftBody& body) {
  return std::ranges::all_of(coordinatesOf(body), [](btScalar x) { return std::isfinite(x); });
}

inline btVector3 centreOf(const btSoftBody& body) {
  btVector3 sum(0, 0, 0);
  for (const btSoftBody::Node& node : nodesOf(body)) sum += node.m_x;
  return sum / btScalar(body.m_nodes.size());
}

/// Returns the index of the first node with the least measure.
template <typename Measure>
int nodeWithLeast(const btSoftBody& body, const Measure& measure) {
  const auto nodes = nodesOf(body);
  return int(std::ranges::min_element(nodes, {}, measure) - nodes.begin());
}

/// Returns the least height of a node along `up`.
inline btScalar lowestOf(const btSoftBody& body, const btVector3& up = vector(0, 1, 0)) {
  btScalar low = SIMD_INFINITY;
  for (const btSoftBody::Node& node : nodesOf(body)) low = std::min(low, node.m_x.dot(up));
  return low;
}

inline btScalar fastestOf(const btSoftBody& body) {
  btScalar most = 0;
  for (const btSoftBody::Node& node : nodesOf(body)) most = std::max(most, node.m_v.length());
  return most;
}

/// Returns the largest distance of a node from its earlier position.
inline btScalar farthestOf(const btSoftBody& body, const std::vector<btVector3>& earlier) {
  btScalar most = 0;
  for (std::size_t i = 0; i < earlier.size(); ++i) most = std::max(most, body.m_nodes[int(i)].m_x.distance(earlier[i]));
  return most;
}

inline Eigen::Vector3d wide(const btVector3& v) {
  return {double(v.x()), double(v.y()), double(v.z())};
}

/// Sums over the nodes with mass.
struct BodyMotion {
  Eigen::Vector3d momentum{0, 0, 0}, angular{0, 0, 0};  // angular momentum about the origin
  double kinetic = 0, potential = 0;                    // potential energy relative to y = 0

  void add(const btSoftBody& body, const btVector3& gravity) {
    for (const btSoftBody::Node& node : nodesOf(body)) {
      if (!(node.m_im > 0)) continue;
      const double mass = 1 / double(node.m_im);
      momentum += mass * wide(node.m_v);
      angular += mass * wide(node.m_x).cross(wide(node.m_v));
      kinetic += 0.5 * mass * wide(node.m_v).squaredNorm();
      potential -= mass * double(gravity.dot(node.m_x));
    }
  }
};
inline BodyMotion motionOf(const btSoftBody& body) {
  BodyMotion motion;
  motion.add(body, vector(0, 0, 0));
  return motion;
}
inline BodyMotion motionOf(const btAlignedObjectArray<btSoftBody*>& bodies,
                           const btVector3& gravity = vector(0, 0, 0)) {
  BodyMotion motion;
  for (int i = 0; i < bodies.size(); ++i) motion.add(*bodies[i], gravity);
  return motion;
}

/// Returns the largest ratio of a link's length to its rest length.
inline double stretchOf(const btSoftBody& body) {
  double most = 0;
  for (int i = 0; i < body.m_links.size(); ++i) {
    const btSoftBody::Link& link = body.m_links[i];
    most = std::max(most, double(link.m_n[0]->m_x.distance(link.m_n[1]->m_x) / link.m_rl));
  }
  return most;
}
