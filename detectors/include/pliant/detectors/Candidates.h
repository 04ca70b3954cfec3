#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Types.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <vector>

namespace pliant {

// A candidate is a pair of elements that may collide, stored as indices in the BodySet.
// - All pairs that a narrow test accepts are candidates; other pairs may be candidates, too.
// - Each pair is stored once.
// - Pairs of disabled bodies and pairs that share a corner are not candidates.

/// Vertex and face, indices in the set.
struct VertexFaceCandidate {
  Index vertex, face;
  auto operator<=>(const VertexFaceCandidate&) const = default;
};

/// Two edges, indices in the set.
struct EdgeEdgeCandidate {
  Index edgeA, edgeB;  ///< edgeA < edgeB
  auto operator<=>(const EdgeEdgeCandidate&) const = default;
};

/// Two faces, indices in the set.
struct FaceFaceCandidate {
  Index faceA, faceB;  ///< faceA < faceB
  auto operator<=>(const FaceFaceCandidate&) const = default;
};

/// Padding of the swept box of a vertex, divided by the motion of the vertex.
/// The narrow test reports a hit in two cases:
/// - A tenth of the distance at t0 is left. The motions then cover nine times the rest, so 1/9 of each is enough.
/// - No plane separates the pair for 1/16 of the step. 1/16 of each motion is then enough.
/// So the hits depend neither on the detector's boxes nor on the frame of reference.
inline constexpr Real kSweptReach = Real(0.125);

/// Returns an upper bound of the length of (x, y, z), at most 1.23 times the length.
/// No squares are computed, so nothing overflows or underflows.
inline Real lengthBound(Real x, Real y, Real z) {
  const Real a = std::abs(x), b = std::abs(y), c = std::abs(z);
  return (a + b + c + (std::max)({a, b, c})) / 2;
}

/// Returns kSweptReach · lengthBound(to − from) [length].
inline Real sweptReach(const PackedPosition& from, const PackedPosition& to) {
  return kSweptReach * lengthBound(to.x - from.x, to.y - from.y, to.z - from.z);
}

/// Selects the candidates to gather and their distance.
/// All pairs within marginScale · (sum of both detection margins) + distance are gathered.
struct CandidateQuery {
  bool vertexFace = false;
  bool edgeEdge = false;
  bool faceFace = false;
  bool swept = false;      ///< true: over the linear motion t0 → t1, boxes padded by kSweptReach; false: at t1
  Real marginScale = 0;    ///< factor of the detection margins
  Real distance = 0;       ///< added distance [length]
  bool edgeMargin = true;  ///< false: edge-edge pairs without the margins, for pairs whose motion makes them meet
  /// Swept: the lists are used for this motion alone, see Detector::gathersEachStep().
  bool thisMotion = false;
  /// For such lists: includes pairs that would meet if each vertex ended up to
  /// room · (its detection margin) elsewhere at t1.
  Real room = 0;
  /// For such lists: only pairs with a corner that is marked here by 1, one byte per vertex of the set. Null: all.
  const std::uint8_t* marked = nullptr;
  bool linksOnly = false;  ///< true: edge-edge pairs only if one edge is a link (an edge of no face)
  bool between = true;     ///< pairs of different bodies, if the set enables them
  bool self = true;        ///< pairs within a body, if the set enables them
  /// Bodies marked by 1, one byte per body index, need no pairs within them. Null: none. A method may ignore it.
  const std::uint8_t* notSelf = nullptr;
  /// Bodies marked by 1, one byte per body index, need no pairs with each other. Null: none. A method may ignore it.
  const std::uint8_t* still = nullptr;
};

/// Candidates of a CandidateQuery. Lists that were not requested are empty.
struct Candidates {
  std::vector<VertexFaceCandidate> vertexFace;  ///< sorted
  std::vector<EdgeEdgeCandidate> edgeEdge;      ///< sorted
  std::vector<FaceFaceCandidate> faceFace;      ///< sorted

  void clear() {
    vertexFace.clear();
    edgeEdge.clear();
    faceFace.clear();
  }
};

}  // namespace pliant
