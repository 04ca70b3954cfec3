#pragma once

#include <pliant/detectors/BodySet.h>

#include <cstddef>
#include <memory>

namespace pliant::benchmarks {

/// The query of the spatial hash with Bullet's bounding volume trees: per body a tree of vertices and a tree of
/// tetrahedra, and a tree of bodies.
class BulletTrees {
 public:
  enum class Update {
    AsSoftBody,  ///< btDbvt::update of each leaf with velocity and margin, optimizeIncremental(1), as btSoftBody
    Refit,       ///< all leaves are set, then the tree is refitted bottom-up, as in Bullet's deformable solver
  };

  BulletTrees(const BodySet& bodies, Update update);
  ~BulletTrees();

  /// Updates the trees after an update of the set.
  void update(const BodySet& bodies);

  /// Returns the number of (vertex, tetrahedron) pairs.
  std::size_t query(const BodySet& bodies);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// Finds pairs of faces with Bullet's bounding volume trees: a tree of faces per body, as btSoftBody::m_fdbvt, and a
/// tree of bodies. Each update refits all trees bottom-up. Leaves are tested by their boxes.
class BulletFaceTrees {
 public:
  /// The boxes cover the motion t0 → t1, padded by kSweptReach and by `marginScale` · margin of the body.
  BulletFaceTrees(const BodySet& bodies, Real marginScale);
  ~BulletFaceTrees();

  /// Refits the trees after an update of the set.
  void update(const BodySet& bodies);

  /// Returns the number of face pairs without a common corner whose boxes overlap.
  std::size_t boxPairs(const BodySet& bodies);

  /// Returns the number of these pairs that have a common point at t1, decided exactly.
  std::size_t intersectingPairs(const BodySet& bodies);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::benchmarks
