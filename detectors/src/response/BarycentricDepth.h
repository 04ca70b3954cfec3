#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/response/Penetration.h>

#include <optional>
#include <vector>

namespace pliant::detail {

/// Penetration depth within one tetrahedron (Teschner 2003, section 8).
class BarycentricDepth {
 public:
  /// Determines which faces of each tetrahedron are on the surface of its body.
  void build(const BodySet& bodies);

  std::optional<Penetration> depth(const BodySet& bodies, const VertexTetrahedron& row) const;

 private:
  // One per tetrahedron of the set: bit i is set if the face opposite corner i is on the surface.
  std::vector<std::uint8_t> m_surfaceFaces;
};

}  // namespace pliant::detail
