#pragma once

#include <pliant/detectors/InsideVertex.h>
#include <pliant/detectors/Types.h>

#include <array>
#include <compare>

namespace pliant {

// Structures store body ids, and the bodies' own vertex and face indices. Lists are sorted in the order of the members.

/// Depth and separation direction of a vertex inside another body's volume.
struct Penetration {
  /// Source of depth and direction.
  enum class Kind : std::uint8_t {
    Border,      ///< points at which the edges of the vertex leave the volume
    Propagated,  ///< neighbours closer to the border
    Enclosed     ///< no path of edges leads out: one direction for all connected vertices
  };

  Index vertexBody = kNoIndex, vertex = kNoIndex, volumeBody = kNoIndex;
  Kind kind = Kind::Border;
  Real depth = 0;     ///< distance to move along `direction` [length], ≥ 0
  Vector3 direction;  ///< unit vector out of the penetrated body
};

/// An edge with both ends outside another body's volume and a segment inside it.
struct PiercingEdge {
  /// Intersection of the edge with a face of the volume.
  struct Crossing {
    Index face = kNoIndex;            ///< face index [volumeBody]
    Real t = 0;                       ///< parameter on the edge: 0 at the first vertex, 1 at the second
    std::array<Real, 3> barycentric;  ///< barycentric coordinates in the face, sum 1
    Vector3 normal;                   ///< unit normal of the face, out of the volume
  };

  Index edgeBody = kNoIndex;
  std::array<Index, 2> vertices = {kNoIndex, kNoIndex};
  Index volumeBody = kNoIndex;
  Crossing entry, exit;  ///< entry.t < exit.t
  /// Unit vector out of the volume: normalised sum of both normals.
  /// Zero if they cancel (a plate that the edge pierces perpendicularly).
  Vector3 direction;
  /// Distance [length], ≥ 0, by which the midpoint of the crossings must move along `direction` to be outside the
  /// planes of both faces, or to the end of the volume's box if that is nearer.
  Real depth = 0;
};

/// The point at which a vertex would leave a volume.
struct SurfaceExit {
  Index face = kNoIndex;            ///< face index [volumeBody]
  std::array<Real, 3> barycentric;  ///< barycentric coordinates in the face, sum 1
};

/// Gradient of the intersection volume of two bodies over a translation of the first one.
struct OverlapGradient {
  Vector3 way = Vector3::Zero();  ///< translation of bodyA that reduces the volume fastest [length²]
  Real area = 0;                  ///< area of both surfaces inside the other body [length²]; |way| ≤ area
};

/// A query: vertices of one body in the volume of another one. Body ids.
struct VertexVolumePair {
  Index vertexBody, volumeBody;
  auto operator<=>(const VertexVolumePair&) const = default;
};

/// A query: edges of one body in the volume of another one. Body ids.
struct EdgeVolumePair {
  Index edgeBody, volumeBody;
  auto operator<=>(const EdgeVolumePair&) const = default;
};

}  // namespace pliant
