#pragma once

#include <pliant/detectors/Scalar.h>

#include <cstddef>
#include <cstdint>

namespace pliant::detail {

/// What arrays of the kernels have beyond their count: kernels read and write whole vectors.
inline constexpr std::size_t kSketchPadding = 16;

/// Edges are looked at in blocks of so many that follow each other.
inline constexpr std::size_t kBlockEdges = 8;

/// How the plane's axes lie: see ApproximateProjection. `depth` is the longest axis, u and w go along the next two.
struct SketchView {
  unsigned depth = 2;
  float ratioU = 0, ratioW = 0, turned = 1;
};
/// Where vertices (four scalars each) lie relative to the first: u ← x_u − ratioU · x_depth, w ← turned · (x_w − ratioW
/// · x_depth); up to the next vector's end they are 0. Returns the largest magnitude of all x.
float drawSketch(const SketchView& view, const Real* positions, const std::uint32_t* vertices, std::size_t count,
                 float* u, float* w);

/// Bits of the directions along which edge i, from point i to the next, goes forward by more than `sure`, for the sums
/// of up to three coordinates that the products with them are.
void edgeDirections(const float* u, const float* w, std::size_t edges, float sure, std::uint32_t* forward);

/// Twice the area on the left of edges from each point to the next.
double loopArea(const float* u, const float* w, std::size_t edges);

/// Whether every edge goes round (cu, cw) counter-clockwise, by a product of more than `perLength` times the sum of its
/// ends' coordinates relative to it, and `least`; and all of them once.
bool goesRound(const float* u, const float* w, std::size_t edges, float cu, float cw, float perLength, float least);

/// By block: the box that holds its edges, the directions along which all of them go forward, and by edge whether it
/// and the next two do along one. And by edge: its own box, in the same order, and the same wider by a gap.
/// Behind the last block there are kSketchPadding boxes that are nowhere (low above high), before blocks are paired.
struct EdgeBlocks {
  float *lowU, *lowW, *highU, *highW;
  std::uint32_t* forward;
  std::uint8_t* chains;
  float *edge[4], *wider[4];
};
void summarizeBlocks(const float* u, const float* w, const std::uint32_t* forward, std::size_t blocks, float gap,
                     const EdgeBlocks& out);

/// Two blocks, and of whose edges the boxes come within the gap of each other: bit 8i + j for edge i of the first and j
/// of the second.
struct BlockPair {
  std::uint32_t first, second;
  std::uint64_t edges;
};
/// Pairs of a block and one from starts[block] on whose boxes come within `gap` of each other; of a block and itself
/// each pair of edges once. Left out are edges that follow each other, and two with one between them if all three are
/// a chain. `gap`: that of the summary. Returns their number; at `most` it stops.
std::size_t pairBlocks(const EdgeBlocks& blocks, std::size_t count, const std::uint32_t* starts, float gap,
                       BlockPair* pairs, std::size_t most);

/// x ← a x + b y, y ← c y.
void shear(float* x, float* y, std::size_t count, float a, float b, float c);

/// Whether a point, one that an edge begins at, comes within √near2 of an edge that it is not an end of, by `vertices`,
/// which tell equal points. The boxes of both edges' blocks then come within `gap` of each other. `edges`: how many
/// each block has.
bool comeNear(const float* x, const float* y, const std::uint32_t* vertices, const EdgeBlocks& blocks,
              const std::uint32_t* edges, std::size_t count, float gap, float near2);

}  // namespace pliant::detail
