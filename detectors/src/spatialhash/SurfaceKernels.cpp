#include "core/vectorTargets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spatialhash/SurfaceKernels.cpp"
#include <hwy/foreach_target.h>
// Must follow foreach_target.h.
#include <hwy/highway.h>

#include "spatialhash/SurfaceKernels.h"
#include "surfaces/BoxScanner-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pliant::detail::surface {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using I = hn::RebindToSigned<F>;

/// kBlock: maximum number of walkers that search together. kFewTogether: minimum number for which this is faster (never
/// with AVX2, where compressing boxes under a mask is slow). kTogether: maximum length of their common box, relative to
/// the longest box of the grid.
constexpr std::size_t kBlock = kPad;
constexpr std::size_t kFewTogether = HWY_TARGET == HWY_AVX2 ? kBlock + 1 : 3;
constexpr float kTogether = 2;

/// Cells that a block of walkers searches, and the cells of their own minimum corners.
struct CellRanges {
  HWY_ALIGN std::int32_t low[3][kBlock], high[3][kBlock], own[3][kBlock];
};

/// Computes cellOf() for a block of walkers.
HWY_INLINE void CellsOf(const Grid& grid, const ElementBoxes& walkers, std::size_t begin, CellRanges& ranges) {
  const F d;
  const I s;
  for (int k = 0; k < 3; ++k) {
    const auto origin = hn::Set(d, grid.origin[k]), inverse = hn::Set(d, grid.inverseCell[k]);
    const auto lift = hn::Set(d, grid.lift);
    const auto low = hn::Set(d, grid.dense ? 0.f : kLowestCell);
    const auto high = hn::Set(d, grid.dense ? static_cast<float>(grid.cells[k] - 1) : -kLowestCell);
    const auto cells = [&](hn::Vec<F> x) HWY_ATTR {
      const auto cell = hn::Mul(hn::Mul(hn::Sub(x, origin), lift), inverse);
      return hn::ConvertTo(s, hn::Floor(hn::Min(hn::Max(cell, low), high)));
    };
    for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
      const auto min = hn::LoadU(d, walkers.boxes.bound[k] + begin + i);
      hn::Store(cells(hn::Sub(min, hn::Set(d, grid.extent[k]))), s, ranges.low[k] + i);
      hn::Store(cells(min), s, ranges.own[k] + i);
      hn::Store(cells(hn::LoadU(d, walkers.boxes.bound[3 + k] + begin + i)), s, ranges.high[k] + i);
    }
  }
}

/// Contiguous copies of the grid's boxes that overlap the common box of a block of walkers, in the grid's order.
template <int kStored>
struct NearList {
  static constexpr std::size_t kRoom = 256;
  HWY_ALIGN float bound[6][kRoom + kPad];
  HWY_ALIGN std::uint32_t id[kRoom + kPad], corner[3][kRoom + kPad];
  std::size_t size = 0;

  bool full() const { return size + kPad > kRoom; }

  HWY_INLINE void Add(const ElementBoxes& from, std::size_t i, hn::Mask<F> mask) {
    const F d;
    const U u;
    for (int k = 0; k < 6; ++k) compressStore(hn::LoadU(d, from.boxes.bound[k] + i), mask, d, bound[k] + size);
    const auto bits = hn::RebindMask(u, mask);
    for (int c = 0; c < kStored; ++c) compressStore(hn::LoadU(u, from.corner[c] + i), bits, u, corner[c] + size);
    size += compressStore(hn::LoadU(u, from.id + i), bits, u, id + size);
  }

  ElementBoxes View() const {
    ElementBoxes view;
    for (int k = 0; k < 6; ++k) view.boxes.bound[k] = bound[k];
    for (int c = 0; c < kStored; ++c) view.corner[c] = corner[c];
    view.id = id;
    return view;
  }
};

/// Tests walkers [begin, end) of one block against the boxes that overlap their common box. Rows are looked up once for
/// all walkers, and each walker scans one short list.
template <int kWalker, int kStored>
void WalkTogether(const Grid& grid, const CellRanges& r, std::size_t lane, const float* around, std::size_t begin,
                  std::size_t end, bool own, NearList<kStored>& list, Scanner<kWalker, kStored>& scanner) {
  const F d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    std::int32_t least = r.low[k][lane], most = r.high[k][lane];
    for (std::size_t i = lane + 1; i < lane + end - begin; ++i) {
      least = r.low[k][i] < least ? r.low[k][i] : least;
      most = r.high[k][i] > most ? r.high[k][i] : most;
    }
    low[k] = static_cast<std::size_t>(least);
    high[k] = static_cast<std::size_t>(most);
  }
  const auto across = static_cast<std::size_t>(grid.cells[0]), down = static_cast<std::size_t>(grid.cells[1]);
  const Query query = MakeQuery(around);
  list.size = 0;
  std::size_t before = 0;  // number of boxes in the lists before this one
  const auto flush = [&]() HWY_ATTR {
    for (std::size_t w = begin; w < end; ++w) {
      // A grid's own boxes are listed in their order, those of the block first: each walker starts after itself.
      const std::size_t after = own ? w - begin + 1 : 0;
      const std::size_t start = after > before ? after - before : 0;
      if (start >= list.size) continue;
      scanner.Take(w);
      scanner.Scan(start, list.size);
    }
    before += list.size;
    list.size = 0;
  };
  const std::size_t first = own ? begin : 0;
  const std::size_t startY = own ? static_cast<std::size_t>(r.own[1][lane]) : low[1];
  const std::size_t startZ = own ? static_cast<std::size_t>(r.own[2][lane]) : low[2];
  for (std::size_t z = startZ; z <= high[2]; ++z)
    for (std::size_t y = z == startZ ? startY : low[1]; y <= high[1]; ++y) {
      const std::uint32_t* row = grid.start + across * (y + down * z);
      const std::size_t last = row[high[0] + 1], at = row[low[0]];
      ++scanner.counters.cells;
      for (std::size_t i = at > first ? at : first; i < last; i += lanes) {
        const auto mask = hn::And(Meets(grid.boxes.boxes, i, query), hn::FirstN(d, last - i));
        if (hn::AllFalse(d, mask)) continue;
        if (list.full()) flush();
        list.Add(grid.boxes, i, mask);
      }
    }
  flush();
}

template <int kWalker, int kStored>
HWY_INLINE void WalkRows(const Grid& grid, const CellRanges& r, std::size_t lane, std::size_t first, bool own,
                         Scanner<kWalker, kStored>& scanner) {
  const auto across = static_cast<std::size_t>(grid.cells[0]), down = static_cast<std::size_t>(grid.cells[1]);
  const auto at = [lane](const std::int32_t* cells) HWY_ATTR { return static_cast<std::size_t>(cells[lane]); };
  const std::size_t low[3] = {at(r.low[0]), at(r.low[1]), at(r.low[2])};
  const std::size_t high[3] = {at(r.high[0]), at(r.high[1]), at(r.high[2])};
  // Rows before the walker's own row hold only boxes that have found the walker in their own search.
  const std::size_t startY = own ? at(r.own[1]) : low[1], startZ = own ? at(r.own[2]) : low[2];
  for (std::size_t z = startZ; z <= high[2]; ++z)
    for (std::size_t y = z == startZ ? startY : low[1]; y <= high[1]; ++y) {
      const std::uint32_t* row = grid.start + across * (y + down * z);
      const std::size_t last = row[high[0] + 1], begin = row[low[0]];
      ++scanner.counters.cells;
      if (last > (begin > first ? begin : first)) scanner.Scan(begin > first ? begin : first, last);
    }
}

/// Tests as Scanner::Scan, but only boxes of the given cell: other cells may share its table entry.
template <int kWalker, int kStored>
HWY_INLINE void ScanCell(Scanner<kWalker, kStored>& scanner, const Grid& grid, std::size_t begin, std::size_t end,
                         std::int32_t x, std::int32_t y, std::int32_t z) {
  const F d;
  const I s;
  const std::size_t lanes = hn::Lanes(d);
  const auto vx = hn::Set(s, x), vy = hn::Set(s, y), vz = hn::Set(s, z);
  scanner.counters.boxTests += end - begin;
  for (std::size_t i = begin; i < end; i += lanes) {
    auto mask = hn::And(Meets(scanner.stored.boxes, i, scanner.query), hn::FirstN(d, end - i));
    if (hn::AllFalse(d, mask)) continue;
    const auto same =
        hn::And(hn::And(hn::Eq(hn::LoadU(s, grid.cell[0] + i), vx), hn::Eq(hn::LoadU(s, grid.cell[1] + i), vy)),
                hn::Eq(hn::LoadU(s, grid.cell[2] + i), vz));
    mask = scanner.Without(hn::And(mask, hn::RebindMask(d, same)), i);
    const std::uint64_t bits = Bits(mask);
    if (bits) scanner.Emit(i, bits);
  }
}

template <int kWalker, int kStored>
HWY_INLINE void WalkTable(const Grid& grid, const CellRanges& r, std::size_t lane, std::size_t first,
                          Scanner<kWalker, kStored>& scanner) {
  double cells = 1;
  for (int k = 0; k < 3; ++k) cells *= static_cast<double>(r.high[k][lane]) - static_cast<double>(r.low[k][lane]) + 1;
  if (cells > kMostCells) return scanner.Scan(first, grid.boxes.count);
  for (std::int32_t z = r.low[2][lane]; z <= r.high[2][lane]; ++z)
    for (std::int32_t y = r.low[1][lane]; y <= r.high[1][lane]; ++y)
      for (std::int32_t x = r.low[0][lane]; x <= r.high[0][lane]; ++x) {
        const std::uint32_t entry = hashCell(x, y, z) & grid.mask;
        const std::size_t last = grid.start[entry + 1], begin = grid.start[entry];
        ++scanner.counters.cells;
        if (last > begin && last > first) ScanCell(scanner, grid, begin > first ? begin : first, last, x, y, z);
      }
}

/// Returns the number of walkers from w on, up to `end`, that are near enough to search together. Writes their common
/// box to `around`.
HWY_INLINE std::size_t Companions(const ElementBoxes& walkers, std::size_t w, std::size_t end, const float* extent,
                                  float* around) {
  for (int k = 0; k < 6; ++k) around[k] = walkers.boxes.bound[k][w];
  std::size_t next = w + 1;
  for (; next < end; ++next) {
    float low[3], high[3];
    bool near = true;
    for (int k = 0; k < 3; ++k) {
      const float min = walkers.boxes.bound[k][next], max = walkers.boxes.bound[3 + k][next];
      low[k] = min < around[k] ? min : around[k];
      high[k] = max > around[3 + k] ? max : around[3 + k];
      near &= high[k] - low[k] <= kTogether * extent[k];
    }
    if (!near) break;
    for (int k = 0; k < 3; ++k) {
      around[k] = low[k];
      around[3 + k] = high[k];
    }
  }
  return next - w;
}

template <int kWalker, int kStored>
void WalkGridWith(const Grid& grid, const ElementBoxes& walkers, std::size_t begin, std::size_t end, bool own,
                  KeyOrder order, PairBuffer& pairs, WalkCounters& counters) {
  Scanner<kWalker, kStored> scanner{grid.boxes, walkers, order, pairs, counters};
  NearList<kStored> list;
  Scanner<kWalker, kStored> listScanner{list.View(), walkers, order, pairs, counters};
  CellRanges ranges;
  for (std::size_t block = begin; block < end; block += kBlock) {
    CellsOf(grid, walkers, block, ranges);
    const std::size_t blockEnd = end - block < kBlock ? end : block + kBlock;
    for (std::size_t w = block; w < blockEnd;) {
      float around[6];
      const std::size_t count = grid.dense ? Companions(walkers, w, blockEnd, grid.extent, around) : 1;
      if (count >= kFewTogether) {
        WalkTogether(grid, ranges, w - block, around, w, w + count, own, list, listScanner);
        w += count;
        continue;
      }
      for (const std::size_t last = w + count; w < last; ++w) {
        scanner.Take(w);
        const std::size_t first = own ? w + 1 : 0;
        if (grid.dense)
          WalkRows(grid, ranges, w - block, first, own, scanner);
        else
          WalkTable(grid, ranges, w - block, first, scanner);
      }
    }
  }
}

void WalkGrid(const Grid& grid, const ElementBoxes& walkers, std::size_t begin, std::size_t end, bool own,
              Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters) {
  switch (exclusion) {
    case Exclusion::None:
      return WalkGridWith<0, 0>(grid, walkers, begin, end, own, order, pairs, counters);
    case Exclusion::EdgeEdge:
      return WalkGridWith<2, 2>(grid, walkers, begin, end, own, order, pairs, counters);
    case Exclusion::FaceFace:
      return WalkGridWith<3, 3>(grid, walkers, begin, end, own, order, pairs, counters);
    case Exclusion::VertexFace:
      // The element with a single corner is the vertex.
      if (walkers.corner[1])
        WalkGridWith<3, 1>(grid, walkers, begin, end, own, order, pairs, counters);
      else
        WalkGridWith<1, 3>(grid, walkers, begin, end, own, order, pairs, counters);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace pliant::detail::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::detail::surface {

HWY_EXPORT(WalkGrid);

void walkGrid(const Grid& grid, const ElementBoxes& walkers, std::size_t begin, std::size_t end, bool own,
              Exclusion exclusion, KeyOrder order, PairBuffer& pairs, WalkCounters& counters) {
  HWY_DYNAMIC_DISPATCH(WalkGrid)(grid, walkers, begin, end, own, exclusion, order, pairs, counters);
}

}  // namespace pliant::detail::surface
#endif
