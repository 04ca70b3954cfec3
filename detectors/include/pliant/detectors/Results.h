#pragma once

#include <pliant/detectors/Error.h>
#include <pliant/detectors/InsideVertex.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <cstdint>
#include <vector>

namespace pliant {

// Results store body ids and the bodies' own element indices. Lists are sorted in the order of the members.

/// A vertex in a closed, non-flat tetrahedron of either orientation (Teschner 2003, section 3).
/// The decision is exact.
struct VertexTetrahedron {
  Index vertexBody, vertex, tetrahedronBody, tetrahedron;
  /// Barycentric coordinates of the vertex in the tetrahedron, sum 1, rounded.
  std::array<Real, 4> barycentric;
};

/// A vertex whose distance from a face is at most the margin, decided exactly.
struct VertexFace {
  Index vertexBody, vertex, faceBody, face;
};

/// Two faces that have a point in common, decided exactly.
/// Two faces of one body that share a vertex index are a pair only with Query::sharedCorners.
struct FacePair {
  Index bodyA, faceA, bodyB, faceB;  ///< (bodyA, faceA) < (bodyB, faceB)
};

/// The intersection volume of two closed surfaces, sampled by layered depth images.
struct IntersectionVolume {
  Index bodyA, bodyB;  ///< bodyA < bodyB
  double volume;       ///< [length³], > 0
};

/// The volume in which the winding number of a closed surface is above 1 or below 0, sampled by a layered depth image.
struct SelfIntersectionVolume {
  Index body;
  double volume;  ///< [length³], > 0
};

/// Lists of a Query that a method supports.
enum class Answers : std::uint8_t {
  Elements,  ///< vertices in tetrahedra, pairs of faces, vertices near faces
  Surfaces,  ///< pairs of faces, vertices near faces
  Volumes,   ///< of closed surfaces: vertices inside, intersection and self-intersection volumes
};

/// Selects the lists that a detector returns, at the positions at t1.
/// A detector throws Error for a list that it does not support.
struct Query {
  bool vertexTetrahedron = false;  ///< supported by AutoDetector, SpatialHash, BruteForce
  bool barycentric = true;         ///< true: compute VertexTetrahedron::barycentric; false: left 0
  bool facePairs = false;          ///< supported by all except LdiDetector
  /// facePairs includes faces of one body with shared vertices if a common point lies neither at a shared vertex nor on
  /// a shared edge.
  /// This holds for two faces with the same three vertices and a positive area.
  bool sharedCorners = false;
  bool vertexFace = false;               ///< supported by all except LdiDetector
  bool verticesInside = false;           ///< vertices in a closed surface of another body, sampled; by LdiDetector
  bool intersectionVolumes = false;      ///< supported by LdiDetector
  bool selfIntersectionVolumes = false;  ///< supported by LdiDetector
  Real margin = 0;                       ///< largest distance of vertexFace [length], finite and ≥ 0
  bool between = true;                   ///< pairs of different bodies
  bool self = true;                      ///< pairs within a body
};

/// Results of a Query. Lists that were not requested are empty.
/// The next query reuses the memory.
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
