#pragma once

#include <pliant/detectors/BodySet.h>

#include <cstddef>
#include <memory>

namespace pliant::benchmarks {

/// The query of the spatial hash, done with Bullet's own bounding volume trees: a tree of vertices and one of
/// tetrahedra for each body, and a tree of bodies.
class BulletTrees {
 public:
  enum class Update {
    AsSoftBody,  ///< each leaf by btDbvt::update with velocity and margin, then optimizeIncremental(1), as btSoftBody
                 ///< does
    Refit,       ///< all leaves set, then the tree refitted bottom-up, as Bullet's deformable solver does
  };

  BulletTrees(const BodySet& bodies, Update update);
  ~BulletTrees();

  /// Follows the set's last update.
  void update(const BodySet& bodies);

  /// Returns how many (vertex, tetrahedron) pairs there are.
  std::size_t query(const BodySet& bodies);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::benchmarks
