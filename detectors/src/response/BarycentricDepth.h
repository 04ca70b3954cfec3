#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/response/Penetration.h>

#include <optional>
#include <vector>

namespace pliant::detail {

/// Depth within one tetrahedron (Teschner 2003, section 8).
class BarycentricDepth {
 public:
  /// Finds which faces of each tetrahedron belong to its body's surface.
  void build(const BodySet& bodies);

  std::optional<Penetration> depth(const BodySet& bodies, const VertexTetrahedron& row) const;

 private:
  std::vector<std::uint8_t> m_surfaceFaces;  // by flat tetrahedron: bit i for the face opposite corner i
};

}  // namespace pliant::detail
