#pragma once

#include <cstddef>
#include <cstdint>

// Boxes of vertices, edges and faces; compiled once for each instruction set and chosen at run time.

namespace pliant::detail::surface {

/// Boxes of vertices. The lower corners have four floats each and are `step` floats apart; each upper corner is `high`
/// floats after its lower corner. Points are boxes with `high` 0.
struct VertexBoxes {
  const float* data = nullptr;
  std::size_t step = 8, high = 4;

  const float* low(std::size_t vertex) const { return data + step * vertex; }
};

/// Computes boxes of vertices over their motion as (min x, y, z, 0, max x, y, z, 0). The motion goes from `from` to
/// `to` − shift, four floats per vertex; equal pointers and no shift mean no motion. Boxes are grown by `radius`
/// [length] and by `reach` times the length of the motion, then rounded outward. `box` receives the box around all
/// (min, max).
void boundVertices(const float* from, const float* to, const float* shift, float radius, float reach, std::size_t begin,
                   std::size_t end, float* interleaved, float box[6]);

/// Computes the box around the boxes [begin, end), which must not be empty.
void boxOf(const float* interleaved, std::size_t begin, std::size_t end, float box[6]);

/// Computes the boxes of elements with `corners` (2 or 3) corners each from the boxes of vertices, less `shrink` on all
/// sides, rounded outward.
void boundElements(const VertexBoxes& vertices, const std::uint32_t* elements, int corners, float shrink,
                   std::size_t begin, std::size_t end, float* const bound[6]);

/// Computes the boxes of the listed elements only, with 1 to 3 corners each: bound[k][i] belongs to element list[i].
void boundListed(const VertexBoxes& vertices, const std::uint32_t* elements, int corners, float shrink,
                 const std::uint32_t* list, std::size_t count, float* const bound[6]);

}  // namespace pliant::detail::surface
