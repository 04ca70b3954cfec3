#pragma once

#include <cstddef>
#include <cstdint>

// Boxes of vertices, edges and faces compiled once for each instruction set and chosen at run time.

namespace pliant::detail::surface {

/// Boxes of vertices: lower corners are four floats each, `step` apart, and upper ones `high` behind them. Points are
/// boxes with `high` 0.
struct VertexBoxes {
  const float* data = nullptr;
  std::size_t step = 8, high = 4;

  const float* low(std::size_t vertex) const { return data + step * vertex; }
};

/// Boxes of vertices over their motion, as (min x, y, z, 0, max x, y, z, 0): between `from` and `to` − shift (four
/// floats a vertex; the same pointer and no shift: no motion), grown by `radius` and by `reach` times the length of the
/// motion, then rounded outward; and the box of all (min, max).
void boundVertices(const float* from, const float* to, const float* shift, float radius, float reach, std::size_t begin,
                   std::size_t end, float* interleaved, float box[6]);

/// The box of at least one.
void boxOf(const float* interleaved, std::size_t begin, std::size_t end, float box[6]);

/// Boxes of elements with `corners` (2 or 3) corners each out of the boxes of vertices, less `shrink` on all sides,
/// rounded outward.
void boundElements(const VertexBoxes& vertices, const std::uint32_t* elements, int corners, float shrink,
                   std::size_t begin, std::size_t end, float* const bound[6]);

/// The same of those elements alone that are listed, with 1 to 3 corners each: bound[k][i] is of element list[i].
void boundListed(const VertexBoxes& vertices, const std::uint32_t* elements, int corners, float shrink,
                 const std::uint32_t* list, std::size_t count, float* const bound[6]);

}  // namespace pliant::detail::surface
