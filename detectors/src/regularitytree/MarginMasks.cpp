// Sixteen bytes are served by SSE4; one target less to compile.
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "regularitytree/MarginMasks.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/highway.h>

#include "regularitytree/LeafVectors-inl.h"
#include "regularitytree/MarginMasks.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Room for the rounding of squares, roots and products; a length that squares can't lose.
constexpr float kSpare = 1 + 1e-5f, kShort = 1e-15f;

/// Edge vectors of a vector of leaves.
struct Sides {
  hn::Vec<F> sx, sy, sz, tx, ty, tz;
};

HWY_INLINE Sides Load(const float* s, const float* t) {
  const F d;
  Sides e;
  hn::Vec<F> pad;
  hn::LoadInterleaved4(d, s, e.sx, e.sy, e.sz, pad);
  hn::LoadInterleaved4(d, t, e.tx, e.ty, e.tz, pad);
  return e;
}

HWY_INLINE hn::Vec<F> Square(hn::Vec<F> x, hn::Vec<F> y, hn::Vec<F> z) {
  return hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
}

/// Square of the longest side.
HWY_INLINE hn::Vec<F> Longest(const Sides& e) {
  return hn::Max(hn::Max(Square(e.sx, e.sy, e.sz), Square(e.tx, e.ty, e.tz)),
                 Square(hn::Sub(e.tx, e.sx), hn::Sub(e.ty, e.sy), hn::Sub(e.tz, e.sz)));
}

HWY_INLINE Product Half(const Product& a, const Product& b) {
  const auto half = hn::Set(F(), 0.5f);
  return {hn::Mul(half, hn::Add(a.x, b.x)), hn::Mul(half, hn::Add(a.y, b.y)), hn::Mul(half, hn::Add(a.z, b.z)),
          hn::Add(a.size, b.size)};
}

void MaskWithMargin(const MarginInput& in, const MaskAxes& axes, std::size_t begin, std::size_t end,
                    std::uint64_t* masks) {
  const F d;
  const U u;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float s[2][4 * 16], t[2][4 * 16];
  HWY_ALIGN std::uint32_t above[16], below[16];
  for (std::size_t run = begin; run < end; run += lanes) {
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::size_t leaf = run + i < end ? run + i : end - 1;
      EdgeVectors(in.leaves, in.leaves.positions, leaf, s[0] + 4 * i, t[0] + 4 * i);
      if (in.from) EdgeVectors(in.leaves, in.from, leaf, s[1] + 4 * i, t[1] + 4 * i);
    }
    const Sides last = Load(s[0], t[0]), first = in.from ? Load(s[1], t[1]) : last;
    const auto side = hn::Sqrt(hn::Max(Longest(last), Longest(first)));
    const auto margin = hn::Mul(hn::Add(side, hn::Set(d, kShort)), hn::Set(d, in.distance * kSpare));
    const int count = in.from ? 3 : 1;
    Product n[3];
    n[0] = Cross(last.sx, last.sy, last.sz, last.tx, last.ty, last.tz);
    if (in.from) {
      n[1] = Cross(first.sx, first.sy, first.sz, first.tx, first.ty, first.tz);
      n[2] = Half(Cross(first.sx, first.sy, first.sz, last.tx, last.ty, last.tz),
                  Cross(last.sx, last.sy, last.sz, first.tx, first.ty, first.tz));
    }
    auto positive = hn::Zero(u), negative = hn::Zero(u);
    for (unsigned axis = 0; axis < axes.count; ++axis) {
      const auto least = hn::Mul(margin, hn::Set(d, axes.length[axis] * kSpare));
      const auto bit = hn::Set(u, std::uint32_t{1} << axis);
      auto up = bit, down = bit;
      for (int i = 0; i < count; ++i) {
        const auto along = Along(n[i], axes, axis), bound = hn::Add(least, Doubt(n[i].size));
        up = hn::IfThenElseZero(hn::RebindMask(u, hn::Gt(along, bound)), up);
        down = hn::IfThenElseZero(hn::RebindMask(u, hn::Lt(along, hn::Neg(bound))), down);
      }
      positive = hn::Or(positive, up);
      negative = hn::Or(negative, down);
    }
    hn::Store(positive, u, above);
    hn::Store(negative, u, below);
    for (std::size_t i = 0; i < lanes && run + i < end; ++i)
      masks[run + i] = std::uint64_t{above[i]} | std::uint64_t{below[i]} << 32;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(MaskWithMargin);

void maskWithMargin(const MarginInput& input, const MaskAxes& axes, std::size_t begin, std::size_t end,
                    std::uint64_t* masks) {
  HWY_DYNAMIC_DISPATCH(MaskWithMargin)(input, axes, begin, end, masks);
}

}  // namespace pliant::detail
#endif
