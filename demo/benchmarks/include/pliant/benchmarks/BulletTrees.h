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

}  // namespace pliant::benchmarks
