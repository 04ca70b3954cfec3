#pragma once

#include <pliant/detectors/Types.h>

#include <cstddef>

namespace pliant {

/// A Rows×count matrix in memory that the view does not own.
/// The memory must outlive the use of the view.
template <typename Scalar, int Rows>
struct StridedView {
  using Matrix = Eigen::Matrix<Scalar, Rows, Eigen::Dynamic>;
  using Map = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

  const Scalar* data = nullptr;
  Index count = 0;
  std::ptrdiff_t stride = Rows;  ///< from one column to the next [scalars], at least Rows

  const Scalar* operator[](Index i) const { return data + static_cast<std::ptrdiff_t>(i) * stride; }
  Map map() const { return Map(data, Rows, static_cast<Eigen::Index>(count), Eigen::OuterStride<>(stride)); }
  bool empty() const { return count == 0; }
};

/// Positions in world space [length], 3×n.
/// One scalar after each column, except the last one, may be read; its value has no effect.
/// No other thread may write that scalar during an update.
using PositionsView = StridedView<Real, 3>;
using TrianglesView = StridedView<Index, 3>;   ///< vertex indices [body], 3×m
using TetrahedraView = StridedView<Index, 4>;  ///< vertex indices [body], 4×k
using LinksView = StridedView<Index, 2>;       ///< vertex indices [body], 2×l

/// Views of a deformable body's arrays.
/// Positions are read in place at every BodySet::update(); the memory must stay valid until then.
/// Topology is read once, in BodySet::add().
/// A body without triangles, tetrahedra and links is a point cloud.
struct BodyView {
  PositionsView positions;     ///< 3×n, at t1
  PositionsView positions_t0;  ///< 3×n, at t0; no data: the same as `positions`
  /// Faces, 3×m.
  /// If empty, the boundary of the tetrahedra is used, oriented outward.
  TrianglesView triangles;
  TetrahedraView tetrahedra;  ///< 4×k
  /// Edges without a face that collide as edges (ropes, nets), 2×l.
  /// A link that is an edge of a face is ignored.
  LinksView links{};
};

}  // namespace pliant
