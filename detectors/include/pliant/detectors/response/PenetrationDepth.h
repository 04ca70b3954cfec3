#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/response/Penetration.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pliant {

/// How bodies that overlap come apart: consistent depth and direction for vertices, after Heidelberger, Teschner,
/// Keiser, Müller and Gross, "Consistent penetration depth estimation for deformable collision response", 2004.
///
/// Positions are those at t1. The penetrated body needs a surface; its faces may be oriented inward as a whole. The
/// results depend on nothing but the bodies and the arguments. Decisions (does this edge meet that face) are exact,
/// depths and directions are computed in double and rounded. No allocation once the bodies and the size of the lists
/// have been seen.
class PLIANT_DETECTORS_EXPORT PenetrationDepth {
 public:
  PenetrationDepth();
  ~PenetrationDepth();
  PenetrationDepth(PenetrationDepth&&) noexcept;
  PenetrationDepth& operator=(PenetrationDepth&&) noexcept;

  /// Looks at the bodies as they are after BodySet::update(), to be called again after each; `bodies` is read, and must
  /// not change, until the next call. Search structures of a surface are brought up to date when it is first asked for.
  void update(const BodySet& bodies);

  /// Vertices in or on the closed surface of another body: winding number of the faces, oriented outward as a whole, at
  /// least 1. Exact on the given coordinates. A body inside out is the same body, and an open surface holds nothing;
  /// tetrahedra are not asked (see insideVertices). Pairs in any order, those of bodies that sit out give nothing;
  /// `inside` is overwritten, sorted, each row once. Throws Error when a pair names a body that is not in the set.
  void insideSurfaces(std::span<const VertexVolumePair> pairs, std::vector<InsideVertex>& inside);

  /// Depth and direction for each of `inside`, in any order; rows of one body in itself, of bodies that sit out and
  /// duplicates are left out. `penetrations` is overwritten, sorted by (vertexBody, vertex, volumeBody). Throws Error
  /// when a row names a body that is not in the set or a vertex that the body doesn't have.
  ///
  /// Border: x_i are the points where edges from p to vertices outside leave the surface, n_i the faces' normals there,
  /// ω_i = 1/|x_i − p|²; depth Σ ω_i (x_i − p)·n_i / Σ ω_i, direction Σ ω_i n_i made unit. Propagated, layer by layer
  /// from the border over the body's edges (of its faces and tetrahedra): p_j are the neighbours done before, μ_j =
  /// 1/|p_j − p|²; depth Σ μ_j ((p_j − p)·r_j + d_j) / Σ μ_j, direction Σ μ_j r_j made unit. Enclosed: the outward
  /// normal of the face that is nearest to the mean of all vertices that hang together; the depth is where a ray along
  /// it leaves the surface, or the distance from the surface where there is no such place.
  /// Rows may also be of vertices outside a closed surface in which they belong: depth and direction then lead in.
  void estimate(std::span<const InsideVertex> inside, std::vector<Penetration>& penetrations);

  /// Gradient of the common volume over moving bodyA: the sum of the outward area vectors of bodyB's faces in bodyA
  /// less that of bodyA's faces in bodyB, which is twice the area vector of the contour where the surfaces cross. That
  /// is what it is computed from where `crossing` holds all pairs of the two bodies' faces that meet, sorted; else
  /// faces count by the part of their corners that is among `inside`, which must be sorted. Only closed surfaces count.
  /// Zero where one body is wholly within the other.
  OverlapGradient gradient(Index bodyA, Index bodyB, std::span<const InsideVertex> inside,
                           std::span<const FacePair> crossing = {});

  /// The point of the volume's surface through which the vertex leaves along the penetration's direction; where that
  /// leads through no face, the nearest point. `penetration` is one that estimate has given since the last update.
  /// Nothing without faces.
  std::optional<SurfaceExit> exit(const Penetration& penetration);

  /// Edges of edgeBody's surface with both ends outside volumeBody (not among `inside`, which must be sorted) that pass
  /// through its volume, once for each stretch inside. `edges` is overwritten, sorted by (edgeBody, vertices,
  /// volumeBody, t) if `pairs` is sorted. Pairs of bodies that sit out give nothing.
  void piercingEdges(std::span<const EdgeVolumePair> pairs, std::span<const InsideVertex> inside,
                     std::vector<PiercingEdge>& edges);

  /// Depth from the tetrahedron alone (Teschner 2003, section 8): barycentric coordinate times height is the distance
  /// from the opposite face; among the faces on the surface the nearest. Where only corners are on the surface: the
  /// distance from the plane through the corner parallel to the opposite face. Nothing if the tetrahedron is within the
  /// body. Direction by the tetrahedron's own shape, so also right for an inverted one. `row` must have barycentric
  /// coordinates.
  std::optional<Penetration> barycentric(const VertexTetrahedron& row) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// The vertices of a sorted list of vertices in tetrahedra that are in another body, each once per body.
PLIANT_DETECTORS_EXPORT void insideVertices(std::span<const VertexTetrahedron> rows, std::vector<InsideVertex>& inside);

}  // namespace pliant
