#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "regularitytree/ClearanceMasks.cpp"
#include <hwy/foreach_target.h>
// Include only after foreach_target.
#include <hwy/highway.h>

#include "regularitytree/ClearanceMasks.h"
#include "regularitytree/GroupKernels.h"
#include "regularitytree/LeafVectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// kSpare covers the rounding of squares, roots and products. kShort is added to lengths, since the squares of shorter
/// lengths may underflow.
constexpr float kSpare = 1 + 1e-5f, kShort = 1e-15f;

HWY_INLINE hn::Vec<F> Square(const Points& a) {
  return Dot(a, a);
}

/// Returns the squared length of the longest side.
HWY_INLINE hn::Vec<F> Longest(const Edges& e) {
  return hn::Max(hn::Max(Square(e.s), Square(e.t)), Square(Sub(e.t, e.s)));
}

HWY_INLINE Product Half(const Product& a, const Product& b) {
  return {Mul(hn::Set(F(), 0.5f), Add<hn::Vec<F>>(a, b)), hn::Add(a.size, b.size)};
}

/// Normals of faces as Bernstein coefficients, and the bounds that they are compared with; one face per lane.
struct Leaves {
  Product n[3];
  hn::Vec<F> doubt[3], margin;
  int count;  ///< number of coefficients

  HWY_INLINE Leaves(const Edges& last, const Edges& first, bool moving, float distance) {
    const F d;
    const auto side = hn::Sqrt(hn::Max(Longest(last), Longest(first)));
    margin = hn::Mul(hn::Add(side, hn::Set(d, kShort)), hn::Set(d, distance * kSpare));
    count = moving ? 3 : 1;
    n[0] = Cross(last.s, last.t);
    if (moving) {
      n[1] = Cross(first.s, first.t);
      n[2] = Half(Cross(first.s, last.t), Cross(last.s, first.t));
    }
    for (int i = 0; i < count; ++i) doubt[i] = Doubt(n[i].size);
  }

  /// Faces whose product with an axis is certified to be above the bound (up), or below its negative (down).
  struct NormalSigns {
    hn::Mask<F> up, down;
  };
  HWY_INLINE NormalSigns Signs(const MaskAxes& axes, unsigned axis) const {
    const F d;
    const auto least = hn::Mul(margin, hn::Set(d, axes.length[axis] * kSpare));
    const auto signs = [&](int i) HWY_ATTR {
      const auto along = Along(n[i], axes, axis), bound = hn::Add(least, doubt[i]);
      return NormalSigns{hn::Gt(along, bound), hn::Lt(along, hn::Neg(bound))};
    };
    NormalSigns common = signs(0);
    for (int i = 1; i < count; ++i) {
      const NormalSigns more = signs(i);
      common = {hn::And(common.up, more.up), hn::And(common.down, more.down)};
    }
    return common;
  }

  /// Returns true if the normal of some face is too short to pass the test for any axis.
  HWY_INLINE bool AnyBlind() const {
    const F d;
    auto shortest = Square(n[0]);
    for (int i = 1; i < count; ++i) shortest = hn::Min(shortest, Square(n[i]));
    return !hn::AllTrue(d, hn::Gt(shortest, hn::Mul(margin, margin)));
  }
};

void MaskGroupsWithMargin(const MarginInput& in, const MaskAxes& axes, const std::uint32_t* firstLeaf,
                          const std::uint32_t* node, std::size_t begin, std::size_t end, std::uint64_t* masks) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float s[2][4 * kMostOfGroup], t[2][4 * kMostOfGroup];
  const std::uint64_t all = axes.count < 32 ? (std::uint64_t{1} << axes.count) - 1 : 0xffffffff;
  for (std::size_t group = begin; group < end; ++group) {
    const std::size_t first = firstLeaf[group], size = firstLeaf[group + 1] - first;
    // The last vector is padded with the last face.
    const std::size_t filled = (size + lanes - 1) / lanes * lanes;
    for (std::size_t i = 0; i < filled; ++i) {
      const std::size_t leaf = first + (i < size ? i : size - 1);
      EdgeVectors(in.leaves, in.leaves.positions, leaf, s[0] + 4 * i, t[0] + 4 * i);
      if (in.from) EdgeVectors(in.leaves, in.from, leaf, s[1] + 4 * i, t[1] + 4 * i);
    }
    std::uint64_t left = all | all << 32;
    for (std::size_t i = 0; i < filled && left != 0; i += lanes) {
      const Edges last = LoadEdges(s[0] + 4 * i, t[0] + 4 * i);
      const Edges start = in.from ? LoadEdges(s[1] + 4 * i, t[1] + 4 * i) : last;
      const Leaves leaves(last, start, in.from != nullptr, in.distance);
      if (leaves.AnyBlind()) left = 0;
      for (std::uint64_t asked = (left | left >> 32) & all; asked != 0; asked &= asked - 1) {
        const auto axis = static_cast<unsigned>(__builtin_ctzll(asked));
        const auto common = leaves.Signs(axes, axis);
        if (!hn::AllTrue(d, common.up)) left &= ~(std::uint64_t{1} << axis);
        if (!hn::AllTrue(d, common.down)) left &= ~(std::uint64_t{1} << (axis + 32));
      }
    }
    masks[node[group]] = left;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(MaskGroupsWithMargin);

void maskGroupsWithMargin(const MarginInput& input, const MaskAxes& axes, const std::uint32_t* firstLeaf,
                          const std::uint32_t* node, std::size_t begin, std::size_t end, std::uint64_t* masks) {
  HWY_DYNAMIC_DISPATCH(MaskGroupsWithMargin)(input, axes, firstLeaf, node, begin, end, masks);
}

}  // namespace pliant::detail
#endif
