#pragma once

#include <pliant/detectors/InsideVertex.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <compare>

namespace pliant {

// Bodies by id, vertices and faces by the body's own index; lists are sorted in the order of their members.

/// How a vertex gets out of another body's volume.
struct Penetration {
  enum class Kind : std::uint8_t {
    Border,      ///< an edge of its own body leads from it out of the volume: depth and direction from where that edge
                 ///< leaves
    Propagated,  ///< from its neighbours nearer to the border
    Enclosed,    ///< no path over its own body's edges leads out: along one direction for all that hang together
    Barycentric  ///< from the tetrahedron that holds it
  };

  Index vertexBody = kNoIndex, vertex = kNoIndex, volumeBody = kNoIndex;
  Kind kind = Kind::Border;
  Real depth = 0;     ///< world units, ≥ 0: how far to go along `direction`
  Vector3 direction;  ///< unit, out of the penetrated body
};

/// An edge that lies in another body's volume between two points while both its ends are outside.
struct PiercingEdge {
  /// Where the edge passes through a face of the volume.
  struct Crossing {
    Index face = kNoIndex;            ///< of the volume's body
    Real t = 0;                       ///< along the edge, 0 at its first vertex, 1 at its second
    std::array<Real, 3> barycentric;  ///< in the face, sum 1
    Vector3 normal;                   ///< of the face, unit, out of the volume
  };

  Index edgeBody = kNoIndex;
  std::array<Index, 2> vertices = {kNoIndex, kNoIndex};
  Index volumeBody = kNoIndex;
  Crossing entry, exit;  ///< entry.t < exit.t
  /// Unit, out of the volume: the sum of both normals. Zero where they cancel (a plate that the edge passes straight
  /// through).
  Vector3 direction;
  /// How far the point halfway between the crossings goes along `direction` to be beyond both faces' planes; world
  /// units, ≥ 0.
  Real depth = 0;
};

/// Where a vertex would leave a volume.
struct SurfaceExit {
  Index face = kNoIndex;            ///< of the volume's body
  std::array<Real, 3> barycentric;  ///< in the face, sum 1
};

/// How the volume that two bodies have in common changes when the first one moves as it is.
struct OverlapGradient {
  Vector3 way = Vector3::Zero();  ///< how bodyA has to move to make it smaller the fastest; its length is an area
  Real area = 0;                  ///< of both bodies' surfaces within the other; |way| ≤ area
};

/// The bodies of a pair whose vertices (first) and volume (second) are asked for.
struct VertexVolumePair {
  Index vertexBody, volumeBody;
  auto operator<=>(const VertexVolumePair&) const = default;
};

/// The bodies of a pair whose edges (first) and volume (second) are asked for.
struct EdgeVolumePair {
  Index edgeBody, volumeBody;
  auto operator<=>(const EdgeVolumePair&) const = default;
};

}  // namespace pliant
