#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Results.h>

#include <memory>
#include <span>
#include <vector>

namespace pliant {

/// A contour where two surfaces, or two parts of one, pass through each other, or a piece of it, and a way to get rid
/// of it. Bodies by id.
struct SurfaceTangle {
  enum class Kind : std::uint8_t {
    GlobalIntersection,   ///< what went through goes back
    ContourMinimization,  ///< nobody can say what went through: the contour becomes shorter until it is gone
  };
  Kind kind = Kind::ContourMinimization;
  Index bodyA = kNoIndex, bodyB = kNoIndex;  ///< what goes is of A, what gives way is of B; the same one within a body
  Vector3 way = Vector3::Zero();             ///< unit: how A's part goes relative to B's
  Real depth = 0;                            ///< how far, world units, ≥ 0
  Index begin = 0, middle = 0, end = 0;      ///< in SurfaceTangleList::vertices: A's part from begin, B's from middle
};

struct SurfaceTangleList {
  std::vector<SurfaceTangle> tangles;
  std::vector<Index> vertices;  ///< flat
  std::vector<Index> nearby;    ///< flat, sorted: of all edges and faces that cross

  void clear() {
    tangles.clear();
    vertices.clear();
    nearby.clear();
  }
};

/// Ways out for surfaces that need not be closed.
///
/// Where the contour cuts a surface into parts, the largest is where it should be, and each way over the contour leads
/// to the other side: what is there goes back (after the flood fill of Baraff, Witkin and Kass, "Untangling cloth",
/// 2003), along the mean normal of the faces that it has passed. Of both surfaces the one that has less far to go does.
/// A contour that ends within a surface leaves it in one part: there both move so that it becomes shorter the fastest
/// (after Volino and Magnenat-Thalmann, "Resolving surface collisions through intersection contour minimization",
/// 2006). Where the ways along one contour contradict each other, each edge that crosses takes its own.
///
/// Positions are those at t1. Which edge crosses which face is decided exactly, what touches counts on one side. The
/// results depend on nothing but the bodies and the pairs; directions and depths are computed in double and rounded. No
/// allocation once the bodies and the size of the lists have been seen.
class PLIANT_DETECTORS_EXPORT SurfaceTangles {
 public:
  SurfaceTangles();
  ~SurfaceTangles();
  SurfaceTangles(SurfaceTangles&&) noexcept;
  SurfaceTangles& operator=(SurfaceTangles&&) noexcept;

  /// `pairs`: what a detector's query for face pairs has given, sorted, or a part of it that has all pairs of each two
  /// bodies that it has any of. Faces of one body that have a vertex at the same place pass for neighbours and don't
  /// count. `list` is overwritten, in the order of the bodies.
  void find(const BodySet& bodies, std::span<const FacePair> pairs, SurfaceTangleList& list);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
