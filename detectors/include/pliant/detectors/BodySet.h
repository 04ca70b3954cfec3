#pragma once

#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Topology.h>
#include <pliant/detectors/Types.h>

#include <memory>
#include <span>

namespace pliant {

class Workers;

/// A position padded to one SIMD register; `pad` is 0.
struct alignas(4 * sizeof(Real)) PackedPosition {
  Real x = 0, y = 0, z = 0, pad = 0;
};

/// Axis-aligned box, closed; empty when min > max.
struct Box {
  std::array<Real, 3> min, max;
};

/// Why a body took no part in an update.
struct BodyStatus {
  enum class Kind : std::uint8_t { Active, NotFinite };
  Kind kind = Kind::Active;
  Index vertex = kNoIndex;  ///< NotFinite: the first vertex with a NaN or an infinity
};

/// The bodies that detectors look at: topology checked when a body is added, positions checked and packed at each
/// update, all elements of all bodies in flat arrays. One set serves any number of detectors.
///
/// Ids are stable while a body lives and may be used again after its removal. "Slot" means the rank of a body among the
/// living ones in the order of their ids; flat arrays are ordered by slot, then by the body's own index. Flat indices
/// of one update are valid until a body is added or removed.
///
/// What takes an id throws Error where no body of the set has it, but for contains() and slot().
class PLIANT_DETECTORS_EXPORT BodySet {
 public:
  BodySet();
  ~BodySet();
  BodySet(BodySet&&) noexcept;
  BodySet& operator=(BodySet&&) noexcept;

  /// Checks the topology and copies it; the present positions are taken as the shape at rest. Throws Error when an
  /// index is out of range, naming the element. Returns the body's id.
  Index add(const BodyView& view);
  /// Forgets the body, its margin and its switches; the id may come again with a later body.
  void remove(Index id);
  bool contains(Index id) const;

  /// The positions have moved in memory. Counts must be unchanged, else Error.
  void setPositions(Index id, PositionsView positions, PositionsView positions_t0 = {});

  /// Shape at rest, to tell pairs that are close by nature (default: positions when the body was added). Throws Error
  /// where the count is not the body's.
  void setRestPositions(Index id, PositionsView rest);

  /// Contact distance of the body, world units, finite and ≥ 0, else Error. A pair's contact distance is the sum of
  /// both. Default: kDefaultMarginFraction of the mean edge length at rest.
  void setMargin(Index id, Real margin);
  Real margin(Index id) const;

  /// Contact distance of the body from obstacles, in place of its margin: a pair's contact distance is that and the
  /// obstacle's margin. World units, finite and ≥ 0, else Error. Default: the margin.
  void setObstacleMargin(Index id, Real margin);
  Real obstacleMargin(Index id) const;
  /// Whether the body is an obstacle. Where its partners' obstacle margins are larger than their margins, its
  /// speculativeMargin must make up for that. Default: false.
  void setObstacle(Index id, bool obstacle);
  bool obstacle(Index id) const;
  /// The sum of both bodies' margins, or of one's obstacle margin and the other's margin. A body with itself: twice.
  Real contactDistance(Index a, Index b) const;

  /// How much farther than its margin the body takes others' elements for near, world units, finite and ≥ 0, else
  /// Error. For bodies in whose neighbourhood others gather speed within a step that their motion does not tell yet. It
  /// makes no contact distance longer. Default 0.
  void setSpeculativeMargin(Index id, Real distance);
  Real speculativeMargin(Index id) const;

  /// Whether the body is tested against itself. Default: true.
  void setSelf(Index id, bool enabled);
  bool self(Index id) const;
  /// Neighbours that a body's nearness to itself leaves out: elements from one of which fewer than `rings` edges of the
  /// surface lead to the other. 1: what shares a vertex, which never counts; 2: also what one edge joins; and so on.
  /// Neighbours whose motion makes them meet still do. 1 to kMaxExcludedRings, else Error; default
  /// kDefaultExcludedRings.
  void setExcludedRings(Index id, unsigned rings);
  unsigned excludedRings(Index id) const;
  /// Vertices that a cut has made of one: by vertex of the body the number of its group, kNoIndex for none, and by
  /// group how far its vertices have been apart at the most, world units, ≥ 0. What was one before the cut is close by
  /// nature only as long as the cut has not opened: later it keeps a distance that grows with the opening. No spans: no
  /// cut. Throws Error where counts and numbers don't fit. Changes the revision.
  void setCut(Index id, std::span<const Index> groups, std::span<const Real> openings);
  /// Other openings of the same groups, which does not change the revision. Throws Error where there are more or fewer.
  void setCutOpenings(Index id, std::span<const Real> openings);

  /// Whether two bodies are tested against each other, in either order; a body and itself: as setSelf. Default: true.
  /// What was set is forgotten when one of both is removed.
  void setPair(Index a, Index b, bool enabled);
  /// Two bodies are tested against each other only if each one's group is in the other's mask (default: group 1, all).
  /// A body's test against itself is not asked for it.
  void setFilter(Index id, std::uint32_t group, std::uint32_t mask);
  /// By setPair and both filters.
  bool pair(Index a, Index b) const;

  const Topology& topology(Index id) const;

  /// Reads every body's positions: packs them, checks that they are finite, computes boxes. A body that holds a NaN or
  /// an infinity sits out (status) until an update finds it whole; the others go on. No allocation unless bodies came
  /// or went.
  void update(Workers& workers);
  void update();

  /// Bytes that all bodies take up here, beside what their views point to.
  std::size_t memory() const;

  /// Counts calls of update; never 0 after the first.
  std::uint64_t updates() const;
  /// Changes with the set (bodies, topology) and is never that of another set: detectors rebuild what depends on it
  /// when it differs from the one they know. 0: the set never held a body.
  std::uint64_t revision() const;

  // By slot, valid after update().
  Index bodyCount() const;
  Index id(Index slot) const;
  Index slot(Index id) const;
  BodyStatus status(Index id) const;
  bool active(Index slot) const;
  bool selfAt(Index slot) const;
  unsigned selfRingsAt(Index slot) const;
  std::span<const Index> cutGroupsAt(Index slot) const;   ///< by the body's own vertex; empty: no cut
  std::span<const Real> cutOpeningsAt(Index slot) const;  ///< by group
  bool pairAt(Index slotA, Index slotB) const;
  Real marginAt(Index slot) const;
  Real obstacleMarginAt(Index slot) const;
  bool obstacleAt(Index slot) const;
  Real detectionMarginAt(Index slot) const;  ///< margin and speculativeMargin
  const Box& box(Index slot) const;          ///< at t1, of all vertices
  const Box& sweptBox(Index slot) const;     ///< over t0 and t1
  Real sweptReach(Index slot) const;         ///< largest kSweptReach · motion of its vertices, see Candidates.h

  struct Range {
    Index begin, end;
    Index size() const { return end - begin; }
  };
  Range vertices(Index slot) const;
  Range edges(Index slot) const;
  Range faceEdges(Index slot) const;  ///< the first of its edges: those of faces
  Range links(Index slot) const;      ///< the others: those of no face
  Range faces(Index slot) const;
  Range tetrahedra(Index slot) const;

  // Flat arrays over all bodies; corner indices are flat vertex indices.
  std::span<const PackedPosition> positions() const;
  std::span<const PackedPosition> positions_t0() const;
  std::span<const PackedPosition> restPositions() const;
  /// Each edge once, smaller vertex first; of each body those of its faces, ordered, then its links, ordered.
  std::span<const Edge> edges() const;
  bool isLink(Index edge) const;  ///< by flat edge: of no face
  Index linkCount() const;        ///< of all bodies
  std::span<const Triangle> faces() const;
  std::span<const Tetrahedron> tetrahedra() const;
  std::span<const Index> slotOfVertex() const;
  std::span<const Index> slotOfEdge() const;
  std::span<const Index> slotOfFace() const;
  std::span<const Index> slotOfTetrahedron() const;
  /// Edges of a face in the order (0,1), (1,2), (2,0), as flat edge indices; kNoIndex where corners repeat.
  std::span<const Triangle> edgesOfFaces() const;
  /// Whether a vertex is a corner of a face.
  std::span<const std::uint8_t> onSurface() const;
  /// Mean length at rest over the edges that bodies are measured by: those of their tetrahedra, else of their faces,
  /// else their links; 0 without edges.
  Real meanEdgeLength() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// See BodySet::setExcludedRings.
inline constexpr unsigned kDefaultExcludedRings = 1, kMaxExcludedRings = 8;

/// Default margin of a body as a fraction of its mean edge length at rest.
inline constexpr Real kDefaultMarginFraction = Real(0.1);

}  // namespace pliant
