#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/PairFilter.cpp"
#include <hwy/foreach_target.h>
// Highway requires this include after foreach_target.h.
#include <hwy/highway.h>

#include "core/LaneVectors-inl.h"
#include "core/compress-inl.h"
#include "narrow/PairFilter.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Uses only operations that round the same on every machine, so no fused ones: verdicts are the same everywhere.
using F = hn::CappedTag<float, 16>;
using V = hn::Vec<F>;
using M = hn::Mask<F>;

constexpr std::size_t kMostLanes = 16;
// Bound of the rounding error of a product of three components and of the points themselves, rounded up.
constexpr float kRounding = 2e-6f;
// Squares below this may have lost their last digits to underflow.
constexpr float kSmallest = 1e-30f;
// The narrow test reports a meeting when a tenth of the distance at t0 is left; this is a little more.
constexpr float kMeeting = 0.1001f;
constexpr float kPartOfMotion = 0.909f;  // less than 1 / (1 + kMeeting)
constexpr float kRoundDown = 0.9999f;    // covers rounding in the last steps of a slack

using V3 = LaneVector<V>;

HWY_INLINE V Clamp01(V x) {
  const F d;
  return hn::Min(hn::Max(x, hn::Zero(d)), hn::Set(d, 1.f));
}

/// Three points of each of up to kMostLanes pairs, relative to the pair's first point at the same time.
struct Staged {
  HWY_ALIGN float at[3][4 * kMostLanes];  // x, y, z and a pad of each lane, interleaved

  HWY_INLINE void Load(V3* x) const {
    const F d;
    V pad;
    for (std::size_t i = 0; i < 3; ++i) hn::LoadInterleaved4(d, at[i], x[i].x, x[i].y, x[i].z, pad);
  }
};

HWY_INLINE void StageOne(const Real* x, const std::uint32_t* vertices, std::size_t lane, Staged& staged) {
  const Real* base = x + 4 * std::size_t{vertices[0]};
#if PLIANT_DOUBLE_PRECISION || HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < 3; ++i) {
    const Real* p = x + 4 * std::size_t{vertices[i + 1]};
    for (std::size_t k = 0; k < 3; ++k) staged.at[i][4 * lane + k] = static_cast<float>(p[k] - base[k]);
  }
#else
  const hn::FixedTag<float, 4> d;
  const auto b = hn::LoadU(d, base);
  for (std::size_t i = 0; i < 3; ++i)
    hn::Store(hn::Sub(hn::LoadU(d, x + 4 * std::size_t{vertices[i + 1]}), b), d, staged.at[i] + 4 * lane);
#endif
}

/// Vector between the nearest points at one instant (`now`), and the vector with the same weights at the other instant
/// (`then`).
struct Between {
  V3 now, then;
};

/// Computes the nearest point of triangle (a, b, c) to the origin (Ericson, "Real-Time Collision Detection", 5.1.5).
HWY_INLINE Between NearestOfFace(const V3& a, const V3& b, const V3& c, const V3& a2, const V3& b2, const V3& c2) {
  const F d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.f);
  const V3 ab = Sub(b, a), ac = Sub(c, a);
  const V d1 = hn::Neg(Dot(ab, a)), d2 = hn::Neg(Dot(ac, a)), d3 = hn::Neg(Dot(ab, b)), d4 = hn::Neg(Dot(ac, b)),
          d5 = hn::Neg(Dot(ab, c)), d6 = hn::Neg(Dot(ac, c));
  const V va = hn::Sub(hn::Mul(d3, d6), hn::Mul(d5, d4)), vb = hn::Sub(hn::Mul(d5, d2), hn::Mul(d1, d6)),
          vc = hn::Sub(hn::Mul(d1, d4), hn::Mul(d3, d2));
  const V alongB = hn::Sub(d4, d3), alongC = hn::Sub(d5, d6);
  // Weights of b and c are v and w divided by `whole`.
  V v = vb, w = vc, whole = hn::Add(hn::Add(va, vb), vc);
  const auto take = [&](M where, V newV, V newW, V newWhole) HWY_ATTR {
    v = hn::IfThenElse(where, newV, v);
    w = hn::IfThenElse(where, newW, w);
    whole = hn::IfThenElse(where, newWhole, whole);
  };
  take(hn::And(hn::Le(va, zero), hn::And(hn::Ge(alongB, zero), hn::Ge(alongC, zero))), alongC, alongB,
       hn::Add(alongB, alongC));
  take(hn::And(hn::Le(vb, zero), hn::And(hn::Ge(d2, zero), hn::Le(d6, zero))), zero, d2, hn::Sub(d2, d6));
  take(hn::And(hn::Ge(d6, zero), hn::Le(d5, d6)), zero, one, one);
  take(hn::And(hn::Le(vc, zero), hn::And(hn::Ge(d1, zero), hn::Le(d3, zero))), d1, zero, hn::Sub(d1, d3));
  take(hn::And(hn::Ge(d3, zero), hn::Le(d4, d3)), one, zero, one);
  take(hn::And(hn::Le(d1, zero), hn::Le(d2, zero)), zero, zero, one);
  // Clamping yields a point of the face for any rounding error of the weights.
  const V part = hn::Div(one, whole);
  v = Clamp01(hn::Mul(v, part));
  w = hn::Min(Clamp01(hn::Mul(w, part)), hn::Sub(one, v));
  return {Add(a, Add(Mul(v, ab), Mul(w, ac))), Add(a2, Add(Mul(v, Sub(b2, a2)), Mul(w, Sub(c2, a2))))};
}

/// Computes the nearest points of the segments from the origin to u and from r to s (Ericson, 5.1.9).
HWY_INLINE Between NearestOfEdges(const V3& u, const V3& r, const V3& s, const V3& u2, const V3& r2, const V3& s2) {
  const F d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.f);
  const V3 w = Sub(s, r);
  const V uu = Dot(u, u), ww = Dot(w, w), uw = Dot(u, w), ur = Dot(u, r), wr = Dot(w, r);
  const V area = hn::Sub(hn::Mul(uu, ww), hn::Mul(uw, uw));
  V onA = Clamp01(hn::Div(hn::Sub(hn::Mul(ur, ww), hn::Mul(uw, wr)), area));
  onA = hn::IfThenElse(hn::Gt(area, zero), onA, zero);
  const V unclamped = hn::Div(hn::Sub(hn::Mul(uw, onA), wr), ww);
  const V onB = Clamp01(unclamped);
  const V again = Clamp01(hn::Div(hn::Add(hn::Mul(onB, uw), ur), uu));
  onA = hn::IfThenElse(hn::Or(hn::Lt(unclamped, zero), hn::Gt(unclamped, one)), again, onA);
  return {Sub(Add(r, Mul(onB, w)), Mul(onA, u)), Sub(Add(r2, Mul(onB, Sub(s2, r2))), Mul(onA, u2))};
}

HWY_INLINE V Longest(const V3& a, const V3& b, const V3& c) {
  return hn::Max(Dot(a, a), hn::Max(Dot(b, b), Dot(c, c)));
}

struct FaceTest {
  static HWY_INLINE Between Nearest(const V3* x, const V3* y) {
    return NearestOfFace(x[0], x[1], x[2], y[0], y[1], y[2]);
  }
  static HWY_INLINE V Width(const V3& n, const V3* x) {
    return hn::Min(Dot(n, x[0]), hn::Min(Dot(n, x[1]), Dot(n, x[2])));
  }
};

struct EdgeTest {
  static HWY_INLINE Between Nearest(const V3* x, const V3* y) {
    return NearestOfEdges(x[0], x[1], x[2], y[0], y[1], y[2]);
  }
  static HWY_INLINE V Width(const V3& n, const V3* x) {
    const F d;
    return hn::Sub(hn::Min(Dot(n, x[1]), Dot(n, x[2])), hn::Max(hn::Zero(d), Dot(n, x[0])));
  }
};

/// The slab across the nearest points at t1 (`atEnd`) or at t0. All widths are multiplied by `length`.
template <typename Test>
struct Slab {
  V length, atStart, atEnd;
  V meeting;  // width at which the narrow test may report a meeting

  HWY_INLINE Slab(const V3* start, const V3* end, bool acrossEnd) {
    const F d;
    const Between between = acrossEnd ? Test::Nearest(end, start) : Test::Nearest(start, end);
    const V3 &n = between.now, &onStart = acrossEnd ? between.then : between.now;
    length = hn::Sqrt(Dot(n, n));
    const V size = hn::Sqrt(hn::Max(Longest(start[0], start[1], start[2]), Longest(end[0], end[1], end[2])));
    const V rounding = hn::Mul(hn::Set(d, kRounding), hn::Mul(length, size));
    atStart = hn::Sub(Test::Width(n, start), rounding);
    atEnd = hn::Sub(Test::Width(n, end), rounding);
    meeting = hn::Mul(hn::Mul(hn::Set(d, kMeeting), hn::Sqrt(Dot(onStart, onStart))), length);
  }
  HWY_INLINE M IsSane() const { return hn::Gt(hn::Mul(length, length), hn::Set(F(), kSmallest)); }
};

struct Outcome {
  M noMeet, separated;
  V slab, length;  // slab: its width at t1 times `length`
};

/// Tests the slab across the nearest points at t1 (`atEnd`) or at t0. A pair counts at t1 within `within`; negative: no
/// pair counts. `room`: see FilterInput.
template <typename Test>
HWY_INLINE Outcome Across(const V3* start, const V3* end, bool atEnd, V within, V room) {
  const F d;
  const Slab<Test> slab(start, end, atEnd);
  const V open = hn::Min(slab.atStart, hn::Sub(slab.atEnd, hn::Mul(room, slab.length)));
  // Every comparison with a NaN is false.
  const M sane = hn::And(slab.IsSane(), hn::Gt(open, hn::Set(d, kSmallest)));
  const M noMeet = hn::And(sane, hn::Gt(open, slab.meeting));
  return {noMeet, hn::And(noMeet, hn::Gt(slab.atEnd, hn::Mul(within, slab.length))), slab.atEnd, slab.length};
}

/// Returns an upper bound of the distance at rest.
template <typename Test>
HWY_INLINE V MostAtRest(const V3* rest) {
  const F d;
  const V3 n = Test::Nearest(rest, rest).now;
  const V size = hn::Sqrt(Longest(rest[0], rest[1], rest[2]));
  return hn::Add(hn::Sqrt(Dot(n, n)), hn::Mul(hn::Set(d, kRounding), size));
}

/// Pairs of a FilterInput that fill one vector, from `begin` on.
struct Block {
  const FilterInput& in;
  std::size_t begin, taken;
  std::uint32_t vertices[kMostLanes][4];

  /// Unused lanes of the last vector repeat its first pair.
  template <typename Corners>
  HWY_INLINE Block(const FilterInput& input, std::size_t first, std::size_t count, Corners&& corners)
      : in(input), begin(first) {
    const std::size_t lanes = hn::Lanes(F());
    taken = count - begin < lanes ? count - begin : lanes;
    for (std::size_t lane = 0; lane < lanes; ++lane) corners(in.pairs + 2 * IndexOf(lane), vertices[lane]);
  }
  HWY_INLINE std::size_t IndexOf(std::size_t lane) const { return begin + (lane < taken ? lane : 0); }

  HWY_INLINE void Load(const Real* x, V3* points) const {
    Staged staged;
    for (std::size_t lane = 0; lane < hn::Lanes(F()); ++lane) StageOne(x, vertices[lane], lane, staged);
    staged.Load(points);
  }
  HWY_INLINE V LoadValues(const float* values, float otherwise) const {
    HWY_ALIGN float staged[kMostLanes];
    for (std::size_t lane = 0; lane < hn::Lanes(F()); ++lane) staged[lane] = values ? values[IndexOf(lane)] : otherwise;
    return hn::Load(F(), staged);
  }
  /// Returns the distance within which the pairs count, limited by their distance at rest.
  template <typename Test>
  HWY_INLINE V LimitByRest(V within) const {
    V3 rest[3];
    Load(in.rest, rest);
    const V atRest = hn::Mul(hn::Set(F(), in.restPart), MostAtRest<Test>(rest));
    return hn::Min(within, hn::Max(LoadValues(in.least, 0), atRest));
  }
};

/// Calls work(block, start, end, within) for each block: the points at t0 and t1, and the distance of FilterInput.
///
/// `work` must be inlined: GCC then ends the exported functions with vzeroupper. Without it, all code without AVX that
/// runs later, such as Bullet's, takes up to 2.5 times as long. A lambda is not always inlined.
template <typename Corners, typename Work>
HWY_INLINE void ForEachBlock(const FilterInput& in, std::size_t count, Corners&& corners, Work&& work) {
  for (std::size_t begin = 0; begin < count; begin += hn::Lanes(F())) {
    const Block block(in, begin, count, corners);
    V3 start[3], end[3];
    block.Load(in.from, start);
    block.Load(in.to, end);
    work(block, start, end, block.LoadValues(in.within, -1));
  }
}

template <typename Test>
struct WriteVerdicts {
  const FilterInput& in;
  Verdict* verdicts;

  HWY_INLINE void operator()(const Block& block, const V3* start, const V3* end, V near) const {
    const F d;
    const V room = block.LoadValues(in.room, 0);
    Outcome outcome = Across<Test>(start, end, true, near, room);
    if (in.rest && !hn::AllTrue(d, outcome.separated)) {
      near = block.template LimitByRest<Test>(near);
      outcome.separated = hn::And(outcome.noMeet, hn::Gt(outcome.slab, hn::Mul(near, outcome.length)));
    }
    if (!hn::AllTrue(d, outcome.noMeet)) {
      const Outcome other = Across<Test>(start, end, false, near, room);
      outcome.noMeet = hn::Or(outcome.noMeet, other.noMeet);
      outcome.separated = hn::Or(outcome.separated, other.separated);
    }
    const std::uint64_t noMeet = maskBits(d, outcome.noMeet), separated = maskBits(d, outcome.separated);
    for (std::size_t lane = 0; lane < block.taken; ++lane)
      verdicts[block.begin + lane] = (separated >> lane) & 1 ? Verdict::Separated
                                     : (noMeet >> lane) & 1  ? Verdict::NoMeet
                                                             : Verdict::Open;
  }
};

/// Returns by how much the slab across the nearest points at t1 (`atEnd`) or at t0 may become narrower [length]; -1 if
/// the pair is not separated.
template <typename Test>
HWY_INLINE V SlackAcross(const V3* start, const V3* end, bool atEnd, V within) {
  const F d;
  const Slab<Test> slab(start, end, atEnd);
  // The distance at t0, and with it that of a meeting, may grow by the same motion.
  const V untilMeeting = hn::Mul(hn::Sub(hn::Min(slab.atStart, slab.atEnd), slab.meeting), hn::Set(d, kPartOfMotion));
  const V untilNear = hn::Sub(slab.atEnd, hn::Mul(within, slab.length));
  // Min may drop a NaN, a comparison with one is false.
  const M open = hn::And(hn::Gt(untilMeeting, hn::Set(d, kSmallest)), hn::Gt(untilNear, hn::Set(d, kSmallest)));
  const V slack = hn::Div(hn::Mul(hn::Min(untilMeeting, untilNear), hn::Set(d, kRoundDown)), slab.length);
  return hn::IfThenElse(hn::And(slab.IsSane(), open), slack, hn::Set(d, -1.f));
}

template <typename Test>
struct WriteSlacks {
  const FilterInput& in;
  float* slacks;

  HWY_INLINE void operator()(const Block& block, const V3* start, const V3* end, V near) const {
    if (in.rest) near = block.template LimitByRest<Test>(near);
    HWY_ALIGN float out[kMostLanes];
    hn::Store(hn::Max(SlackAcross<Test>(start, end, true, near), SlackAcross<Test>(start, end, false, near)), F(), out);
    for (std::size_t lane = 0; lane < block.taken; ++lane) slacks[block.begin + lane] = out[lane];
  }
};

struct CornersOfFace {
  const std::uint32_t* faces;
  HWY_INLINE void operator()(const std::uint32_t* pair, std::uint32_t* v) const {
    const std::uint32_t* face = faces + 3 * std::size_t{pair[1]};
    v[0] = pair[0];
    for (std::size_t k = 0; k < 3; ++k) v[1 + k] = face[k];
  }
};

struct EndsOfEdges {
  const std::uint32_t *edgesA, *edgesB;
  HWY_INLINE void operator()(const std::uint32_t* pair, std::uint32_t* v) const {
    const std::uint32_t *a = edgesA + 2 * std::size_t{pair[0]}, *b = edgesB + 2 * std::size_t{pair[1]};
    v[0] = a[0];
    v[1] = a[1];
    v[2] = b[0];
    v[3] = b[1];
  }
};

void VertexFace(const FilterInput& in, std::size_t count, Verdict* verdicts) {
  ForEachBlock(in, count, CornersOfFace{in.elementsB}, WriteVerdicts<FaceTest>{in, verdicts});
}
void EdgeEdge(const FilterInput& in, std::size_t count, Verdict* verdicts) {
  ForEachBlock(in, count, EndsOfEdges{in.elementsA, in.elementsB}, WriteVerdicts<EdgeTest>{in, verdicts});
}
void VertexFaceSlack(const FilterInput& in, std::size_t count, float* slacks) {
  ForEachBlock(in, count, CornersOfFace{in.elementsB}, WriteSlacks<FaceTest>{in, slacks});
}
void EdgeEdgeSlack(const FilterInput& in, std::size_t count, float* slacks) {
  ForEachBlock(in, count, EndsOfEdges{in.elementsA, in.elementsB}, WriteSlacks<EdgeTest>{in, slacks});
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail {

HWY_EXPORT(VertexFace);
HWY_EXPORT(EdgeEdge);
HWY_EXPORT(VertexFaceSlack);
HWY_EXPORT(EdgeEdgeSlack);

void filterVertexFace(const FilterInput& input, std::size_t count, Verdict* verdicts) {
  HWY_DYNAMIC_DISPATCH(VertexFace)(input, count, verdicts);
}
void filterEdgeEdge(const FilterInput& input, std::size_t count, Verdict* verdicts) {
  HWY_DYNAMIC_DISPATCH(EdgeEdge)(input, count, verdicts);
}
void slackOfVertexFace(const FilterInput& input, std::size_t count, float* slacks) {
  HWY_DYNAMIC_DISPATCH(VertexFaceSlack)(input, count, slacks);
}
void slackOfEdgeEdge(const FilterInput& input, std::size_t count, float* slacks) {
  HWY_DYNAMIC_DISPATCH(EdgeEdgeSlack)(input, count, slacks);
}

}  // namespace pliant::detail
#endif
