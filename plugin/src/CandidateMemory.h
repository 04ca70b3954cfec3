#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Detector.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ElementExtents.h"
#include "KeptShapes.h"
#include "NearBodies.h"
#include "core/GroupedIndices.h"

namespace pliant::detail {

/// Cache of candidates over several steps, so that the detector is not queried in every step. The cached query uses
/// boxes with an extra margin. While every vertex stays within the extra margin of its cached motion, the cached list
/// contains all pairs that can collide. The few vertices that move farther are tested against all elements.
///
/// A list that serves a second step gets slacks: how far the elements of each pair may move before the pair can be a
/// contact (SurfaceNarrowTest::measureSlacks). A pair needs no test while the largest motion is within its slack.
///
/// Motions are compared after subtraction of a common translation: the translation of all bodies, or of one body that
/// is near no other. A common translation brings no elements nearer to each other, so it uses up no extra margin.
///
/// Bodies that stand still need no pairs within them or with each other, and cost next to nothing.
class CandidateMemory {
 public:
  /// Call once per step, before the first `gather`. `still`: one per body, or none; 1 if it stands still in this step.
  void beginStep(const BodySet& set, std::span<const std::uint8_t> still = {}) {
    ++m_step;
    m_still.assign(still.begin(), still.end());
    m_shapes.beginStep(set);
  }
  void forget();

  /// Returns the `vertexFace` and `edgeEdge` candidates of a swept query over the set's current motion, for all bodies
  /// that the set enables (a body with itself only if `query.self`). The lists are those of the detector without some
  /// pairs that cannot collide. If the query has margins, edge pairs with at least one link are included, with margins,
  /// whatever the query's edge settings are. `narrow` and `settings` are those of the narrow test of the candidates; a
  /// list cached for their reach also serves smaller margin scales. Exceptions of the detector propagate.
  void gather(Detector& detector, const BodySet& set, const CandidateQuery& query, SurfaceNarrowTest& narrow,
              const SurfaceContactSettings& settings, Candidates& out, Counters& counters, Workers& workers);

 private:
  template <typename Candidate>
  struct Memory {
    bool known = false;
    bool roomy = false;  ///< true if the query had an extra margin
    Real scale = 0;      ///< margin scale of the query
    std::vector<Candidate> candidates;
    std::vector<PackedPosition> from, to;  ///< positions at t0 and t1 at the query
    std::uint64_t step = 0;                ///< step of the query
    int pause = 0;                         ///< number of next queries without extra margin
    std::vector<std::uint8_t> kept;        ///< CandidateQuery::notSelf of the query
    std::vector<std::uint8_t> still;       ///< one per body: the list lacks pairs of bodies that are both marked
    bool measured = false;                 ///< true if `slacks` holds those of the candidates
    std::vector<float> slacks;             ///< one per candidate [length], negative if not known
  };
  struct Body {
    Real near;
    bool self, active;
    bool operator==(const Body&) const = default;
  };

  /// Motions of a body's vertices since the query of a list.
  struct Motion {
    std::size_t moved;  ///< number of vertices that moved beyond the extra margin
    Real largest;       ///< upper bound of the motions of the other vertices
  };

  void forgetWhatChanged(const BodySet& set);
  bool findKept(const BodySet& set, const CandidateQuery& query, Real edgeScale);
  template <typename Candidate>
  bool anyWoken(const Memory<Candidate>& memory) const;
  template <typename Candidate>
  bool covers(const Memory<Candidate>& memory) const;
  template <typename Candidate>
  void dropStill(const BodySet& set, Memory<Candidate>& memory) const;
  template <typename Candidate>
  void measureSlacks(const BodySet& set, SurfaceNarrowTest& narrow, Memory<Candidate>& memory, Workers& workers) const;
  template <typename Candidate>
  bool findMoved(const BodySet& set, const Memory<Candidate>& memory, Real scale, Workers& workers);
  template <typename Candidate, typename Ask, typename Prepare, typename Boxed, typename More>
  void serve(const BodySet& set, SurfaceNarrowTest& narrow, Memory<Candidate>& memory, Real scale, Real widest,
             Ask&& ask, Prepare&& prepare, Boxed&& boxed, More&& more, std::vector<Candidate>& out, Workers& workers);
  PackedPosition commonOfNear(std::span<const PackedPosition> from, std::span<const PackedPosition> to) const;
  void measureVertices(const BodySet& set, Real scale, Workers& workers);
  bool wanted(const BodySet& set, Index a, Index b) const;
  void addFaces(const BodySet& set, Index vertex);
  void addEdges(const BodySet& set, Index vertex, bool linksOnly);

  KeptShapes m_shapes;
  NearBodies m_near;
  Memory<VertexFaceCandidate> m_vertexFace;
  Memory<EdgeEdgeCandidate> m_edgeEdge, m_links;
  std::uint64_t m_step = 0, m_revision = 0;
  bool m_self = true;                 ///< true if the cached lists include self-collision candidates
  SurfaceContactSettings m_settings;  ///< those of the slacks
  std::vector<Body> m_bodies, m_bodiesNow;
  Candidates m_asked;
  std::vector<std::uint8_t> m_still;  // one per body: 1 if it stands still in this step
  std::vector<std::uint8_t> m_asks;   // one per body: 1 if some of its elements may meet others in this query
  std::vector<Index> m_moved;
  std::vector<Index> m_movedOf;     // vertices of m_moved by body, in findMoved()
  std::vector<Motion> m_motions;    // one per body
  Real m_motion = 0;                // the largest of them; a pair is due if its slack is at most twice that
  std::vector<std::size_t> m_kept;  // one per chunk of candidates: number of those that are served
  std::optional<Real> m_measured;   ///< margin scale of the boxes in m_vertices
  ElementExtents m_vertices, m_faces, m_edges;
  std::vector<VertexFaceCandidate> m_moreFaces;
  std::vector<EdgeEdgeCandidate> m_moreEdges, m_linksNow;
  GroupedIndices m_faceCorners, m_edgeEnds;  ///< by vertex; 3 · face + corner, and 2 · edge + end
};

}  // namespace pliant::detail
