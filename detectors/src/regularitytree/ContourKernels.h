#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

namespace pliant::detail {

/// Number of elements of the kernels' arrays beyond their count: kernels read and write whole vectors.
inline constexpr std::size_t kSketchPadding = 16;

/// Number of consecutive edges in a block.
inline constexpr std::size_t kBlockEdges = 8;

/// Axes of the projection plane, see ApproximateProjection. `depth` is the axis of the view direction's longest
/// component; u and w belong to the next two axes.
struct SketchView {
  unsigned depth = 2;
  float ratioU = 0, ratioW = 0, turned = 1;
};
/// Projects vertices (four scalars each) relative to the first one: u = x_u − ratioU · x_depth, w = turned · (x_w −
/// ratioW · x_depth). Both are 0 from `count` to the end of the last vector. Returns the largest magnitude of all x.
float drawSketch(const SketchView& view, const Real* positions, const std::uint32_t* vertices, std::size_t count,
                 float* u, float* w);

/// Writes, for each edge i from point i to the next, one bit per direction in which it goes forward by more than
/// `least`. The product with a direction is a sum of up to three coordinate differences.
void edgeDirections(const float* u, const float* w, std::size_t edges, float least, std::uint32_t* forward);

/// Returns twice the signed area of a loop with edges from each point to the next; positive if counter-clockwise.
double loopArea(const float* u, const float* w, std::size_t edges);

/// Returns true if all edges together run once counter-clockwise around (cu, cw). For each edge the cross product of
/// its ends relative to this centre must exceed perLength · (sum of the magnitudes of their coordinates) + least.
bool goesRound(const float* u, const float* w, std::size_t edges, float cu, float cw, float perLength, float least);

/// Summary of blocks of edges. Per block: its box, the directions in which all its edges go forward, and one bit per
/// edge that is set if this edge and the next two have such a direction in common. Per edge: its box (low u, low w,
/// high u, high w) and the same box enlarged by a gap. pairBlocks() reads kSketchPadding empty boxes (low above high)
/// behind the last block.
struct EdgeBlocks {
  float *lowU, *lowW, *highU, *highW;
  std::uint32_t* forward;
  std::uint8_t* chains;
  float *edge[4], *wider[4];
};
void summarizeBlocks(const float* u, const float* w, const std::uint32_t* forward, std::size_t blocks, float gap,
                     const EdgeBlocks& out);

/// Two blocks with edges whose boxes are within the gap: bit 8i + j stands for edge i of the first and edge j of the
/// second block.
struct BlockPair {
  std::uint32_t first, second;
  std::uint64_t edges;
};
/// Finds the pairs of a block and another, from starts[block] on, whose boxes are within `gap`; for a block with
/// itself, each pair of edges once. Excludes consecutive edges, and two edges with one in between if these three are a
/// monotone chain. `gap` must be the gap of the summary. Returns the number of pairs; stops at `most`.
std::size_t pairBlocks(const EdgeBlocks& blocks, std::size_t count, const std::uint32_t* starts, float gap,
                       BlockPair* pairs, std::size_t most);

/// Computes x = a x + b y, y = c y.
void shear(float* x, float* y, std::size_t count, float a, float b, float c);

/// Returns true if the first point of some edge is within √near2 of an edge that does not end in it. Points are equal
/// if their `vertices` are. Only pairs of blocks whose boxes are within `gap` are tested. `edges`: number of edges per
/// block.
bool comeNear(const float* x, const float* y, const std::uint32_t* vertices, const EdgeBlocks& blocks,
              const std::uint32_t* edges, std::size_t count, float gap, float near2);

}  // namespace pliant::detail
