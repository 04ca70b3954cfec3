#pragma once

#include <pliant/detectors/BodySet.h>

#include <cstddef>
#include <memory>

namespace pliant::benchmarks {

/// Pairs of faces with Bullet's own bounding volume trees, one of faces for each body (as btSoftBody's m_fdbvt) and one
/// of bodies, all refitted bottom-up at each update; leaves are tested against each other by their boxes.
class BulletFaceTrees {
 public:
  /// Boxes over the motion t0 → t1 and kSweptReach beyond, fattened by `marginScale` times the body's margin.
  BulletFaceTrees(const BodySet& bodies, Real marginScale);
  ~BulletFaceTrees();

  /// Follows the set's last update.
  void update(const BodySet& bodies);

  /// Returns how many pairs of faces without a common corner have boxes that meet.
  std::size_t boxPairs(const BodySet& bodies);

  /// Returns how many of these faces have a point in common at t1, by exact decision.
  std::size_t intersectingPairs(const BodySet& bodies);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::benchmarks
