#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Results.h>

#include <memory>
#include <span>
#include <vector>

namespace pliant {

/// An intersection contour of two surfaces or of one with itself, or a piece of it, and its separation.
struct SurfaceTangle {
  enum class Kind : std::uint8_t {
    GlobalIntersection,   ///< the region that passed through the other surface moves back
    ContourMinimization,  ///< no region is known to have passed through: the contour is shortened until it vanishes
  };
  Kind kind = Kind::ContourMinimization;
  Index bodyA = kNoIndex, bodyB = kNoIndex;  ///< body ids of region A and region B; equal within a body
  Vector3 way = Vector3::Zero();             ///< unit separation direction of A's region relative to B's
  Real depth = 0;                            ///< distance to move along `way` [length], ≥ 0
  /// Ranges in SurfaceTangleList::vertices: A's region [begin, middle), B's region [middle, end).
  Index begin = 0, middle = 0, end = 0;
};

struct SurfaceTangleList {
  std::vector<SurfaceTangle> tangles;  ///< in the order of the bodies
  std::vector<Index> vertices;         ///< vertices of the tangles' regions, indices in the set
  std::vector<Index> nearby;           ///< vertices of all crossing edges and faces, indices in the set, sorted

  void clear() {
    tangles.clear();
    vertices.clear();
    nearby.clear();
  }
};

/// Separation of intersecting surfaces, which need not be closed.
///
/// - If the contour divides a surface into regions, the largest region is assumed to be on the correct side.
///   The regions across the contour move back along the mean normal of the faces that they have passed (after the flood
///   fill of Baraff, Witkin and Kass, "Untangling cloth", 2003).
/// - The surface with the shorter distance to move moves back.
/// - If the contour ends within a surface, both surfaces move so that the contour shortens fastest (after Volino and
///   Magnenat-Thalmann, "Resolving surface collisions through intersection contour minimization", 2006).
/// - If the directions along one contour contradict each other, each crossing edge gets its own direction.
///
/// Positions are those at t1.
/// Crossings of edges and faces are decided exactly; a touching element counts as lying on one side.
/// The results depend only on the bodies and the pairs; directions and depths are computed in double and rounded.
/// No allocation after warm-up.
class PLIANT_DETECTORS_EXPORT SurfaceTangles {
 public:
  SurfaceTangles();
  ~SurfaceTangles();
  SurfaceTangles(SurfaceTangles&&) noexcept;
  SurfaceTangles& operator=(SurfaceTangles&&) noexcept;

  /// Computes the separations; replaces `list`.
  /// `pairs`: sorted face pairs of a detector's query. For each two bodies either all their pairs are given, or none.
  /// Faces of one body with a vertex at the same position are treated as neighbours and ignored.
  void find(const BodySet& bodies, std::span<const FacePair> pairs, SurfaceTangleList& list);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
