#pragma once

#include <pliant/detectors/Types.h>

#include <cstddef>

namespace pliant {

/// `count` columns of `Rows` scalars in foreign memory, consecutive columns `stride` scalars apart.
/// Nothing is owned: the memory must outlive the view's use.
template <typename Scalar, int Rows>
struct StridedView {
  using Matrix = Eigen::Matrix<Scalar, Rows, Eigen::Dynamic>;
  using Map = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

  const Scalar* data = nullptr;
  Index count = 0;
  std::ptrdiff_t stride = Rows;  ///< scalars from one column to the next, at least Rows

  const Scalar* operator[](Index i) const { return data + static_cast<std::ptrdiff_t>(i) * stride; }
  Map map() const { return Map(data, Rows, static_cast<Eigen::Index>(count), Eigen::OuterStride<>(stride)); }
  bool empty() const { return count == 0; }
};

/// World space, 3×n. Of each column but the last one scalar more may be read, which has no effect: no other thread may
/// write it during an update.
using PositionsView = StridedView<Real, 3>;
using TrianglesView = StridedView<Index, 3>;   ///< vertex indices of the body, 3×m
using TetrahedraView = StridedView<Index, 4>;  ///< vertex indices of the body, 4×k
using LinksView = StridedView<Index, 2>;       ///< vertex indices of the body, 2×l

/// A deformable body as its owner keeps it. Positions are read in place at every update; topology is read once, when
/// the body is added. A body with neither triangles nor tetrahedra nor links is a cloud of points.
struct BodyView {
  PositionsView positions;     ///< at the end of the step (t1)
  PositionsView positions_t0;  ///< at the start of the step; no data: the same as `positions`
  TrianglesView triangles;     ///< the surface; none given for a body with tetrahedra: their boundary, outward
  TetrahedraView tetrahedra;
  LinksView links{};  ///< edges of no face that collide as edges: ropes, nets; an edge of a face among them is ignored
};

}  // namespace pliant
