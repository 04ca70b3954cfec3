#pragma once

#include <pliant/detectors/predicates.h>

#include "Bodies.h"
#include "NaiveSolver.h"

/// Steps soft bodies with Bullet's prediction and the lockstep solver, without rigid bodies.
class SolverStage {
 public:
  explicit SolverStage(const btVector3& gravity = btVector3(0, 0, 0)) : m_info(bodies::worldInfo(gravity)) {}

  NaiveSolver solver;

  btSoftBody& add(const bodies::Shape& shape, btScalar mass, btScalar margin,
                  const btVector3& velocity = btVector3(0, 0, 0)) {
    all.push_back(bodies::make(m_info, shape, mass, margin));
    all.back()->setVelocity(velocity);
    m_array.push_back(all.back().get());
    return *all.back();
  }
  void step(btScalar dt = btScalar(1) / 60) {
    solver.optimize(m_array);
    solver.predictMotion(dt);
    solver.solveConstraints(dt);
    solver.updateSoftBodies();
  }

  /// Returns the number of intersecting face pairs without a common corner, decided exactly.
  int crossings() {
    solver.set.update();
    const auto faces = solver.set.faces();
    const auto p = solver.set.positions();
    const auto at = [&](pliant::Index vertex) { return &p[vertex].x; };
    int count = 0;
    for (std::size_t i = 0; i < faces.size(); ++i) {
      for (std::size_t j = i + 1; j < faces.size(); ++j) {
        const auto &a = faces[i], &b = faces[j];
        bool shared = false, apart = false;
        for (const auto v : a) shared = shared || v == b[0] || v == b[1] || v == b[2];
        for (int k = 0; k < 3 && !shared && !apart; ++k) {
          const auto [loA, hiA] = std::minmax({at(a[0])[k], at(a[1])[k], at(a[2])[k]});
          const auto [loB, hiB] = std::minmax({at(b[0])[k], at(b[1])[k], at(b[2])[k]});
          apart = loA > hiB || loB > hiA;
        }
        if (shared || apart) continue;
        count += pliant::exact::trianglesMeet(at(a[0]), at(a[1]), at(a[2]), at(b[0]), at(b[1]), at(b[2]));
      }
    }
    return count;
  }

  std::vector<std::unique_ptr<btSoftBody>> all;

 private:
  btSoftBodyWorldInfo m_info;
  btAlignedObjectArray<btSoftBody*> m_array;
};
