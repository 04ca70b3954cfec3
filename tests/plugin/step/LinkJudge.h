#pragma once

#include <Eigen/Geometry>

#include "shapes/softBodies.h"

/// Counts edges and links that pass through each other. Samples the motion of each step at many instants, and is
/// independent of Pliant.
class LinkJudge {
 public:
  /// Adds the body's links that are no bending constraints, and the edges of its faces.
  void add(const btSoftBody& body) {
    std::set<std::array<int, 2>> edges;
    const auto insert = [&](const btSoftBody::Node* a, const btSoftBody::Node* b) {
      const auto [low, high] = std::minmax({indexOf(body, a), indexOf(body, b)});
      edges.insert({low, high});
    };
    for (int i = 0; i < body.m_links.size(); ++i)
      if (!body.m_links[i].m_bbending) insert(body.m_links[i].m_n[0], body.m_links[i].m_n[1]);
    for (int i = 0; i < body.m_faces.size(); ++i)
      for (int k = 0; k < 3; ++k) insert(body.m_faces[i].m_n[k], body.m_faces[i].m_n[(k + 1) % 3]);
    m_bodies.push_back({&body, {edges.begin(), edges.end()}, positionsOf(body)});
  }

  /// Call after each step. Returns the number of pairs that passed through each other in that step.
  int step() {
    std::vector<std::vector<Eigen::Vector3d>> now;
    for (const Body& body : m_bodies) now.push_back(positionsOf(*body.body));
    int passed = 0;
    for (std::size_t a = 0; a < m_bodies.size(); ++a)
      for (std::size_t b = a; b < m_bodies.size(); ++b)
        for (const auto& e : m_bodies[a].edges)
          for (const auto& f : m_bodies[b].edges) {
            const bool common = a == b && (e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1]);
            if (common || (a == b && !(e < f))) continue;
            const std::array<Eigen::Vector3d, 4> from{at(a, e[0]), at(a, e[1]), at(b, f[0]), at(b, f[1])};
            const auto to = [&](std::size_t body, int node) { return now[body][std::size_t(node)]; };
            passed += pass(from, {to(a, e[0]), to(a, e[1]), to(b, f[0]), to(b, f[1])});
          }
    for (std::size_t i = 0; i < m_bodies.size(); ++i) m_bodies[i].last = std::move(now[i]);
    return passed;
  }

 private:
  struct Body {
    const btSoftBody* body;
    std::vector<std::array<int, 2>> edges;
    std::vector<Eigen::Vector3d> last;
  };
  static std::vector<Eigen::Vector3d> positionsOf(const btSoftBody& body) {
    std::vector<Eigen::Vector3d> x;
    for (const btSoftBody::Node& node : nodesOf(body)) x.emplace_back(node.m_x.x(), node.m_x.y(), node.m_x.z());
    return x;
  }
  const Eigen::Vector3d& at(std::size_t body, int node) const { return m_bodies[body].last[std::size_t(node)]; }

  using Pair = std::array<Eigen::Vector3d, 4>;
  static bool boxesMeet(const Pair& from, const Pair& to) {
    const auto box = [&](std::size_t i) {
      return Eigen::AlignedBox3d(from[i]).extend(from[i + 1]).extend(to[i]).extend(to[i + 1]);
    };
    return box(0).intersects(box(2));
  }
  /// Returns true if the signed volume of the two segments changes sign while the nearest points of their lines lie
  /// within both segments.
  static bool pass(const Pair& from, const Pair& to) {
    if (!boxesMeet(from, to)) return false;
    constexpr int kInstants = 32;
    double last = 0;
    for (int i = 0; i <= kInstants; ++i) {
      Pair x;
      for (std::size_t k = 0; k < 4; ++k) x[k] = from[k] + (to[k] - from[k]) * i / kInstants;
      const Eigen::Vector3d u = x[1] - x[0], w = x[3] - x[2], d = x[2] - x[0], n = u.cross(w);
      const double s = d.cross(w).dot(n) / n.squaredNorm(), t = d.cross(u).dot(n) / n.squaredNorm();
      const bool across = s > 0 && s < 1 && t > 0 && t < 1;
      const double volume = across ? d.dot(n) : 0;
      if (volume * last < 0) return true;
      last = volume;
    }
    return false;
  }

  std::vector<Body> m_bodies;
};
