#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/response/Penetration.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pliant {

/// Consistent penetration depth and separation direction of vertices, after Heidelberger, Teschner, Keiser, Müller and
/// Gross, "Consistent penetration depth estimation for deformable collision response", 2004.
///
/// - Positions are those at t1.
/// - The penetrated body needs a surface; all its faces may be oriented inward.
/// - The results depend only on the bodies and the arguments.
/// - Intersections are decided exactly; depths and directions are computed in double and rounded.
/// - All functions except update() throw Error before the first update, and for an unknown body id.
/// - No allocation after warm-up.
class PLIANT_DETECTORS_EXPORT PenetrationDepth {
 public:
  PenetrationDepth();
  ~PenetrationDepth();
  PenetrationDepth(PenetrationDepth&&) noexcept;
  PenetrationDepth& operator=(PenetrationDepth&&) noexcept;

  /// Sets the bodies. Call it after each BodySet::update().
  /// Stores a reference to `bodies`, which must live and not change until the next call.
  /// The search structure of a surface is updated at its first use.
  void update(const BodySet& bodies);

  /// Finds vertices in or on the closed surface of another body: winding number at least 1, decided exactly.
  /// A surface that is oriented inward is treated as oriented outward; an open surface contains nothing.
  /// Tetrahedra are not tested; see insideVertices().
  /// `pairs`: in any order; pairs of bodies that are not active are skipped.
  /// `inside` is replaced, sorted, without duplicates.
  void insideSurfaces(std::span<const VertexVolumePair> pairs, std::vector<InsideVertex>& inside);

  /// Computes depth and direction for each row of `inside`, which may be in any order.
  /// Duplicates, rows of a body in itself, and rows of bodies that are not active are skipped.
  /// Rows may also be vertices outside a closed surface in which they belong; depth and direction then point inward.
  /// `penetrations` is replaced, sorted by (vertexBody, vertex, volumeBody).
  /// Throws Error if a vertex is out of range.
  ///
  /// - Border: x_i are the points where edges from p to outside vertices leave the surface, n_i the face normals there,
  ///   ω_i = 1/|x_i − p|². Depth Σ ω_i (x_i − p)·n_i / Σ ω_i, direction Σ ω_i n_i, normalised.
  /// - Propagated, layer by layer from the border over the body's edges (of its faces and tetrahedra): p_j are the
  ///   neighbours computed before, with depth d_j and direction r_j, μ_j = 1/|p_j − p|².
  ///   Depth Σ μ_j ((p_j − p)·r_j + d_j) / Σ μ_j, direction Σ μ_j r_j, normalised.
  /// - Enclosed: the direction is the outward normal of the face nearest to the mean of all connected vertices.
  ///   The depth is the distance at which a ray along it leaves the surface, or the distance from the surface if the
  ///   ray does not leave it.
  void estimate(std::span<const InsideVertex> inside, std::vector<Penetration>& penetrations);

  /// Returns the gradient of the intersection volume over a translation of bodyA.
  /// Formula: sum of the outward area vectors of bodyB's faces in bodyA minus that of bodyA's faces in bodyB.
  /// It equals twice the area vector of the intersection contour of the surfaces.
  /// - `crossing`: all intersecting face pairs of the two bodies, sorted. The contour's area vector is used then.
  /// - `crossing` empty: each face is weighted by the fraction of its corners in `inside`, which must be sorted.
  /// Only closed surfaces contribute.
  /// Zero if one body lies wholly inside the other.
  OverlapGradient gradient(Index bodyA, Index bodyB, std::span<const InsideVertex> inside,
                           std::span<const FacePair> crossing = {});

  /// Returns the point at which the vertex leaves the surface along the penetration's direction.
  /// If the direction meets no face, returns the nearest point of the surface.
  /// `penetration` should result from estimate() since the last update.
  /// std::nullopt if the volume's body has no faces, or if one of the bodies is not active.
  /// Throws Error if the vertex is out of range.
  std::optional<SurfaceExit> exit(const Penetration& penetration);

  /// Finds edges of edgeBody's surface that pass through volumeBody and have both ends outside it.
  /// An end is outside if it is not in `inside`, which must be sorted.
  /// Each segment inside the volume is one row.
  /// Pairs of bodies that are not active are skipped.
  /// `edges` is replaced, sorted by (edgeBody, vertices, volumeBody, t) if `pairs` is sorted.
  void piercingEdges(std::span<const EdgeVolumePair> pairs, std::span<const InsideVertex> inside,
                     std::vector<PiercingEdge>& edges);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// Returns in `inside` the vertices of `rows` that are in a tetrahedron of another body, once per body.
/// `rows` must be sorted.
PLIANT_DETECTORS_EXPORT void insideVertices(std::span<const VertexTetrahedron> rows, std::vector<InsideVertex>& inside);

}  // namespace pliant
