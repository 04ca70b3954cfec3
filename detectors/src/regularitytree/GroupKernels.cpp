// Sixteen bytes are served by SSE4; one target less to compile.
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "regularitytree/GroupKernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/highway.h>

#include "regularitytree/GroupKernels.h"
#include "regularitytree/GroupVertices-inl.h"
#include "regularitytree/LeafVectors-inl.h"
#include "regularitytree/NormalLooks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Groups whose vertices are fetched in one go.
constexpr std::size_t kAhead = 4;

/// Added to a number of up to 2^22 it leaves a whole one in the last bits.
constexpr float kRounder = 0x1.8p23f;

/// Copies a group's vertices, and makes their box.
HWY_INLINE void Fetch(const float* positions, const std::uint32_t* list, std::size_t count, Vertices& vertices,
                      float* box) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t k = 0; k < 8; ++k) box[k] = positions[4 * std::size_t{list[0]} + k % 4];
  for (std::size_t i = 0; i < count; ++i) {
    const float* point = positions + 4 * std::size_t{list[i]};
    vertices.Put(i, point);
    for (std::size_t k = 0; k < 4; ++k) {
      box[k] = point[k] < box[k] ? point[k] : box[k];
      box[4 + k] = point[k] > box[4 + k] ? point[k] : box[4 + k];
    }
  }
#else
  const hn::FixedTag<float, 4> four;
  const auto at = [&](std::size_t i) HWY_ATTR { return hn::LoadU(four, positions + 4 * std::size_t{list[i]}); };
  // Two rows, so that one need not wait for the other; fours, whose places are easily told.
  auto low = at(0), high = low, low2 = low, high2 = low;
  const std::size_t fours = count / 4;
  for (std::size_t j = 0; j < fours; ++j) {
    const auto p = at(4 * j), q = at(4 * j + 1), r = at(4 * j + 2), s = at(4 * j + 3);
    vertices.Put(4 * j, p);
    vertices.Put(4 * j + 1, q);
    vertices.Put(4 * j + 2, r);
    vertices.Put(4 * j + 3, s);
    low = hn::Min(hn::Min(low, p), q);
    high = hn::Max(hn::Max(high, p), q);
    low2 = hn::Min(hn::Min(low2, r), s);
    high2 = hn::Max(hn::Max(high2, r), s);
  }
  for (std::size_t i = 4 * fours; i < count; ++i) {
    const auto p = at(i);
    vertices.Put(i, p);
    low = hn::Min(low, p);
    high = hn::Max(high, p);
  }
  hn::StoreU(hn::Min(low, low2), four, box);
  hn::StoreU(hn::Max(high, high2), four, box + 4);
#endif
}

/// One over a number that is not 0, nearly.
HWY_INLINE hn::Vec<F> Inverse(hn::Vec<F> x) {
  const F d;
  const U u;
  const auto guess = hn::BitCast(d, hn::Sub(hn::Set(u, 0x7ef311c7u), hn::BitCast(u, x)));
  return hn::Mul(guess, hn::Sub(hn::Set(d, 2.0f), hn::Mul(x, guess)));
}

/// False if rounding leaves little of the normal of one of the first `count` faces.
HWY_INLINE bool AddNormals(const Edges& edges, std::size_t count, std::size_t place, Normals& normals) {
  const F d;
  const hn::Rebind<std::int16_t, F> half;
  const hn::RebindToSigned<F> i;
  const Product n = Cross(edges.s.x, edges.s.y, edges.s.z, edges.t.x, edges.t.y, edges.t.z);
  const auto longest = hn::Max(hn::Abs(n.x), hn::Max(hn::Abs(n.y), hn::Abs(n.z)));
  const auto clear = hn::Gt(hn::Mul(longest, hn::Set(d, kDoubt * kLongestAxis)), Doubt(n.size));
  if (!hn::AllTrue(d, hn::Or(clear, hn::Not(hn::FirstN(d, count))))) return false;
  const auto unit = hn::Mul(Inverse(longest), hn::Set(d, kUnit));
  const auto store = [&](hn::Vec<F> part, std::int16_t* to) HWY_ATTR {
    const auto rounded = hn::BitCast(i, hn::Add(hn::Mul(part, unit), hn::Set(d, kRounder)));
    hn::StoreU(hn::DemoteTo(half, hn::Sub(rounded, hn::BitCast(i, hn::Set(d, kRounder)))), half, to + place);
  };
  store(n.x, normals.x);
  store(n.y, normals.y);
  store(n.z, normals.z);
  return true;
}

std::size_t BoundAndMask(const float* positions, float scale, const LeafGroups& groups, const MaskAxes& axes,
                         std::size_t begin, std::size_t end, float* boxes, std::uint64_t* masks,
                         std::uint32_t* doubtful) {
  const std::size_t lanes = hn::Lanes(F());
  Vertices vertices[kAhead];
  for (Vertices& each : vertices) each.Begin(scale);
  Normals normals[kAhead];
  Looks looks[kAhead];
  bool clear[kAhead] = {};
  const FixedAxes fixedAxes(axes);
  std::size_t doubts = 0;
  for (std::size_t block = begin; block < end; block += kAhead) {
    const std::size_t count = end - block < kAhead ? end - block : kAhead;
    const auto* firstVertex = groups.firstVertex + block;
    const auto* firstLeaf = groups.firstLeaf + block;
    const auto* node = groups.node + block;
    for (std::size_t g = 0; g < count; ++g)
      Fetch(positions, groups.vertices + firstVertex[g], firstVertex[g + 1] - firstVertex[g], vertices[g],
            boxes + 8 * std::size_t{node[g]});
    for (std::size_t g = 0; g < count; ++g) {
      vertices[g].Turn(firstVertex[g + 1] - firstVertex[g]);
      const std::size_t size = firstLeaf[g + 1] - firstLeaf[g];
      clear[g] = true;
      for (std::size_t i = 0; clear[g] && i < size; i += lanes) {
        const Corners corners(groups, firstLeaf[g] + i);
        clear[g] = AddNormals(vertices[g].EdgesOf(corners), size - i, i, normals[g]);
      }
    }
    for (std::size_t g = 0; g < count; ++g)
      looks[g].Find(normals[g], firstLeaf[g + 1] - firstLeaf[g], fixedAxes, axes.count);
    for (std::size_t g = 0; g < count; ++g) {
      masks[node[g]] = clear[g] ? looks[g].Common(firstLeaf[g + 1] - firstLeaf[g], axes.count) : 0;
      if (!clear[g]) doubtful[doubts++] = static_cast<std::uint32_t>(block + g);
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

std::size_t boundAndMask(const float* positions, float scale, const LeafGroups& groups, const MaskAxes& axes,
                         std::size_t begin, std::size_t end, float* boxes, std::uint64_t* masks,
                         std::uint32_t* doubtful) {
  return HWY_DYNAMIC_DISPATCH(BoundAndMask)(positions, scale, groups, axes, begin, end, boxes, masks, doubtful);
}

}  // namespace pliant::detail
#endif
