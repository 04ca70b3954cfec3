#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/plugin/Export.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant::detail {

/// Vertex-face candidates for the final checks of a step without asking a detector again. The solver moves most
/// vertices by less than the distance by which detection widened its boxes: what meets now was a candidate then, or
/// belongs to one of the few vertices that went farther, whose elements are held against all.
class PLIANT_PLUGIN_EXPORT RecheckCandidates {
 public:
  /// What detection found over the motion, widened by marginScale times the margins, nothing left out; positions are
  /// those that it saw.
  void remember(const BodySet& set, const std::vector<VertexFaceCandidate>& candidates, Real marginScale);
  void forget() { m_known = false; }

  /// Pairs whose swept boxes meet at the set's present positions, sorted. False: too much has moved, or nothing is
  /// remembered.
  bool gather(const BodySet& set, std::vector<VertexFaceCandidate>& out);

 private:
  struct alignas(8 * sizeof(Real)) Extent {
    std::array<Real, 4> low, high;
  };
  /// Boxes of elements in their order, and of each run of them.
  struct Boxes {
    std::vector<Extent> elements, runs;
  };
  template <typename Function>
  static void forEachMeeting(const Boxes& boxes, const Extent& box, Function&& function);
  static bool meet(const Extent& a, const Extent& b);
  static Extent merged(const Extent& a, const Extent& b);
  static void makeRuns(Boxes& boxes);

  bool findMoved(const BodySet& set);
  void measure(const BodySet& set);
  void linkStars(const BodySet& set);
  void addMoved(const BodySet& set, Index vertex);

  bool m_known = false;
  Real m_marginScale = 0;
  std::vector<VertexFaceCandidate> m_remembered;
  std::vector<PackedPosition> m_seen;
  std::vector<Index> m_moved;
  Boxes m_vertices, m_faces;
  std::vector<VertexFaceCandidate> m_more;  // of moved vertices

  // Faces around each vertex.
  std::uint64_t m_revision = 0;
  std::vector<Index> m_faceStart, m_faceList;
};

}  // namespace pliant::detail
