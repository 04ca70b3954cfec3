#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/BodyView.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>

namespace pliant {

/// Requirements for a primitive of a BucketOctree, read at each update:
/// - place(): a point [length] that sorts the primitive into a bucket.
/// - extent(): the bounding box of the primitive [length].
template <typename Type>
concept BucketPrimitive = requires(const Type& primitive) {
  { primitive.place() } -> std::convertible_to<std::array<Real, 3>>;
  { primitive.extent() } -> std::convertible_to<Box>;
};

/// A vertex, triangle or tetrahedron of a body.
/// `positions` is not owned; the view must outlive the primitive.
template <std::size_t Corners>
struct ElementPrimitive {
  const PositionsView* positions = nullptr;
  std::array<Index, Corners> corners{};

  Box extent() const {
    const Real* p = (*positions)[corners[0]];
    Box box{{p[0], p[1], p[2]}, {p[0], p[1], p[2]}};
    for (const Index corner : corners)
      for (std::size_t k = 0; k < 3; ++k) {
        box.min[k] = (std::min)(box.min[k], (*positions)[corner][k]);
        box.max[k] = (std::max)(box.max[k], (*positions)[corner][k]);
      }
    return box;
  }
  /// Returns the centre of the extent.
  std::array<Real, 3> place() const {
    const Box box = extent();
    std::array<Real, 3> middle;
    for (std::size_t k = 0; k < 3; ++k) middle[k] = box.min[k] / 2 + box.max[k] / 2;
    return middle;
  }
};

using VertexPrimitive = ElementPrimitive<1>;
using TrianglePrimitive = ElementPrimitive<3>;
using TetrahedronPrimitive = ElementPrimitive<4>;

}  // namespace pliant
