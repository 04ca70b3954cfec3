#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "regularitytree/GroupKernels.cpp"
#include <hwy/foreach_target.h>
// Include only after foreach_target.
#include <hwy/highway.h>

#include "regularitytree/GroupKernels.h"
#include "regularitytree/GroupNormals-inl.h"
#include "regularitytree/GroupVertices-inl.h"
#include "regularitytree/LeafVectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Number of groups whose vertices are fetched before the first is used.
constexpr std::size_t kAhead = 4;

/// Copies a group's vertices, scaled by a power of two, and computes their box. Scaling rounds only values that are
/// covered by kSmallest.
HWY_INLINE void Fetch(const float* positions, const std::uint32_t* list, std::size_t count, float scale,
                      Vertices& vertices, float* box) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t k = 0; k < 8; ++k) box[k] = positions[4 * std::size_t{list[0]} + k % 4];
  for (std::size_t i = 0; i < count; ++i) {
    const float* point = positions + 4 * std::size_t{list[i]};
    vertices.Put(i, point, scale);
    for (std::size_t k = 0; k < 4; ++k) {
      box[k] = point[k] < box[k] ? point[k] : box[k];
      box[4 + k] = point[k] > box[4 + k] ? point[k] : box[4 + k];
    }
  }
#else
  const hn::FixedTag<float, 4> four;
  const auto scales = hn::Set(four, scale);
  const auto at = [&](std::size_t i) HWY_ATTR { return hn::LoadU(four, positions + 4 * std::size_t{list[i]}); };
  // Two accumulators shorten the dependency chain.
  auto low = at(0), high = low, low2 = low, high2 = low;
  // Runs of 16: groupPlace() permutes inside a run.
  for (std::size_t run = 0; run < count; run += 16) {
    for (std::size_t i = 0; i < 16 && run + i < count; i += kVerticesAtOnce) {
      const auto p = at(run + i), q = at(run + i + 1), r = at(run + i + 2), s = at(run + i + 3);
      vertices.Put(run, i, p, q, r, s, scales);
      low = hn::Min(hn::Min(low, p), q);
      high = hn::Max(hn::Max(high, p), q);
      low2 = hn::Min(hn::Min(low2, r), s);
      high2 = hn::Max(hn::Max(high2, r), s);
    }
  }
  hn::StoreU(hn::Min(low, low2), four, box);
  hn::StoreU(hn::Max(high, high2), four, box + 4);
#endif
}

/// Returns about 1 / x; x must not be 0.
HWY_INLINE hn::Vec<F> Inverse(hn::Vec<F> x) {
  const F d;
  const U u;
  const auto guess = hn::BitCast(d, hn::Sub(hn::Set(u, 0x7ef311c7u), hn::BitCast(u, x)));
  return hn::Mul(guess, hn::Sub(hn::Set(d, 2.0f), hn::Mul(x, guess)));
}

/// Adds the normals of faces from `first` on, of which `count` are left. Returns false if one of them is degenerate.
HWY_INLINE bool AddNormals(const Edges& edges, std::size_t first, std::size_t count, Normals& normals, NormalBox& box) {
  const F d;
  const Product n = Cross(edges.s, edges.t);
  const auto longest = hn::Max(hn::Abs(n.x), hn::Max(hn::Abs(n.y), hn::Abs(n.z)));
  const auto clear = hn::Gt(hn::Mul(longest, hn::Set(d, kDoubt * kLongestAxis)), Doubt(n.size));
  const auto unit = Inverse(longest);
  const Points scaled = Mul<hn::Vec<F>>(unit, n);
  normals.Put(first, scaled);
  if (count >= hn::Lanes(d)) {
    box.Add(scaled);
    return hn::AllTrue(d, clear);
  }
  const auto asked = hn::FirstN(d, count);
  box.Add(scaled, asked);
  return hn::AllTrue(d, hn::Or(clear, hn::Not(asked)));
}

std::size_t BoundAndMask(const float* positions, float scale, const LeafPatchGroups& groups, const MaskAxes& axes,
                         std::size_t begin, std::size_t end, float* boxes, std::uint64_t* masks,
                         std::uint32_t* doubtful) {
  const std::size_t lanes = hn::Lanes(F());
  Vertices vertices[kAhead];
  Normals normals;
  std::size_t doubts = 0;
  for (std::size_t block = begin; block < end; block += kAhead) {
    const std::size_t count = end - block < kAhead ? end - block : kAhead;
    const auto* firstVertex = groups.firstVertex + block;
    const auto* firstLeaf = groups.firstLeaf + block;
    const auto* node = groups.node + block;
    for (std::size_t g = 0; g < count; ++g)
      Fetch(positions, groups.vertices + firstVertex[g], firstVertex[g + 1] - firstVertex[g], scale, vertices[g],
            boxes + 8 * std::size_t{node[g]});
    for (std::size_t g = 0; g < count; ++g) {
      vertices[g].Turn(firstVertex[g + 1] - firstVertex[g]);
      const std::size_t size = firstLeaf[g + 1] - firstLeaf[g];
      NormalBox box;
      bool clear = true;
      for (std::size_t i = 0; clear && i < size; i += lanes)
        clear = AddNormals(vertices[g].EdgesOf(Corners(groups, firstLeaf[g] + i)), i, size - i, normals, box);
      masks[node[g]] = clear ? box.Directions(normals, size, axes) : 0;
      if (!clear) doubtful[doubts++] = static_cast<std::uint32_t>(block + g);
    }
  }
  return doubts;
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(BoundAndMask);

std::size_t boundAndMask(const float* positions, float scale, const LeafPatchGroups& groups, const MaskAxes& axes,
                         std::size_t begin, std::size_t end, float* boxes, std::uint64_t* masks,
                         std::uint32_t* doubtful) {
  return HWY_DYNAMIC_DISPATCH(BoundAndMask)(positions, scale, groups, axes, begin, end, boxes, masks, doubtful);
}

}  // namespace pliant::detail
#endif
