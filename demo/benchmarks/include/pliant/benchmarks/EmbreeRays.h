#pragma once

#include <pliant/detectors/BodySet.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pliant::benchmarks {

/// Points in a closed surface by Embree, the ray tracer, on one thread: all faces that a ray from the point meets, and
/// which way they look. Its tree is refitted when the surface moves. For builds that found Embree when they were
/// configured.
class EmbreeRays {
 public:
  /// Of this build.
  static bool available();
  /// As Embree tells it, or how to get it.
  static std::string version();

  /// A surface in a set, with vertices from the first; the set must outlive this, and its positions stay where they
  /// are. Builds the tree. `robust` as Embree has it: rays don't slip through edges. Throws Error where there is no
  /// Embree, or it fails.
  EmbreeRays(const BodySet& bodies, bool robust);
  ~EmbreeRays();

  /// After an update of the set: refits the tree.
  void refit();
  /// Indices, ascending, of points with winding number at least 1. Rays run along `axis`, upwards.
  void pointsInside(std::span<const PackedPosition> points, int axis, std::vector<Index>& inside) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::benchmarks
