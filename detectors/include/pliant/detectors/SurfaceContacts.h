#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <span>
#include <vector>

namespace pliant {

/// A contact: two surface elements that collide during the step or are near each other at t1.
///
/// Let x be the positions of the four vertices. Σ weights·x is the vector from the point on B to the point on A.
/// Its component along `normal` is the signed distance, positive on the side of t0.
struct SurfaceContact {
  enum class Kind : std::uint8_t { VertexFace, EdgeEdge };
  Kind kind = Kind::VertexFace;
  bool swept = false;  ///< true: the motion t0 → t1 makes the elements meet; false: near at t1 only
  /// Vertex indices in the set.
  /// VertexFace: the vertex, then the corners of the face. EdgeEdge: the ends of edge A, then those of edge B.
  std::array<Index, 4> vertices;
  std::array<Real, 4> weights;  ///< (1, −a, −b, −c) or (1−s, s, −(1−t), −t); sum 0
  Vector3 normal;               ///< unit vector from B to A, on the side of t0
  Real distance_t0 = 0;         ///< distance of the elements at t0 [length]
  Real contactDistance = 0;     ///< [length]: sum of both margins, less for elements that are near at rest
  Index elementA = kNoIndex;    ///< vertex (VertexFace) or edge (EdgeEdge), index in the set
  Index elementB = kNoIndex;    ///< face (VertexFace) or edge (EdgeEdge), index in the set
};

/// Selects the candidates that become contacts.
struct SurfaceContactSettings {
  /// True: pairs that are near at t1 on the side of t0 are contacts, except pairs excluded by
  /// BodySet::setExcludedRings().
  /// False: only pairs whose motion makes them meet are contacts.
  bool nearby = true;
  /// True: `nearby` applies to edge-edge pairs.
  /// False: it applies to vertex-face pairs and to edge-edge pairs with a link.
  bool edgeEdgeNearby = false;
  /// True: near contacts include pairs within a body whose contact distance is shortened because they are near at rest,
  /// for instance slivers beside a cut.
  bool nearAtRest = false;
  /// Near means: distance at t1 < (1 + reach) · (sum of both detection margins).
  /// Within a body it also means: distance at t1 < (1 + reach) · contact distance.
  Real reach = Real(0.25);
  Real restFraction = Real(0.7);  ///< within a body: largest contact distance / distance at rest

  bool operator==(const SurfaceContactSettings&) const = default;
};

/// The narrow test of contacts, in double precision.
///
/// Conservative advancement over the linear motion t0 → t1 (additive CCD: Li et al., "Codimensional incremental
/// potential contact", 2021).
/// The normal of a swept contact is taken at the last time of separation, so it points to the side of t0.
class PLIANT_DETECTORS_EXPORT SurfaceNarrowTest {
 public:
  SurfaceNarrowTest();
  ~SurfaceNarrowTest();

  /// Tests all vertex-face and edge-edge candidates.
  /// Replaces `contacts`: vertex-face first, in the order of the candidates, the same for any number of threads.
  /// Adds to Counters::narrowTests.
  void run(const BodySet& bodies, const Candidates& candidates, const SurfaceContactSettings& settings,
           std::vector<SurfaceContact>& contacts, Counters& counters, Workers& workers);

  /// Computes the slack of each candidate [length], at the positions `from` (t0) and `to` (t1), one per vertex of the
  /// set. While the largest changes of a position, at t0 or t1, of its two elements sum to at most its slack, run()
  /// with these settings returns no contact of it, nor with a smaller reach or without near pairs. Negative: the slack
  /// is not known.
  void measureSlacks(const BodySet& bodies, std::span<const PackedPosition> from, std::span<const PackedPosition> to,
                     std::span<const VertexFaceCandidate> candidates, const SurfaceContactSettings& settings,
                     std::vector<float>& slacks, Workers& workers);
  void measureSlacks(const BodySet& bodies, std::span<const PackedPosition> from, std::span<const PackedPosition> to,
                     std::span<const EdgeEdgeCandidate> candidates, const SurfaceContactSettings& settings,
                     std::vector<float>& slacks, Workers& workers);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
