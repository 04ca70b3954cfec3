#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Detector.h>
#include <pliant/plugin/Export.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pliant::detail {

/// Candidates for the narrow tests without asking a detector each time. It is asked with boxes wider than needed; as
/// long as vertices stay within that room of the motion that it saw, what meets was a candidate then. The few vertices
/// that go farther are held against all elements.
///
/// What all bodies do together brings none of them nearer, so a common translation uses up no room, nor does any
/// translation of a body that is near no other.
class PLIANT_PLUGIN_EXPORT CandidateMemory {
 public:
  /// To be called once a step, before the first `gather`.
  void beginStep() { ++m_step; }
  void forget();

  /// The `vertexFace` and `edgeEdge` candidates of a swept query over the set's present motion, of all bodies that the
  /// set lets meet (each with itself only where the query says so), as a detector would give them less some that can't
  /// meet. Where the query has margins, pairs of edges of which one is a link are among them, margins included,
  /// whatever it says of edges. `widest` is the largest scale of margins that vertex-face queries come with; its room
  /// serves those that ask for less. Throws what the detector throws.
  void gather(Detector& detector, const BodySet& set, const CandidateQuery& query, Real widest, Candidates& out,
              Counters& counters, Workers& workers);

 private:
  struct alignas(8 * sizeof(Real)) Extent {
    std::array<Real, 4> low, high;
  };
  /// Boxes of elements in their order, of each run of them, and of each run of runs.
  struct Boxes {
    std::vector<Extent> elements, runs, groups;
  };
  /// Elements around each vertex.
  struct Stars {
    std::vector<Index> start, list;
    std::span<const Index> of(Index vertex) const {
      return std::span(list).subspan(start[vertex], start[vertex + 1] - start[vertex]);
    }
  };
  template <typename Candidate>
  struct Memory {
    bool known = false;
    bool roomy = false;  ///< asked for with more than was needed
    Real scale = 0;      ///< margins' part in the boxes that were asked for
    std::vector<Candidate> candidates;
    std::vector<PackedPosition> from, to;  ///< the motion that the detector saw
    std::uint64_t step = 0;                ///< in which it was asked
    int pause = 0;                         ///< how many more times room is not worth while
  };
  struct Body {
    Real near;
    bool self, active;
    bool operator==(const Body&) const = default;
  };

  struct BodyExtent {
    std::array<Real, 3> low, high;
    Index slot;
  };

  static bool meet(const Extent& a, const Extent& b);
  static Extent merged(const Extent& a, const Extent& b);
  static void makeRuns(const std::vector<Extent>& boxes, std::vector<Extent>& runs);
  static void makeRuns(Boxes& boxes);
  template <typename Function>
  static void forEachMeeting(const Boxes& boxes, const Extent& box, Function&& function);
  template <typename Element>
  static void link(std::size_t vertices, std::span<const Element> elements, Stars& stars);

  void forgetWhatChanged(const BodySet& set);
  void findNear(const BodySet& set, Real scale);
  template <typename Candidate>
  bool findMoved(const BodySet& set, const Memory<Candidate>& memory, Real scale);
  template <typename Candidate, typename Ask, typename Prepare, typename Boxed, typename More>
  void serve(const BodySet& set, Memory<Candidate>& memory, Real scale, Real widest, Ask&& ask, Prepare&& prepare,
             Boxed&& boxed, More&& more, std::vector<Candidate>& out);
  void measureVertices(const BodySet& set, Real scale);
  template <typename Element>
  void measure(std::span<const Element> elements, Boxes& boxes) const;
  bool wanted(const BodySet& set, Index a, Index b) const;
  void addFaces(const BodySet& set, Index vertex);
  void addEdges(const BodySet& set, Index vertex, bool linksOnly);
  void addLinks(std::vector<EdgeEdgeCandidate>& edges);

  Memory<VertexFaceCandidate> m_vertexFace;
  Memory<EdgeEdgeCandidate> m_edgeEdge, m_links;
  std::uint64_t m_step = 0, m_revision = 0;
  bool m_self = true;  ///< bodies with themselves, too
  std::vector<Body> m_bodies, m_bodiesNow;
  Candidates m_asked;
  std::vector<BodyExtent> m_extents, m_seenExtents;  // seen: with room, those that m_near was found for
  std::vector<std::uint8_t> m_near;                  // by slot: another body's box meets this one's
  std::vector<Index> m_moved;
  std::optional<Real> m_measured;  ///< the scale that boxes of vertices have now
  Boxes m_vertices, m_faces, m_edges;
  std::vector<VertexFaceCandidate> m_moreFaces;
  std::vector<EdgeEdgeCandidate> m_moreEdges, m_linksNow, m_merged;
  Stars m_faceStars, m_edgeStars;
};

}  // namespace pliant::detail
