#pragma once

#include <pliant/detectors/Types.h>

#include <compare>

namespace pliant {

/// A vertex in the volume of another body. Bodies by id, the vertex by its body's own index.
struct InsideVertex {
  Index vertexBody, vertex, volumeBody;
  auto operator<=>(const InsideVertex&) const = default;
};

}  // namespace pliant
