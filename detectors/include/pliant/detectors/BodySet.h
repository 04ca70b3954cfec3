#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Topology.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>

namespace pliant {

class Workers;

/// A position [length], padded to one SIMD register. `pad` is 0.
struct alignas(4 * sizeof(Real)) PackedPosition {
  Real x = 0, y = 0, z = 0, pad = 0;
};

/// Closed axis-aligned box [length]. Empty if min > max.
struct Box {
  std::array<Real, 3> min, max;
};

/// Extends `box` to the smallest box that contains both.
inline void grow(Box& box, const Box& other) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (other.min[k] < box.min[k]) box.min[k] = other.min[k];
    if (other.max[k] > box.max[k]) box.max[k] = other.max[k];
  }
}

/// Returns true if two closed boxes have a common point.
inline bool overlap(const Box& a, const Box& b) {
  return a.min[0] <= b.max[0] && b.min[0] <= a.max[0] && a.min[1] <= b.max[1] && b.min[1] <= a.max[1] &&
         a.min[2] <= b.max[2] && b.min[2] <= a.max[2];
}

/// State of a body after an update. Detectors skip a body that is not Active.
struct BodyStatus {
  enum class Kind : std::uint8_t { Active, NotFinite };
  Kind kind = Kind::Active;
  Index vertex = kNoIndex;  ///< NotFinite: first vertex with a NaN or an infinity [body]
};

/// The bodies that detectors read. One set serves any number of detectors.
///
/// - add() checks and copies the topology of a body.
/// - update() checks and packs the positions.
/// - The elements of all bodies are stored in arrays, ordered by body index, then by the body's own element index.
/// - A body id is stable while the body lives, and may be reused after its removal.
/// - A body index is the rank of a body among the living bodies, in the order of their ids.
/// - Indices in the set are valid until a body is added or removed.
/// - A setting is read by body id, or by body index with the suffix At. Other values have no suffix.
/// - Functions that take a body id throw Error for an unknown id, except contains() and index().
/// - Functions that take a body index or an index in the set do not check its range.
/// - add(), remove(), setRestPositions() and setCut() change the revision; setPositions() and update() may change it.
class PLIANT_DETECTORS_EXPORT BodySet {
 public:
  BodySet();
  ~BodySet();
  BodySet(BodySet&&) noexcept;
  BodySet& operator=(BodySet&&) noexcept;

  /// Adds a body: checks and copies its topology.
  /// The current positions become the rest shape.
  /// Throws Error if a vertex index is out of range (the message names the element), or if the numbers of positions at
  /// t0 and t1 differ.
  /// Returns the body id.
  Index add(const BodyView& view);
  /// Removes a body and its settings.
  /// A body that is added later may get the same body id.
  void remove(Index id);
  /// Returns true if a body has this body id.
  bool contains(Index id) const;

  /// Replaces the views of a body's positions, both 3×n; call it after the arrays have moved in memory.
  /// Without data in `positions_t0` the positions at t0 are those at t1.
  /// Changes the revision if `positions_t0` gets data or loses it.
  /// Throws Error if a count differs from the body's number of vertices.
  void setPositions(Index id, PositionsView positions, PositionsView positions_t0 = {});

  /// Promises that the views of a body have the positions that the last update has read there.
  /// Updates then need not read them again, until the next call of setPositions().
  void keepPositions(Index id);

  /// Sets the rest shape, 3×n.
  /// Pairs of the body's own elements that are close at rest get a shorter contact distance.
  /// Default: the positions in add().
  /// Throws Error if the count differs from the body's number of vertices.
  void setRestPositions(Index id, PositionsView rest);

  /// Sets the margin, the length that the body adds to a contact distance [length].
  /// The contact distance of a pair is the sum of both margins.
  /// Default: kDefaultMarginFraction · mean edge length at rest.
  /// Throws Error if the margin is negative or not finite.
  void setMargin(Index id, Real margin);
  Real margin(Index id) const;

  /// Sets the margin [length] that replaces the body's margin in pairs with an obstacle.
  /// The contact distance of such a pair is obstacle margin of the body + margin of the obstacle.
  /// Default: the margin.
  /// Throws Error if the margin is negative or not finite.
  void setObstacleMargin(Index id, Real margin);
  Real obstacleMargin(Index id) const;
  /// Marks the body as an obstacle: a body against which others have an obstacle margin. Default: false.
  /// If the obstacle margin of another body exceeds its margin, the speculative margin of the obstacle must be at least
  /// the difference; candidates are gathered by the margins.
  void setObstacle(Index id, bool obstacle);
  bool obstacle(Index id) const;
  /// Returns the contact distance of two bodies [length]: the sum of both margins.
  /// The obstacle margin replaces the margin of a body whose partner is an obstacle.
  /// A body with itself: twice its margin.
  Real contactDistance(Index a, Index b) const;

  /// Sets the speculative margin [length]: contacts are generated up to margin + this distance.
  /// The contact distance does not change.
  /// It is needed if bodies near this body gain velocity within the step, after the motion t0 → t1 was predicted.
  /// Default: 0.
  /// Throws Error if the distance is negative or not finite.
  void setSpeculativeMargin(Index id, Real distance);
  Real speculativeMargin(Index id) const;

  /// Enables tests of the body against itself. Default: true.
  void setSelf(Index id, bool enabled);
  bool self(Index id) const;
  /// Sets the number of excluded rings: elements of the body connected by fewer than `rings` edges are not near
  /// contacts. 1: elements that share a vertex are excluded, as always. 2: elements connected by one edge are excluded,
  /// too; and so on. Excluded neighbours are still contacts if their motion makes them meet. Range 1 to
  /// kMaxExcludedRings. Default: kDefaultExcludedRings. Throws Error if `rings` is out of range.
  void setExcludedRings(Index id, unsigned rings);
  unsigned excludedRings(Index id) const;
  /// Sets the groups of vertices that a cut has split from one vertex each.
  /// `groups`: group of each vertex of the body, kNoIndex for none; n values, or none to remove the cut.
  /// `openings`: largest distance so far between the vertices of each group [length], ≥ 0.
  /// Elements on both cut sides are close at rest, but their contact distance grows with the opening.
  /// Changes the revision.
  /// Throws Error if the number of groups is not n, or if a group has no opening.
  void setCut(Index id, std::span<const Index> groups, std::span<const Real> openings);
  /// Replaces the openings of the groups that setCut() has set [length].
  /// Does not change the revision.
  /// Throws Error if the number of openings differs.
  void setCutOpenings(Index id, std::span<const Real> openings);

  /// Enables tests of two bodies against each other, in either order.
  /// A body with itself: as setSelf().
  /// Default: true.
  /// The setting is removed with either body.
  void setPair(Index a, Index b, bool enabled);
  /// Sets the collision filter: two bodies are tested only if each group shares a bit with the other body's mask.
  /// Default: group 1, mask all bits.
  /// The test of a body against itself ignores the filter.
  void setFilter(Index id, std::uint32_t group, std::uint32_t mask);
  /// Returns true if setPair() and both filters enable the pair.
  bool pair(Index a, Index b) const;

  const Topology& topology(Index id) const;

  /// Reads the positions of all bodies: packs them, checks that they are finite, computes boxes.
  /// A body with a NaN or an infinity gets the status NotFinite until an update finds only finite positions.
  /// If a rest shape is not finite, the first finite positions replace it, and the revision changes.
  /// Allocates only after the set or its topology has changed.
  void update(Workers& workers);
  /// The same on the calling thread alone.
  void update();
  /// Replaces the positions at t1 by `positions`, one per vertex of the set, until the next update(workers).
  /// The positions at t0 stay those of the views.
  /// Detectors see the start of the step alone with positions_t0().
  /// Call after update(workers); the bodies must not have changed since.
  void update(Workers& workers, std::span<const PackedPosition> positions);

  /// Returns the memory of the set, without the arrays that the views point to [bytes].
  std::size_t memory() const;

  /// Returns the number of updates; 0 before the first one.
  std::uint64_t updates() const;
  /// Returns a number that changes with the bodies and their topology, and that no other set has.
  /// A detector rebuilds its data if the number differs from the one at its last build.
  /// 0: the set has never held a body.
  std::uint64_t revision() const;

  // Values per body index, valid after update().
  Index bodyCount() const;
  Index id(Index index) const;
  Index index(Index id) const;  ///< kNoIndex for an unknown body id
  BodyStatus status(Index id) const;
  bool active(Index index) const;                          ///< true if the status is Active
  bool selfAt(Index index) const;                          ///< see setSelf()
  unsigned excludedRingsAt(Index index) const;             ///< see setExcludedRings()
  std::span<const Index> cutGroupsAt(Index index) const;   ///< group per vertex [body]; empty: no cut
  std::span<const Real> cutOpeningsAt(Index index) const;  ///< [length] per group
  bool pairAt(Index indexA, Index indexB) const;           ///< see pair()
  Real marginAt(Index index) const;                        ///< [length]
  Real obstacleMarginAt(Index index) const;                ///< [length]
  bool obstacleAt(Index index) const;
  Real detectionMarginAt(Index index) const;  ///< margin + speculative margin [length]
  const Box& box(Index index) const;          ///< of the vertices at t1; empty if the body is not active
  const Box& sweptBox(Index index) const;     ///< of the vertices at t0 and t1; empty if the body is not active
  Real sweptReach(Index index) const;         ///< largest kSweptReach · motion of a vertex [length], see Candidates.h

  /// Indices [begin, end) in the arrays of the set.
  struct Range {
    Index begin, end;
    Index size() const { return end - begin; }
  };
  Range vertices(Index index) const;
  Range edges(Index index) const;
  Range faceEdges(Index index) const;  ///< edges of faces, the first part of edges()
  Range links(Index index) const;      ///< edges of no face, the rest of edges()
  Range faces(Index index) const;
  Range tetrahedra(Index index) const;

  // Arrays over all bodies; corners are vertex indices in the set.
  std::span<const PackedPosition> positions() const;      ///< one per vertex, at t1 [length]
  std::span<const PackedPosition> positions_t0() const;   ///< one per vertex, at t0 [length]
  std::span<const PackedPosition> restPositions() const;  ///< one per vertex, at rest [length]
  /// Edges of all bodies, each once, smaller vertex first.
  /// Each body stores the edges of its faces in lexicographic order, then its links in lexicographic order.
  std::span<const Edge> edges() const;
  bool isLink(Index edge) const;  ///< true if no face has the edge
  Index linkCount() const;        ///< number of links of all bodies
  std::span<const Triangle> faces() const;
  std::span<const Tetrahedron> tetrahedra() const;
  // Body index, one per element.
  std::span<const Index> bodyOfVertex() const;
  std::span<const Index> bodyOfEdge() const;
  std::span<const Index> bodyOfFace() const;
  std::span<const Index> bodyOfTetrahedron() const;
  /// Edges of each face in the order (0,1), (1,2), (2,0), as edge indices in the set.
  /// kNoIndex if both corners are the same vertex.
  std::span<const Triangle> edgesOfFaces() const;
  /// One per vertex: 1 if it is a corner of a face, else 0.
  std::span<const std::uint8_t> onSurface() const;
  /// Returns the mean edge length of all bodies at rest [length].
  /// A body contributes the edges of its tetrahedra (six each), else those of its faces, else its links.
  /// 0 without edges.
  Real meanEdgeLength() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// Default and upper bound of BodySet::setExcludedRings().
inline constexpr unsigned kDefaultExcludedRings = 1, kMaxExcludedRings = 8;

/// Default margin of a body, divided by its mean edge length at rest.
inline constexpr Real kDefaultMarginFraction = Real(0.1);

}  // namespace pliant
