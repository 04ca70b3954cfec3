#pragma once

#include <pliant/detectors/predicates.h>

#include "Worlds.h"

/// Counts remaining intersections between bodies by testing all pairs. Uses no detector and an inside test of its own.
namespace overlap {

using Corners = std::array<const btScalar*, 3>;

inline Corners cornersOf(const btSoftBody::Face& face) {
  return {face.m_n[0]->m_x.m_floats, face.m_n[1]->m_x.m_floats, face.m_n[2]->m_x.m_floats};
}

inline bool trianglesMeet(const Corners& f, const Corners& g) {
  for (int k = 0; k < 3; ++k) {
    const auto [lowF, highF] = std::minmax({f[0][k], f[1][k], f[2][k]});
    const auto [lowG, highG] = std::minmax({g[0][k], g[1][k], g[2][k]});
    if (highF < lowG || highG < lowF) return false;
  }
  return pliant::exact::trianglesMeet(f[0], f[1], f[2], g[0], g[1], g[2]);
}

inline int facePairs(const btSoftBody& a, const btSoftBody& b) {
  int count = 0;
  for (int i = 0; i < a.m_faces.size(); ++i)
    for (int j = 0; j < b.m_faces.size(); ++j) count += trianglesMeet(cornersOf(a.m_faces[i]), cornersOf(b.m_faces[j]));
  return count;
}

inline int selfPairs(const btSoftBody& body) {
  int count = 0;
  for (int i = 0; i < body.m_faces.size(); ++i)
    for (int j = i + 1; j < body.m_faces.size(); ++j) {
      const auto &f = body.m_faces[i], &g = body.m_faces[j];
      bool shared = false;
      for (const auto* p : f.m_n)
        for (const auto* q : g.m_n) shared = shared || p == q;
      count += !shared && trianglesMeet(cornersOf(f), cornersOf(g));
    }
  return count;
}

/// Returns the winding number, computed from the solid angles of the faces (Van Oosterom and Strackee, "The solid angle
/// of a plane triangle", 1983).
inline double winding(const btSoftBody& volume, const btVector3& point) {
  double sum = 0;
  for (int i = 0; i < volume.m_faces.size(); ++i) {
    const Corners corners = cornersOf(volume.m_faces[i]);
    double v[3][3], length[3];
    for (std::size_t c = 0; c < 3; ++c) {
      for (int k = 0; k < 3; ++k) v[c][k] = double(corners[c][k]) - double(point.m_floats[k]);
      length[c] = std::sqrt(v[c][0] * v[c][0] + v[c][1] * v[c][1] + v[c][2] * v[c][2]);
    }
    const auto dot = [&](int a, int b) { return v[a][0] * v[b][0] + v[a][1] * v[b][1] + v[a][2] * v[b][2]; };
    const double triple = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
                          v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
                          v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
    sum += 2 * std::atan2(triple, length[0] * length[1] * length[2] + dot(0, 1) * length[2] + dot(1, 2) * length[0] +
                                      dot(2, 0) * length[1]);
  }
  return sum / (4 * 3.14159265358979323846);
}

/// Returns the number of nodes of `a` inside the closed surface of `b`, for either orientation of its faces.
inline int nodesInside(const btSoftBody& a, const btSoftBody& b) {
  return int(std::ranges::count_if(nodesOf(a), [&](const auto& node) { return std::abs(winding(b, node.m_x)) > 0.5; }));
}

struct Verdict {
  int facePairs = 0, inside = 0;
  bool clean() const { return facePairs == 0 && inside == 0; }
};

/// Tests all pairs of the world's soft bodies, which must be closed.
inline Verdict judge(const btAlignedObjectArray<btSoftBody*>& bodies) {
  Verdict verdict;
  for (int i = 0; i < bodies.size(); ++i)
    for (int j = 0; j < bodies.size(); ++j) {
      if (i == j) continue;
      if (i < j) verdict.facePairs += facePairs(*bodies[i], *bodies[j]);
      verdict.inside += nodesInside(*bodies[i], *bodies[j]);
    }
  return verdict;
}

}  // namespace overlap

/// A world with lengths in units of `scale`.
struct ScaledStage : PliantStage {
  explicit ScaledStage(btScalar lengths = 1, const btVector3& gravity = vector(0, 0, 0)) : scale(lengths) {
    setGravity(gravity * lengths);
  }
  /// Returns momentum and energies in units of the scale.
  BodyMotion motion() {
    BodyMotion now = motionOf(bodies(), info().m_gravity);
    now.momentum /= double(scale);
    now.kinetic /= double(scale) * double(scale);
    now.potential /= double(scale) * double(scale);
    return now;
  }
  /// Returns the largest kinetic energy after a step.
  double mostKinetic(int steps) {
    return mostIn(steps, [&] { return motion().kinetic; });
  }

  btScalar scale;
};
