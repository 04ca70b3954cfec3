#pragma once

#include <pliant/detectors/InsideVertex.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <vector>

namespace pliant {

// Answers by body id and the body's own indices, sorted in the order of their members.

/// A vertex in a closed, non-flat tetrahedron of either orientation (Teschner 2003, section 3).
struct VertexTetrahedron {
  Index vertexBody, vertex, tetrahedronBody, tetrahedron;
  /// Of the vertex in the tetrahedron, sum 1. From rounded arithmetic: the decision is exact, these are within
  /// rounding.
  std::array<Real, 4> barycentric;
};

/// A vertex whose exact distance from a face is at most the margin.
struct VertexFace {
  Index vertexBody, vertex, faceBody, face;
};

/// Two faces that have a point in common, by exact decision. Two of one body that share a vertex (the same index) are a
/// pair only with Query::sharedCorners.
struct FacePair {
  Index bodyA, faceA, bodyB, faceB;  ///< (bodyA, faceA) < (bodyB, faceB)
};

/// What two closed surfaces enclose both, as an LDI sees it; bodyA < bodyB.
struct IntersectionVolume {
  Index bodyA, bodyB;
  double volume;  ///< world units cubed, > 0
};

/// Where the winding number of a closed surface is above 1 or below 0, as an LDI sees it.
struct SelfIntersectionVolume {
  Index body;
  double volume;  ///< world units cubed, > 0
};

/// What to ask of a detector: one that is asked for a list that it can't give throws Error. Positions are those at t1.
struct Query {
  bool vertexTetrahedron = false;  ///< by AutoDetector, SpatialHash and BruteForce
  bool barycentric = true;         ///< compute VertexTetrahedron::barycentric, else left 0
  bool facePairs = false;          ///< by all but LdiDetector
  /// Also pairs of faces of one body that share one or more vertices, where a point that they have in common lies
  /// neither at a shared vertex nor on a shared edge. That is so for two faces with the same three vertices and an
  /// area.
  bool sharedCorners = false;
  bool vertexFace = false;               ///< by all but LdiDetector
  bool verticesInside = false;           ///< by LdiDetector: in a closed surface of another body, as an LDI sees it
  bool intersectionVolumes = false;      ///< by LdiDetector
  bool selfIntersectionVolumes = false;  ///< by LdiDetector
  Real margin = 0;                       ///< of vertexFace: distance ≤ margin, world units, finite and ≥ 0
  bool between = true;
  bool self = true;
};

/// What a Query found; lists that it did not ask for are empty. The memory is kept and used again by the next query.
struct Results {
  std::vector<VertexTetrahedron> vertexTetrahedron;
  std::vector<VertexFace> vertexFace;
  std::vector<FacePair> facePairs;
  std::vector<InsideVertex> verticesInside;
  std::vector<IntersectionVolume> intersectionVolumes;
  std::vector<SelfIntersectionVolume> selfIntersectionVolumes;
  Counters counters;

  void clear() {
    vertexTetrahedron.clear();
    vertexFace.clear();
    facePairs.clear();
    verticesInside.clear();
    intersectionVolumes.clear();
    selfIntersectionVolumes.clear();
    counters = {};
  }
};

}  // namespace pliant
