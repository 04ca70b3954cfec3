#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Types.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <vector>

namespace pliant {

// Pairs that may collide, by flat indices into a BodySet. Every pair that a narrow test would accept is among them,
// each once; others may be too. Pairs of switched-off bodies and pairs that share a corner are never among them.

struct VertexFaceCandidate {
  Index vertex, face;
  auto operator<=>(const VertexFaceCandidate&) const = default;
};

struct EdgeEdgeCandidate {
  Index edgeA, edgeB;  ///< edgeA < edgeB
  auto operator<=>(const EdgeEdgeCandidate&) const = default;
};

struct FaceFaceCandidate {
  Index faceA, faceB;  ///< faceA < faceB
  auto operator<=>(const FaceFaceCandidate&) const = default;
};

/// How far the box of a swept vertex reaches beyond its motion, as a part of that motion. The narrow test takes it for
/// a meeting when a tenth of the distance at t0 is left, so both motions together have made up for nine times what is
/// left: a ninth of each is enough; or where no plane keeps the pair apart for a sixteenth of the step, for which that
/// part of each is enough. So the answer does not depend on whose boxes they are, nor on the frame in which they are
/// swept.
inline constexpr Real kSweptReach = Real(0.125);

/// No shorter than (x, y, z), at most 1.23 times as long; no square that over- or underflows.
inline Real lengthBound(Real x, Real y, Real z) {
  const Real a = std::abs(x), b = std::abs(y), c = std::abs(z);
  return (a + b + c + (std::max)({a, b, c})) / 2;
}

/// kSweptReach of the way from `from` to `to`.
inline Real sweptReach(const PackedPosition& from, const PackedPosition& to) {
  return kSweptReach * lengthBound(to.x - from.x, to.y - from.y, to.z - from.z);
}

/// Which surface pairs to gather, and how near they must come.
struct CandidateQuery {
  bool vertexFace = false;
  bool edgeEdge = false;
  bool faceFace = false;
  bool swept = false;      ///< boxes over the linear motion t0 → t1, and kSweptReach beyond; else at t1
  Real marginScale = 0;    ///< a pair counts when it comes within marginScale · (both bodies' margins)
  Real distance = 0;       ///< added to that, world units
  bool edgeMargin = true;  ///< false: edge against edge without the margins' part, for motions that make them meet
  bool linksOnly = false;  ///< edge against edge only where one of both is a link, which is no edge of a face
  bool between = true;     ///< pairs of different bodies (where the set has them enabled)
  bool self = true;        ///< pairs within a body (where the set has it enabled)
};

/// What a CandidateQuery gathered; lists that it did not ask for are empty.
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
