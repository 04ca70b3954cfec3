#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Workers.h>

#include <array>
#include <cstdint>
#include <vector>

#include "patches/PatchLayout.h"

namespace pliant::detail {

/// Tells which patches of a body that is flat at rest cannot meet each other, or themselves, during a step.
///
/// G is the gradient (3 × 2) of the positions over the plane at rest; it is constant in a face. Q (2 × 3) has
/// orthonormal rows. λ is the least eigenvalue of the symmetric part of Q·G over the faces of a convex region of the
/// plane. Two points p and q of the region have the distance |x(p) − x(q)| ≥ λ·|p − q|, since (p − q)·Q·(x(p) − x(q))
/// is the integral of (p − q)·Q·G·(p − q) along the line from q to p. The least eigenvalue of a matrix that changes
/// linearly is concave, so the ends of the step are enough.
///
/// The region of two patches is the rectangle around both. It has to be without borders and holes inside.
class FlatSheets {
 public:
  /// Two patches of one flat body that have a common vertex, or a patch with itself.
  struct Pair {
    std::uint32_t other;           ///< the patch with the larger number
    std::uint32_t firstOf, endOf;  ///< patches in the rectangle around both, in m_around
  };

  /// Finds the regions anew if the revision of the set has changed.
  void update(const BodySet& bodies, const PatchLayout& layout);
  /// Returns true if no body is flat.
  bool empty() const { return m_around.empty(); }
  /// Measures the gradients of all patches at t0 and t1.
  void measure(const BodySet& bodies, const PatchLayout& layout, Workers& workers);

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  /// Returns the number of a pair of patches, a <= b, or kNone: nothing is known about them.
  std::uint32_t find(std::size_t a, std::size_t b) const;
  std::size_t pairCount() const { return m_pairs.size(); }
  /// Returns true if elements of the pair that have no common corner keep more than a ninth of their distance at t0
  /// throughout the step; see measure().
  bool keepApart(std::uint32_t pair) const;

  std::size_t memory() const;

 private:
  /// A rectangle of the plane at rest.
  struct Area {
    std::array<double, 2> min, max;
  };
  /// The faces of one body in its plane at rest.
  struct Plane;
  /// Bounds of the gradients of a patch.
  struct Gradients {
    std::array<float, 6> q{};   ///< two rows
    float least = -1;           ///< λ at both ends
    float most0 = 0, most = 0;  ///< largest |G| at t0, and at both ends
  };

  void addBody(const BodySet& bodies, const PatchLayout& layout, std::size_t first, std::size_t end);
  void addPairs(const Plane& plane, const PatchLayout& layout, std::size_t first, std::size_t end);
  Gradients gradientsOf(const BodySet& bodies, const PatchLayout& layout, std::size_t patch) const;

  std::uint64_t m_revision = 0;
  std::vector<std::uint32_t> m_firstPair;  ///< one per patch, and the end
  std::vector<Pair> m_pairs;               ///< by patch, then by other
  std::vector<std::uint32_t> m_around;
  std::vector<std::array<float, 4>> m_inverse;  ///< one per place of a face: from the plane to its two edges
  std::vector<std::uint8_t> m_flat;             ///< one per patch
  std::vector<Gradients> m_gradients;           ///< one per patch
};

}  // namespace pliant::detail
