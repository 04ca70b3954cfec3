#pragma once

#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btSoftBody.h>

#include <unordered_map>
#include <vector>

namespace pliant::detail {

/// Knows which bodies of a deformable world have forces that read their tetrahedra.
class ElasticForces {
 public:
  /// Reads the forces of the solver.
  void read(btDeformableBodySolver& solver);
  /// Returns true if only Bullet's springs, gravity and picking act on the body, none of which reads tetrahedra.
  bool readNoTetrahedra(const btSoftBody& body) const;
  /// Returns true if only these act on the body, and springs do.
  bool areSprings(const btSoftBody& body) const;

 private:
  struct Kinds {
    bool springs = false, others = false;
  };
  bool m_known = false;  ///< false: the solver is of a class of the program, which may read what it likes
  std::unordered_map<const btSoftBody*, Kinds> m_kinds;
};

/// Hides tetrahedra from Bullet, which computes their strain in each step whether a force reads it or not. That is half
/// of a step of bodies with springs.
class HiddenTetrahedra {
 public:
  /// `sleepers`: true hides those of sleeping bodies, too.
  HiddenTetrahedra(const btAlignedObjectArray<btSoftBody*>& bodies, const ElasticForces& forces, bool sleepers);
  HiddenTetrahedra(const HiddenTetrahedra&) = delete;
  HiddenTetrahedra& operator=(const HiddenTetrahedra&) = delete;
  ~HiddenTetrahedra();

 private:
  std::vector<std::pair<btSoftBody*, int>> m_hidden;  ///< with the number of its tetrahedra
};

}  // namespace pliant::detail
