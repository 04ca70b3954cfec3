// Tests of vertices against the tetrahedra of a cluster; compiled once per instruction set.
#if defined(PLIANT_CLUSTER_TEST_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_CLUSTER_TEST_INL_H
#undef PLIANT_CLUSTER_TEST_INL_H
#else
#define PLIANT_CLUSTER_TEST_INL_H
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>

#include "spatialhash/ClusterKernel.h"
#include "spatialhash/ClusterLanes-inl.h"
#include "spatialhash/ClusterPlanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kPadding = 2 * kGroupLanes;

/// Vertices to be tested against the tetrahedra. The cluster's own vertices come first.
struct Candidates {
  static constexpr std::size_t kRoom = 64;
  HWY_ALIGN Real x[kRoom + kPadding], y[kRoom + kPadding], z[kRoom + kPadding];
  HWY_ALIGN LaneId vertex[kRoom + kPadding];
  HWY_ALIGN std::uint32_t steps[3][kRoom + kPadding];  // integer steps, repeated in all four bytes
  std::size_t count = 0, own = 0;
};

/// Pairs of a candidate and a tetrahedron whose box contains it.
struct CandidatePairs {
  std::uint8_t candidate[Candidates::kRoom * kClusterLanes + kClusterLanes] = {};
  std::uint8_t lane[Candidates::kRoom * kClusterLanes + kClusterLanes] = {};
  std::size_t count = 0;
};

#if HWY_TARGET <= HWY_AVX3_DL
alignas(kClusterLanes) inline constexpr auto kLanes = [] {
  std::array<std::uint8_t, kClusterLanes> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i);
  return all;
}();
#endif

/// Adds pairs of a candidate and each lane whose bit is set in `near`. Returns the new count. Always writes
/// kClusterLanes entries, so some are written beyond the new count.
HWY_INLINE std::size_t addPairs(CandidatePairs& pairs, std::size_t count, std::size_t candidate, std::uint64_t near) {
#if HWY_TARGET <= HWY_AVX3_DL
  const __m512i lanes = _mm512_maskz_compress_epi8(near, _mm512_load_si512(kLanes.data()));
  _mm512_storeu_si512(pairs.lane + count, lanes);
  _mm512_storeu_si512(pairs.candidate + count, _mm512_set1_epi8(static_cast<char>(candidate)));
  return count + static_cast<std::size_t>(std::popcount(near));
#else
  for (; near; near &= near - 1, ++count) {
    pairs.lane[count] = static_cast<std::uint8_t>(std::countr_zero(near));
    pairs.candidate[count] = static_cast<std::uint8_t>(candidate);
  }
  return count;
#endif
}

/// Loads the corners of the tetrahedra in the given lanes.
HWY_INLINE void loadCorners(const Placed& placed, const std::uint8_t* lanes, Points* corner) {
#if HWY_TARGET <= HWY_AVX3_DL && !PLIANT_DOUBLE_PRECISION
  const __m512i which = _mm512_castsi128_si512(_mm_loadu_si128(reinterpret_cast<const __m128i*>(lanes)));
  const ClusterPoints& points = placed.points;
  for (std::size_t c = 0; c < 4; ++c) {
    const __m512i ranks = _mm512_permutexvar_epi8(which, _mm512_loadu_si512(placed.ranks(c)));
    const Ranks of(_mm512_castsi512_si128(ranks));
    corner[c] = {of(points.x, points.count), of(points.y, points.count), of(points.z, points.count)};
  }
#else
  for (std::size_t c = 0; c < 4; ++c) {
    const std::uint8_t* const ranks = placed.ranks(c);
    corner[c] = loadLanes(
        [&](std::size_t i) HWY_ATTR { return placed.positions + std::size_t{4} * placed.vertices[ranks[lanes[i]]]; });
  }
#endif
}

/// Tests candidates against all tetrahedra of a cluster. Boxes are computed at their first use.
struct ClusterTest {
  PairSink& sink;
  std::uint64_t planeTests = 0;
  std::uint64_t wanted = 0;  ///< bits of the tetrahedra to be tested
  Candidates candidates;

  explicit ClusterTest(PairSink& s) : sink(s) {}

  void begin(const Placed& placed) {
    now = &placed;
    boxesMade = false;
    wanted = ~std::uint64_t{0} >> (kClusterLanes - placed.cluster->lanes);
  }
  void takeOwn();
  void run();

 private:
  void takeSteps();
  void findPairs();
  void testPairs();
  Points pointsOf(const std::uint8_t* which) const;
  void push(std::size_t pair, bool inside);

  const Placed* now = nullptr;
  bool boxesMade = false;
  StepBoxes boxes;
  CandidatePairs pairs;
};

/// Makes the cluster's vertices candidates.
HWY_INLINE void ClusterTest::takeOwn() {
  const D d;
  const ClusterPoints& points = now->points;
  for (std::size_t v = 0; v < points.count; v += hn::Lanes(d)) {
    hn::Store(hn::Load(d, points.x + v), d, candidates.x + v);
    hn::Store(hn::Load(d, points.y + v), d, candidates.y + v);
    hn::Store(hn::Load(d, points.z + v), d, candidates.z + v);
  }
  for (std::size_t v = 0; v < points.count; ++v) candidates.vertex[v] = now->vertices[v];
  candidates.own = points.count;
  candidates.count = points.count;
}

/// Tests the candidates against the boxes of the cluster's tetrahedra, then against the half-spaces of the tetrahedra
/// whose boxes contain them.
HWY_INLINE void ClusterTest::run() {
  if (candidates.count == 0) return;
  if (!boxesMade) makeBoxes(*now, boxes);
  boxesMade = true;
  takeSteps();
  findPairs();
  if (pairs.count > 0) testPairs();
  candidates.count = candidates.own = 0;
}

HWY_INLINE void ClusterTest::takeSteps() {
  const D d;
  Candidates& c = candidates;
  const Real* const axes[3] = {c.x, c.y, c.z};
  for (std::size_t a = 0; a < 3; ++a) {
    const auto perLength = hn::Set(d, boxes.perLength[a]), origin = hn::Set(d, now->points.origin[a]);
    for (std::size_t i = 0; i < c.count; i += hn::Lanes(d)) {
      const auto steps = stepsOf(hn::Sub(hn::Load(d, axes[a] + i), origin), perLength);
      const auto twice = hn::Or(steps, hn::ShiftLeft<8>(steps));
      const hn::RebindToUnsigned<D32> du;
      hn::StoreU(hn::BitCast(du, hn::Or(twice, hn::ShiftLeft<16>(twice))), du, c.steps[a] + i);
    }
  }
}

HWY_INLINE void ClusterTest::findPairs() {
  const D8 d8;
  const Candidates& c = candidates;
  const std::uint64_t asked = wanted;
  const auto nearOf = [&](std::size_t i) HWY_ATTR {
    std::uint64_t near = 0;
    for (std::size_t lane = 0; lane < kClusterLanes; lane += hn::Lanes(d8)) {
      const auto beyond = [&](std::size_t axis) HWY_ATTR {
        return hn::Sub(sameBytes(d8, c.steps[axis][i]), hn::Load(d8, boxes.low[axis] + lane));
      };
      const auto width = [&](std::size_t axis) HWY_ATTR { return hn::Load(d8, boxes.width[axis] + lane); };
#if HWY_TARGET <= HWY_AVX3
      __mmask64 mask = _mm512_cmple_epu8_mask(beyond(0).raw, width(0).raw);
      mask = _mm512_mask_cmple_epu8_mask(mask, beyond(1).raw, width(1).raw);
      near = _mm512_mask_cmple_epu8_mask(mask, beyond(2).raw, width(2).raw);
#else
      const auto over = hn::Or(hn::Or(hn::SaturatedSub(beyond(0), width(0)), hn::SaturatedSub(beyond(1), width(1))),
                               hn::SaturatedSub(beyond(2), width(2)));
      near |= maskBits(d8, hn::Eq(over, hn::Zero(d8))) << lane;
#endif
    }
    return near & asked;
  };
  const std::size_t own = c.own, all = c.count;
  std::size_t count = 0;
  for (std::size_t i = 0; i < own; ++i) count = addPairs(pairs, count, i, nearOf(i) & ~now->owners[i]);
  for (std::size_t i = own; i < all; ++i) count = addPairs(pairs, count, i, nearOf(i));
  pairs.count = count;
  planeTests += pairs.count;
}

HWY_INLINE Points ClusterTest::pointsOf(const std::uint8_t* which) const {
  const Candidates& c = candidates;
#if HWY_TARGET <= HWY_AVX3_DL && !PLIANT_DOUBLE_PRECISION
  const Ranks of(_mm_loadu_si128(reinterpret_cast<const __m128i*>(which)));
  return {of(c.x, c.count), of(c.y, c.count), of(c.z, c.count)};
#else
  return loadLanes([&](std::size_t i) HWY_ATTR { return now->positions + std::size_t{4} * c.vertex[which[i]]; });
#endif
}

HWY_INLINE void ClusterTest::push(std::size_t pair, bool inside) {
  sink.push(static_cast<Index>(candidates.vertex[pairs.candidate[pair]]), now->tetrahedra[pairs.lane[pair]], inside);
}

/// Tests each pair against the half-spaces of its tetrahedron.
HWY_INLINE void ClusterTest::testPairs() {
  const D d;
  const PlaneFrame frame(now->points);
  if (!frame.inRange) {
    for (std::size_t i = 0; i < pairs.count; ++i) push(i, false);
    return;
  }
  for (std::size_t first = 0; first < pairs.count; first += hn::Lanes(d)) {
    Points corner[4];
    loadCorners(*now, pairs.lane + first, corner);
    const Points p = pointsOf(pairs.candidate + first);
    const Planes planes(corner, frame);
    const Points q = Mul(planes.inward, Sub(p, corner[0]));
    const auto b1 = planes.value(0, q), b2 = planes.value(1, q), b3 = planes.value(2, q);
    const auto smallest = hn::Min(b1, hn::Min(b2, b3)), sum = hn::Add(hn::Add(b1, b2), b3);
    const auto most = hn::MulAdd(hn::Set(d, Real(5)), planes.error, planes.volume);
    // If the volume may be 0, the sides of the planes are unknown.
    const std::uint64_t flat = maskBits(d, hn::Le(planes.volume, planes.error));
    std::uint64_t left = maskBits(d, within(smallest, hn::Neg(planes.error), sum, most)) | flat;
    if (pairs.count - first < hn::Lanes(d)) left &= (std::uint64_t{1} << (pairs.count - first)) - 1;
    if (left == 0) continue;
    // The opposite bounds: a point that is inside by more than the error needs no exact test.
    const auto mostInside = hn::Sub(most, hn::Mul(hn::Set(d, Real(11)), planes.error));
    const std::uint64_t inside = maskBits(d, hn::And(hn::Gt(smallest, planes.error), hn::Lt(sum, mostInside))) & ~flat;
    for (; left; left &= left - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(left));
      push(first + at, (inside >> at & 1) != 0);
    }
  }
}

}  // namespace pliant::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
