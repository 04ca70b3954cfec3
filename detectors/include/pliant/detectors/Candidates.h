#pragma once

#include <pliant/detectors/Types.h>

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

/// Which surface pairs to gather, and how near they must come.
struct CandidateQuery {
  bool vertexFace = false;
  bool edgeEdge = false;
  bool faceFace = false;
  bool swept = false;      ///< boxes over the linear motion t0 → t1; else at t1
  Real marginScale = 0;    ///< a pair counts when it comes within marginScale · (both bodies' margins)
  Real distance = 0;       ///< added to that, world units
  bool edgeMargin = true;  ///< false: edge against edge without the margins' part, for motions that make them meet
  bool between = true;     ///< pairs of different bodies (where the set has them enabled)
  bool self = true;        ///< pairs within a body (where the set has it enabled)
};

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
