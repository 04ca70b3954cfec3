#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/nearestPoints.cpp"
#include <hwy/foreach_target.h>
// Highway requires this include after foreach_target.h.
#include <hwy/highway.h>

#include "core/LaneVectors-inl.h"
#include "narrow/nearestPoints.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Operations and their order are those of nearest() for a single pair, none fused.
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

using V3 = LaneVector<V>;

HWY_INLINE V3 Cross(const V3& a, const V3& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE V One() {
  return hn::Set(D(), 1.0);
}
HWY_INLINE V Zero() {
  return hn::Zero(D());
}
HWY_INLINE M AllOf(M a, M b, M c) {
  return hn::And(a, hn::And(b, c));
}

struct OnSegment {
  V s, squared;
};

HWY_INLINE OnSegment NearestOnSegment(const V3& p, const V3& a, const V3& b) {
  const V3 ab = Sub(b, a), ap = Sub(p, a);
  const V length = Dot(ab, ab), part = hn::Div(Dot(ap, ab), length);
  // Equals std::clamp for zeros with a sign and for NaNs.
  const V clamped = hn::IfThenElse(hn::Lt(part, Zero()), Zero(), hn::IfThenElse(hn::Lt(One(), part), One(), part));
  const V s = hn::IfThenElse(hn::Gt(length, Zero()), clamped, Zero());
  const V3 d = Sub(ap, Mul(s, ab));
  return {s, Dot(d, d)};
}

struct Weights {
  V of[4];

  HWY_INLINE void Take(M where, V a, V b, V c, V d) {
    const V taken[4] = {a, b, c, d};
    for (int i = 0; i < 4; ++i) of[i] = hn::IfThenElse(where, taken[i], of[i]);
  }
};

struct FaceWeights {
  static HWY_INLINE Weights WeightsOf(const V3* x) {
    const OnSegment first = NearestOnSegment(x[0], x[1], x[2]), second = NearestOnSegment(x[0], x[2], x[3]),
                    third = NearestOnSegment(x[0], x[3], x[1]);
    const auto rest = [](V s) HWY_ATTR { return hn::Neg(hn::Sub(One(), s)); };
    Weights w{{One(), rest(first.s), hn::Neg(first.s), Zero()}};
    const M secondNearer = hn::Lt(second.squared, first.squared);
    w.Take(secondNearer, One(), Zero(), rest(second.s), hn::Neg(second.s));
    w.Take(hn::Lt(third.squared, hn::IfThenElse(secondNearer, second.squared, first.squared)), One(), hn::Neg(third.s),
           Zero(), rest(third.s));
    const V3 ab = Sub(x[2], x[1]), ac = Sub(x[3], x[1]), ap = Sub(x[0], x[1]), n = Cross(ab, ac);
    const V area = Dot(n, n), b = hn::Div(Dot(Cross(ap, ac), n), area), c = hn::Div(Dot(Cross(ab, ap), n), area);
    const M within = AllOf(hn::Ge(b, Zero()), hn::Ge(c, Zero()), hn::Le(hn::Add(b, c), One()));
    w.Take(hn::And(hn::Gt(area, Zero()), within), One(), hn::Neg(hn::Sub(hn::Sub(One(), b), c)), hn::Neg(b),
           hn::Neg(c));
    return w;
  }
};

struct EdgeWeights {
  static HWY_INLINE Weights WeightsOf(const V3* x) {
    const OnSegment at[4] = {NearestOnSegment(x[0], x[2], x[3]), NearestOnSegment(x[1], x[2], x[3]),
                             NearestOnSegment(x[2], x[0], x[1]), NearestOnSegment(x[3], x[0], x[1])};
    const auto rest = [](V s) HWY_ATTR { return hn::Sub(One(), s); };
    const V minus = hn::Neg(One());
    Weights w{{One(), Zero(), hn::Neg(rest(at[0].s)), hn::Neg(at[0].s)}};
    V least = at[0].squared;
    M nearer = hn::Lt(at[1].squared, least);
    w.Take(nearer, Zero(), One(), hn::Neg(rest(at[1].s)), hn::Neg(at[1].s));
    least = hn::IfThenElse(nearer, at[1].squared, least);
    nearer = hn::Lt(at[2].squared, least);
    w.Take(nearer, rest(at[2].s), at[2].s, minus, Zero());
    least = hn::IfThenElse(nearer, at[2].squared, least);
    nearer = hn::Lt(at[3].squared, least);
    w.Take(nearer, rest(at[3].s), at[3].s, Zero(), minus);
    const V3 u = Sub(x[1], x[0]), v = Sub(x[3], x[2]), r = Sub(x[0], x[2]), n = Cross(u, v);
    const V uu = Dot(u, u), vv = Dot(v, v), uv = Dot(u, v), ur = Dot(u, r), vr = Dot(v, r), area = Dot(n, n);
    const V s = hn::Div(hn::Sub(hn::Mul(uv, vr), hn::Mul(ur, vv)), area),
            t = hn::Div(hn::Sub(hn::Mul(uu, vr), hn::Mul(uv, ur)), area);
    const auto within = [](V k) HWY_ATTR { return hn::And(hn::Ge(k, Zero()), hn::Le(k, One())); };
    w.Take(AllOf(hn::Gt(area, Zero()), within(s), within(t)), rest(s), s, hn::Neg(rest(t)), hn::Neg(t));
    return w;
  }
};

template <typename Kind>
HWY_INLINE void NearestBy(const PairPoints& points, std::size_t count, NearestPoints& out) {
  const D d;
  for (std::size_t p = 0; p < count; p += hn::Lanes(d)) {
    V3 x[4];
    for (int i = 0; i < 4; ++i)
      x[i] = {hn::LoadU(d, points.x[i][0] + p), hn::LoadU(d, points.x[i][1] + p), hn::LoadU(d, points.x[i][2] + p)};
    const Weights w = Kind::WeightsOf(x);
    V3 between = Mul(w.of[0], x[0]);
    for (int i = 1; i < 4; ++i) between = Add(between, Mul(w.of[i], x[i]));
    for (int i = 0; i < 4; ++i) hn::StoreU(w.of[i], d, out.weights[i] + p);
    hn::StoreU(between.x, d, out.difference[0] + p);
    hn::StoreU(between.y, d, out.difference[1] + p);
    hn::StoreU(between.z, d, out.difference[2] + p);
    hn::StoreU(hn::Sqrt(Dot(between, between)), d, out.distance + p);
  }
}

void NearestOfVertexFace(const PairPoints& points, std::size_t count, NearestPoints& out) {
  NearestBy<FaceWeights>(points, count, out);
}
void NearestOfEdgeEdge(const PairPoints& points, std::size_t count, NearestPoints& out) {
  NearestBy<EdgeWeights>(points, count, out);
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(NearestOfVertexFace);
HWY_EXPORT(NearestOfEdgeEdge);

void nearestOfVertexFace(const PairPoints& points, std::size_t count, NearestPoints& out) {
  HWY_DYNAMIC_DISPATCH(NearestOfVertexFace)(points, count, out);
}
void nearestOfEdgeEdge(const PairPoints& points, std::size_t count, NearestPoints& out) {
  HWY_DYNAMIC_DISPATCH(NearestOfEdgeEdge)(points, count, out);
}

}  // namespace pliant::detail
#endif
