// Sixteen bytes are served by SSE4; one target less to compile.
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "regularitytree/ContourKernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.
#include <hwy/highway.h>

#include "regularitytree/ContourKernels.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using F = hn::CappedTag<float, kSketchPadding>;

float DrawSketch(float* u, float* w, const float* depth, std::size_t count, float ratioU, float ratioW, float turned) {
  const F d;
  const auto byU = hn::Set(d, ratioU), byW = hn::Set(d, ratioW), sign = hn::Set(d, turned);
  auto magnitude = hn::Zero(d);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto a = hn::LoadU(d, u + i), b = hn::LoadU(d, w + i), c = hn::LoadU(d, depth + i);
    magnitude = hn::Max(hn::Max(magnitude, hn::Abs(a)), hn::Max(hn::Abs(b), hn::Abs(c)));
    hn::StoreU(hn::Sub(a, hn::Mul(byU, c)), d, u + i);
    hn::StoreU(hn::Mul(sign, hn::Sub(b, hn::Mul(byW, c))), d, w + i);
  }
  return hn::GetLane(hn::MaxOfLanes(d, magnitude));
}

void EdgeDirections(const float* u, const float* w, std::size_t edges, float sure, std::uint32_t* forward) {
  const F d;
  const hn::RebindToUnsigned<F> bits;
  const auto plus = hn::Set(d, sure), minus = hn::Set(d, -sure);
  for (std::size_t i = 0; i < edges; i += hn::Lanes(d)) {
    const auto x = hn::Sub(hn::LoadU(d, u + i + 1), hn::LoadU(d, u + i));
    const auto y = hn::Sub(hn::LoadU(d, w + i + 1), hn::LoadU(d, w + i));
    const auto sum = hn::Add(x, y), difference = hn::Sub(x, y);
    auto found = hn::Zero(bits);
    const auto add = [&](auto along, std::uint32_t bit) HWY_ATTR {
      const auto ahead = hn::IfThenElseZero(hn::Gt(along, plus), hn::BitCast(d, hn::Set(bits, bit)));
      const auto back = hn::IfThenElseZero(hn::Lt(along, minus), hn::BitCast(d, hn::Set(bits, bit << 8)));
      found = hn::Or(found, hn::BitCast(bits, hn::Or(ahead, back)));
    };
    add(x, 1);
    add(y, 2);
    add(sum, 4);
    add(difference, 8);
    add(hn::Add(sum, x), 16);
    add(hn::Add(sum, y), 32);
    add(hn::Add(difference, x), 64);
    add(hn::Sub(difference, y), 128);
    hn::StoreU(found, bits, forward + i);
  }
}

double LoopArea(const float* u, const float* w, std::size_t edges) {
  const hn::CappedTag<double, kSketchPadding / 2> d;
  const hn::Rebind<float, decltype(d)> half;
  const auto load = [&](const float* from) HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(half, from)); };
  const auto cross = [&](std::size_t i) HWY_ATTR {
    return hn::Sub(hn::Mul(load(u + i), load(w + i + 1)), hn::Mul(load(u + i + 1), load(w + i)));
  };
  auto sum = hn::Zero(d);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= edges; i += hn::Lanes(d)) sum = hn::Add(sum, cross(i));
  if (i < edges) sum = hn::Add(sum, hn::IfThenElseZero(hn::FirstN(d, edges - i), cross(i)));
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

bool GoesRound(const float* u, const float* w, std::size_t edges, float cu, float cw, float perLength, float least) {
  const F d;
  const auto centreU = hn::Set(d, cu), centreW = hn::Set(d, cw);
  const auto factor = hn::Set(d, perLength), floor = hn::Set(d, least);
  std::size_t rounds = 0;
  for (std::size_t i = 0; i < edges; i += hn::Lanes(d)) {
    const auto x1 = hn::Sub(hn::LoadU(d, u + i), centreU), y1 = hn::Sub(hn::LoadU(d, w + i), centreW);
    const auto x2 = hn::Sub(hn::LoadU(d, u + i + 1), centreU), y2 = hn::Sub(hn::LoadU(d, w + i + 1), centreW);
    const auto turn = hn::Sub(hn::Mul(x1, y2), hn::Mul(y1, x2));
    const auto length = hn::Add(hn::Add(hn::Abs(x1), hn::Abs(y1)), hn::Add(hn::Abs(x2), hn::Abs(y2)));
    const auto used = hn::FirstN(d, edges - i);
    const auto ahead = hn::Gt(turn, hn::Add(hn::Mul(factor, length), floor));
    if (!hn::AllTrue(d, hn::Or(ahead, hn::Not(used)))) return false;
    const auto up = hn::And(hn::Lt(y1, hn::Zero(d)), hn::Ge(y2, hn::Zero(d)));
    rounds += hn::CountTrue(d, hn::And(up, used));
  }
  return rounds == 1;
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(DrawSketch);
HWY_EXPORT(EdgeDirections);
HWY_EXPORT(LoopArea);
HWY_EXPORT(GoesRound);

float drawSketch(float* u, float* w, const float* depth, std::size_t count, float ratioU, float ratioW, float turned) {
  return HWY_DYNAMIC_DISPATCH(DrawSketch)(u, w, depth, count, ratioU, ratioW, turned);
}

void edgeDirections(const float* u, const float* w, std::size_t edges, float sure, std::uint32_t* forward) {
  HWY_DYNAMIC_DISPATCH(EdgeDirections)(u, w, edges, sure, forward);
}

double loopArea(const float* u, const float* w, std::size_t edges) {
  return HWY_DYNAMIC_DISPATCH(LoopArea)(u, w, edges);
}

bool goesRound(const float* u, const float* w, std::size_t edges, float cu, float cw, float perLength, float least) {
  return HWY_DYNAMIC_DISPATCH(GoesRound)(u, w, edges, cu, cw, perLength, least);
}

}  // namespace pliant::detail
#endif
