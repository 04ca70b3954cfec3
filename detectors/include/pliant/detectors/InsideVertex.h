#pragma once

#include <pliant/detectors/Types.h>

#include <compare>

namespace pliant {

/// A vertex inside the volume of another body: body ids, vertex index [body].
struct InsideVertex {
  Index vertexBody, vertex, volumeBody;
  auto operator<=>(const InsideVertex&) const = default;
};

}  // namespace pliant
