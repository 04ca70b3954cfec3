#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surfaces/boxPairs.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.
#include <hwy/highway.h>

#include "surfaces/BoxScanner-inl.h"
#include "surfaces/boxPairs.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::surface {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::size_t SelectBoxes(const BoxArrays& boxes, std::size_t begin, std::size_t end, const float* query,
                        std::uint32_t* out) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  const Query q = MakeQuery(query);
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; i += lanes) {
    const auto mask = hn::And(Meets(boxes, i, q), hn::FirstN(d, end - i));
    if (hn::AllFalse(d, mask)) continue;
    for (std::uint64_t bits = Bits(mask); bits; bits &= bits - 1)
      out[count++] = static_cast<std::uint32_t>(i + static_cast<std::size_t>(__builtin_ctzll(bits)));
  }
  return count;
}

/// Runs of fewer than kFewBoxes boxes are compared directly. kMostKept boxes are copied at a time.
constexpr std::size_t kFewBoxes = 12, kMostKept = 256;

/// Returns the box around a run of boxes.
HWY_INLINE Query Around(const BoxArrays& boxes, std::size_t begin, std::size_t end) {
  const F d;
  const auto inf = hn::Inf(d);
  hn::Vec<F> low[3] = {inf, inf, inf}, high[3] = {hn::Neg(inf), hn::Neg(inf), hn::Neg(inf)};
  for (std::size_t i = begin; i < end; i += hn::Lanes(d)) {
    const auto mask = hn::FirstN(d, end - i);
    for (int k = 0; k < 3; ++k) {
      low[k] = hn::Min(low[k], hn::IfThenElse(mask, hn::LoadU(d, boxes.bound[k] + i), inf));
      high[k] = hn::Max(high[k], hn::IfThenElse(mask, hn::LoadU(d, boxes.bound[3 + k] + i), hn::Neg(inf)));
    }
  }
  Query around;
  for (int k = 0; k < 3; ++k) {
    around.bound[k] = hn::MinOfLanes(d, low[k]);
    around.bound[3 + k] = hn::MaxOfLanes(d, high[k]);
  }
  return around;
}

HWY_INLINE Query Common(const Query& a, const Query& b) {
  Query common;
  for (int k = 0; k < 3; ++k) {
    common.bound[k] = hn::Max(a.bound[k], b.bound[k]);
    common.bound[3 + k] = hn::Min(a.bound[3 + k], b.bound[3 + k]);
  }
  return common;
}

/// Adds the pairs of boxes that meet `region`. The region must contain all points where two boxes of the pair meet.
template <int kWalker, int kStored>
void PairNear(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
              std::size_t begin, std::size_t end, const Query& region, KeyOrder order, PairBuffer& pairs,
              WalkCounters& counters) {
  const F d;
  const U u;
  HWY_ALIGN float bound[6][kMostKept + kPad];
  HWY_ALIGN std::uint32_t id[kMostKept + kPad], corner[3][kMostKept + kPad];
  ElementBoxes kept;
  for (int k = 0; k < 6; ++k) kept.boxes.bound[k] = bound[k];
  for (int c = 0; c < kStored; ++c) kept.corner[c] = corner[c];
  kept.id = id;
  Scanner<kWalker, kStored> scanner{kept, walkers, order, pairs, counters};
  counters.boxTests += last - first;
  for (std::size_t from = first; from < last; from += kMostKept) {
    const std::size_t to = last - from > kMostKept ? from + kMostKept : last;
    std::size_t count = 0;
    for (std::size_t i = from; i < to; i += hn::Lanes(d)) {
      const auto mask = hn::And(Meets(stored.boxes, i, region), hn::FirstN(d, to - i));
      if (hn::AllFalse(d, mask)) continue;
      for (int k = 0; k < 6; ++k) compressStore(hn::LoadU(d, stored.boxes.bound[k] + i), mask, d, bound[k] + count);
      const auto ids = hn::RebindMask(u, mask);
      for (int c = 0; c < kStored; ++c) compressStore(hn::LoadU(u, stored.corner[c] + i), ids, u, corner[c] + count);
      count += compressStore(hn::LoadU(u, stored.id + i), ids, u, id + count);
    }
    if (count == 0) continue;
    counters.boxTests += end - begin;
    for (std::size_t w = begin; w < end; w += hn::Lanes(d)) {
      const auto mask = hn::And(Meets(walkers.boxes, w, region), hn::FirstN(d, end - w));
      for (std::uint64_t bits = Bits(mask); bits; bits &= bits - 1) {
        scanner.Take(w + static_cast<std::size_t>(__builtin_ctzll(bits)));
        scanner.Scan(0, count);
      }
    }
  }
}

template <int kWalker, int kStored>
void PairWith(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
              std::size_t begin, std::size_t end, const float* region, bool own, KeyOrder order, PairBuffer& pairs,
              WalkCounters& counters) {
  if (!own && last - first >= kFewBoxes && end - begin >= kFewBoxes) {
    const Query where =
        region ? MakeQuery(region) : Common(Around(walkers.boxes, begin, end), Around(stored.boxes, first, last));
    return PairNear<kWalker, kStored>(stored, first, last, walkers, begin, end, where, order, pairs, counters);
  }
  Scanner<kWalker, kStored> scanner{stored, walkers, order, pairs, counters};
  for (std::size_t w = begin; w < end; ++w) {
    scanner.Take(w);
    const std::size_t from = own && w + 1 > first ? w + 1 : first;
    if (from < last) scanner.Scan(from, last);
  }
}

/// Calls act with the numbers of corners of walkers and stored boxes that are compared.
template <typename Act>
HWY_INLINE void WithCorners(Exclusion exclusion, const ElementBoxes& walkers, const Act& act) {
  switch (exclusion) {
    case Exclusion::None:
      return act.template operator()<0, 0>();
    case Exclusion::EdgeEdge:
      return act.template operator()<2, 2>();
    case Exclusion::FaceFace:
      return act.template operator()<3, 3>();
    case Exclusion::VertexFace:
      // The element with a single corner is the vertex.
      return walkers.corner[1] ? act.template operator()<3, 1>() : act.template operator()<1, 3>();
  }
}

void PairBoxes(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
               std::size_t begin, std::size_t end, bool own, Exclusion exclusion, KeyOrder order, PairBuffer& pairs,
               WalkCounters& counters) {
  WithCorners(exclusion, walkers, [&]<int kWalker, int kStored>() HWY_ATTR {
    PairWith<kWalker, kStored>(stored, first, last, walkers, begin, end, nullptr, own, order, pairs, counters);
  });
}

/// Runs of at most this many boxes are compared by bit masks.
constexpr std::size_t kMostBits = 64;

/// Boxes of a run, held in kVectors vectors.
template <std::size_t kVectors>
struct Run {
  hn::Vec<F> bound[6][kVectors];

  HWY_INLINE Run(const BoxArrays& boxes, std::size_t first) {
    const F d;
    for (int k = 0; k < 6; ++k)
      for (std::size_t v = 0; v < kVectors; ++v) bound[k][v] = hn::LoadU(d, boxes.bound[k] + first + v * hn::Lanes(d));
  }
  HWY_INLINE std::uint64_t Meeting(std::size_t v, const Query& q) const {
    const auto x = hn::And(hn::Le(bound[0][v], q.bound[3]), hn::Ge(bound[3][v], q.bound[0]));
    const auto y = hn::And(hn::Le(bound[1][v], q.bound[4]), hn::Ge(bound[4][v], q.bound[1]));
    const auto z = hn::And(hn::Le(bound[2][v], q.bound[5]), hn::Ge(bound[5][v], q.bound[2]));
    return Bits(hn::And(hn::And(x, y), z));
  }
};

/// A vector of a run's boxes: index of its first box in the run, and mask of the boxes to test.
struct Part {
  std::uint32_t begin;
  std::uint64_t asked;
};

/// Lists the vectors with a non-zero mask and returns their number.
HWY_INLINE std::size_t PartsOf(std::uint64_t asked, std::size_t size, Part* parts) {
  const std::size_t lanes = hn::Lanes(F());
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; i += lanes) {
    parts[count] = {static_cast<std::uint32_t>(i), asked >> i & ((std::uint64_t{1} << lanes) - 1)};
    count += parts[count].asked != 0;
  }
  return count;
}

/// A walker, and the mask of the boxes that it meets in the vector from `first` on.
struct Hit {
  std::uint32_t walker, first, boxes;
};

/// Buffers hits, so that pairs are written in one loop without branches.
template <int kWalker, int kStored>
class Hits {
 public:
  Hits(const ElementBoxes& stored, const ElementBoxes& walkers, KeyOrder order, PairBuffer& pairs)
      : m_stored(stored), m_walkers(walkers), m_order(order), m_pairs(pairs) {}

  /// `boxes` has one bit per box of the vector from `first` on. Call at most kMostBits times before the next
  /// FlushIfFull().
  HWY_INLINE void Add(std::size_t walker, std::size_t first, std::uint64_t boxes) {
    m_hits[m_count] = {static_cast<std::uint32_t>(walker), static_cast<std::uint32_t>(first),
                       static_cast<std::uint32_t>(boxes)};
    m_count += boxes != 0;
  }
  HWY_INLINE void FlushIfFull() {
    if (m_count > kMost) Flush();
  }

  /// Writes the pairs that meet and have no common corner.
  void Flush() {
    const U u;
    m_pairs.reserve((m_count + 1) * hn::Lanes(u));
    for (std::size_t h = 0; h < m_count; ++h) {
      const Hit hit = m_hits[h];
      auto common = hn::FirstN(u, 0);
      hn::Vec<U> corner[3];
      for (int c = 0; c < kWalker; ++c) corner[c] = hn::Set(u, m_walkers.corner[c][hit.walker]);
      for (int s = 0; s < kStored; ++s) {
        const auto theirs = hn::LoadU(u, m_stored.corner[s] + hit.first);
        for (int c = 0; c < kWalker; ++c) common = hn::Or(common, hn::Eq(theirs, corner[c]));
      }
      std::uint8_t bits[8] = {};
      __builtin_memcpy(bits, &hit.boxes, sizeof(hit.boxes));
      Write(hn::AndNot(common, hn::LoadMaskBits(u, bits)), hit);
    }
    m_count = 0;
  }

 private:
  HWY_INLINE void Write(hn::Mask<U> found, const Hit& hit) {
    const U u;
    const auto walker = hn::Set(u, m_walkers.id[hit.walker]);
    const std::size_t count = hn::CountTrue(u, found);
    const auto stored = compress(u, hn::LoadU(u, m_stored.id + hit.first), found);
    auto high = walker, low = stored;
    if (m_order == KeyOrder::StoredFirst) {
      high = stored;
      low = walker;
    } else if (m_order == KeyOrder::SmallerFirst) {
      high = hn::Min(walker, stored);
      low = hn::Max(walker, stored);
    }
    std::uint64_t* keys = m_pairs.data + m_pairs.size;
#if HWY_TARGET == HWY_SCALAR
    *keys = std::uint64_t{hn::GetLane(high)} << 32 | hn::GetLane(low);
#else
    const hn::Half<U> half;
    const hn::Repartition<std::uint64_t, U> wide;
    const auto join = [&](hn::Vec<hn::Half<U> > h, hn::Vec<hn::Half<U> > l) HWY_ATTR {
      return hn::Or(hn::ShiftLeft<32>(hn::PromoteTo(wide, h)), hn::PromoteTo(wide, l));
    };
    hn::StoreU(join(hn::LowerHalf(half, high), hn::LowerHalf(half, low)), wide, keys);
    if (count > hn::Lanes(half))
      hn::StoreU(join(hn::UpperHalf(half, high), hn::UpperHalf(half, low)), wide, keys + hn::Lanes(half));
#endif
    m_pairs.size += count;
  }

  static constexpr std::size_t kMost = 256;

  const ElementBoxes &m_stored, &m_walkers;
  const KeyOrder m_order;
  PairBuffer& m_pairs;
  std::size_t m_count = 0;
  Hit m_hits[kMost + kMostBits + 1];
};

/// Returns the mask of the run's boxes that meet a region.
HWY_INLINE std::uint64_t Near(const BoxArrays& boxes, std::size_t begin, std::size_t end, const Query& region) {
  std::uint64_t bits = 0;
  for (std::size_t i = begin; i < end; i += hn::Lanes(F())) bits |= Bits(Meets(boxes, i, region)) << (i - begin);
  return bits & (~std::uint64_t{0} >> (kMostBits - (end - begin)));
}

/// Returns the mask of the boxes after the walker itself; all boxes if not `own`.
HWY_INLINE std::uint64_t Behind(bool own, std::size_t walker) {
  return own ? ~std::uint64_t{1} << walker : ~std::uint64_t{0};
}

HWY_INLINE Query WalkerAt(const ElementBoxes& walkers, std::size_t i) {
  Query query;
  for (int k = 0; k < 6; ++k) query.bound[k] = hn::Set(F(), walkers.boxes.bound[k][i]);
  return query;
}

/// Requires that the run's boxes fit kVectors vectors.
template <std::size_t kVectors, typename HitList>
HWY_INLINE void PairInRegisters(const RunPair& run, std::uint64_t asked, std::uint64_t walking,
                                const ElementBoxes& stored, const ElementBoxes& walkers, HitList& hits) {
  const std::size_t lanes = hn::Lanes(F());
  const Run<kVectors> boxes(stored.boxes, run.first);
  for (; walking != 0; walking &= walking - 1) {
    const auto w = static_cast<std::size_t>(__builtin_ctzll(walking));
    const Query query = WalkerAt(walkers, run.begin + w);
    const std::uint64_t wanted = asked & Behind(run.own, w);
    for (std::size_t v = 0; v < kVectors; ++v)
      hits.Add(run.begin + w, run.first + v * lanes, boxes.Meeting(v, query) & wanted >> (v * lanes));
    hits.FlushIfFull();
  }
}

template <typename HitList>
HWY_INLINE void PairParts(const RunPair& run, const Part* parts, std::size_t count, std::uint64_t walking,
                          const ElementBoxes& stored, const ElementBoxes& walkers, HitList& hits) {
  for (; walking != 0; walking &= walking - 1) {
    const auto w = static_cast<std::size_t>(__builtin_ctzll(walking));
    const Query query = WalkerAt(walkers, run.begin + w);
    const std::uint64_t behind = Behind(run.own, w);
    for (std::size_t p = 0; p < count; ++p) {
      const std::size_t first = run.first + parts[p].begin;
      hits.Add(run.begin + w, first,
               Bits(Meets(stored.boxes, first, query)) & parts[p].asked & behind >> parts[p].begin);
    }
    hits.FlushIfFull();
  }
}

/// If both runs are of the same elements (`mayTurn`), swaps walkers and stored boxes where this tests fewer vectors.
template <typename HitList>
HWY_INLINE void PairEitherWay(const RunPair& run, std::uint64_t asked, std::uint64_t walking, bool mayTurn,
                              const ElementBoxes& stored, const ElementBoxes& walkers, HitList& hits) {
  Part parts[kMostBits], others[kMostBits];
  const std::size_t count = PartsOf(asked, run.last - run.first, parts);
  if (mayTurn && !run.own) {
    const std::size_t otherCount = PartsOf(walking, run.end - run.begin, others);
    const auto bits = [](std::uint64_t x) { return static_cast<std::size_t>(__builtin_popcountll(x)); };
    if (otherCount * bits(asked) < count * bits(walking)) {
      const RunPair turned{run.begin, run.end, run.first, run.last, {}, false};
      return PairParts(turned, others, otherCount, asked, walkers, stored, hits);
    }
  }
  PairParts(run, parts, count, walking, stored, walkers, hits);
}

template <int kWalker, int kStored>
void PairRunsOf(const RunPair* runs, std::size_t count, const ElementBoxes& stored, const ElementBoxes& walkers,
                KeyOrder order, PairBuffer& pairs, WalkCounters& counters) {
  Hits<kWalker, kStored> hits(stored, walkers, order, pairs);
  const bool mayTurn = kWalker == kStored && order == KeyOrder::SmallerFirst && stored.id == walkers.id;
  for (const RunPair* run = runs; run < runs + count; ++run) {
    const std::size_t size = run->last - run->first, walking = run->end - run->begin;
    if (size == 0 || walking == 0) continue;
    if (size > kMostBits || walking > kMostBits) {
      PairWith<kWalker, kStored>(stored, run->first, run->last, walkers, run->begin, run->end,
                                 run->own ? nullptr : run->region, run->own, order, pairs, counters);
      continue;
    }
    const Query region = MakeQuery(run->region);
    const std::uint64_t asked = Near(stored.boxes, run->first, run->last, region);
    counters.boxTests += size;
    if (asked == 0) continue;
    const std::uint64_t walk = Near(walkers.boxes, run->begin, run->end, region);
    const auto bits = [](std::uint64_t x) { return static_cast<std::uint64_t>(__builtin_popcountll(x)); };
    counters.boxTests += walking + bits(asked) * bits(walk);
    // Two vectors stay in registers if there are enough of them.
    if constexpr (hn::MaxLanes(F()) == 16) {
      if (size <= 32) {
        size <= 16 ? PairInRegisters<1>(*run, asked, walk, stored, walkers, hits)
                   : PairInRegisters<2>(*run, asked, walk, stored, walkers, hits);
        continue;
      }
    }
    PairEitherWay(*run, asked, walk, mayTurn, stored, walkers, hits);
  }
  hits.Flush();
}

void PairRuns(const RunPair* runs, std::size_t count, const ElementBoxes& stored, const ElementBoxes& walkers,
              Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters) {
  WithCorners(exclusion, walkers, [&]<int kWalker, int kStored>() HWY_ATTR {
    PairRunsOf<kWalker, kStored>(runs, count, stored, walkers, order, pairs, counters);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail::surface {

HWY_EXPORT(SelectBoxes);
HWY_EXPORT(PairBoxes);
HWY_EXPORT(PairRuns);

std::size_t selectBoxes(const BoxArrays& boxes, std::size_t begin, std::size_t end, const float query[6],
                        std::uint32_t* out) {
  return HWY_DYNAMIC_DISPATCH(SelectBoxes)(boxes, begin, end, query, out);
}

void pairBoxes(const ElementBoxes& stored, std::size_t first, std::size_t last, const ElementBoxes& walkers,
               std::size_t begin, std::size_t end, bool own, Exclusion exclusion, KeyOrder order, PairBuffer& pairs,
               WalkCounters& counters) {
  HWY_DYNAMIC_DISPATCH(PairBoxes)
  (stored, first, last, walkers, begin, end, own, exclusion, order, pairs, counters);
}

void pairRuns(const RunPair* runs, std::size_t count, const ElementBoxes& stored, const ElementBoxes& walkers,
              Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters) {
  HWY_DYNAMIC_DISPATCH(PairRuns)(runs, count, stored, walkers, exclusion, order, pairs, counters);
}

}  // namespace pliant::detail::surface
#endif
