#pragma once

#include <pliant/detectors/BodySet.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pliant::benchmarks {

/// Points in a closed surface by the ray tracer Embree, on one thread.
/// A ray from each point counts all faces that it hits, with the sign of their orientation.
/// The tree is refitted when the surface moves. Usable in builds that found Embree when they were configured.
class EmbreeRays {
 public:
  /// Returns true if this build has Embree.
  static bool available();
  /// Returns Embree's version, or how to install it.
  static std::string version();

  /// Builds the tree of the set's first body.
  /// The set must outlive this object, and its positions must stay at the same address.
  /// `robust`: Embree's robust mode, in which rays do not pass between faces at an edge.
  /// Throws Error if Embree is not available or fails.
  EmbreeRays(const BodySet& bodies, bool robust);
  ~EmbreeRays();

  /// Refits the tree. Call after an update of the set.
  void refit();
  /// Writes the indices of the points with winding number at least 1, ascending.
  /// Rays run in the positive direction of `axis`.
  void pointsInside(std::span<const PackedPosition> points, int axis, std::vector<Index>& inside) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant::benchmarks
