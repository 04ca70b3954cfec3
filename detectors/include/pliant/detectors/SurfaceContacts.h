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

/// Two surface elements that touch or come near during the step, on the side where they were at its start.
///
/// With x the positions of the four vertices, Σ weights·x is the vector from the point on B to the point on A, and its
/// component along `normal` is the signed distance: positive on the side of t0.
struct SurfaceContact {
  enum class Kind : std::uint8_t { VertexFace, EdgeEdge };
  Kind kind = Kind::VertexFace;
  bool swept = false;             ///< the motion t0 → t1 makes them meet; else only near at t1
  std::array<Index, 4> vertices;  ///< flat; vertex and face corners, or both ends of edge A and both of edge B
  std::array<Real, 4> weights;    ///< (1, −a, −b, −c) or (1−s, s, −(1−t), −t); sum 0
  Vector3 normal;                 ///< unit, from B to A on the side of t0
  Real distance_t0 = 0;           ///< distance of the two elements at t0, world units
  Real contactDistance = 0;       ///< h of this pair, world units: margins' sum, less where they are near at rest
  Index elementA = kNoIndex;      ///< flat vertex (VertexFace) or edge (EdgeEdge)
  Index elementB = kNoIndex;      ///< flat face (VertexFace) or edge (EdgeEdge)
};

/// Which candidates become contacts, and how near they must come.
struct SurfaceContactSettings {
  /// Also pairs that don't meet but end within reach, on the side where they began, but for neighbours that
  /// BodySet::setExcludedRings leaves out; false: only pairs whose motion meets.
  bool nearby = true;
  /// The same for edge against edge; false: edges only where their motion meets, but for pairs of which one is a link.
  bool edgeEdgeNearby = false;
  /// Also pairs within a body that are nearer at rest than contacts keep others: slivers beside a cut, for one.
  bool nearAtRest = false;
  Real reach = Real(0.25);        ///< speculative part: near means distance at t1 < (1 + reach) · contactDistance
  Real restFraction = Real(0.7);  ///< within a body h is at most this part of the pair's distance at rest
};

/// The narrow test for contacts: conservative advancement over the linear motion t0 → t1 (additive CCD: Li et al.,
/// "Codimensional incremental potential contact", 2021), in double precision. The normal is taken at the last time at
/// which the pair was still apart, so the side of the start comes free. Results are in the order of the candidates,
/// vertex-face first, the same for any number of threads.
class PLIANT_DETECTORS_EXPORT SurfaceNarrowTest {
 public:
  SurfaceNarrowTest();
  ~SurfaceNarrowTest();

  void run(const BodySet& bodies, const Candidates& candidates, const SurfaceContactSettings& settings,
           std::vector<SurfaceContact>& contacts, Counters& counters, Workers& workers);

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace pliant
