#include "surfaces/NearElements.h"

#include <algorithm>
#include <numeric>

namespace pliant::detail::surface {
namespace {

constexpr unsigned kCells = NearElements::kCells, kStepsOfCell = 256 / kCells;

/// First and last cell of a box along each axis.
struct CellRange {
  unsigned low[3], high[3];

  explicit CellRange(StepBox box) {
    for (int k = 0; k < 3; ++k) {
      low[k] = static_cast<unsigned>(box >> (8 * k)) % 256 / kStepsOfCell;
      high[k] = (255 - static_cast<unsigned>(box >> (32 + 8 * k)) % 256) / kStepsOfCell;
    }
  }
  /// Cells along x.
  std::uint32_t bits() const { return (2u << high[0]) - (1u << low[0]); }

  /// Calls visit(row) for each row of cells along x, some of them more than once: as a rule there are four at most,
  /// and no branch that depends on how many.
  template <typename Visit>
  void forEachRow(const Visit& visit) const {
    if (high[1] - low[1] <= 1 && high[2] - low[2] <= 1) {
      visit(row(low[1], low[2]));
      visit(row(high[1], low[2]));
      visit(row(low[1], high[2]));
      visit(row(high[1], high[2]));
      return;
    }
    for (unsigned z = low[2]; z <= high[2]; ++z)
      for (unsigned y = low[1]; y <= high[1]; ++y) visit(row(y, z));
  }
  static std::size_t row(unsigned y, unsigned z) { return std::size_t{kCells} * z + y; }
};

}  // namespace

void NearElements::listSide(const VertexBoxes& vertexBoxes, const Side& side, const RegionSteps& region, Found& found) {
  const std::size_t count = side.vertices.size();
  if (m_vertices.size() < count) m_vertices.resize(count);
  stepBoxes(vertexBoxes, side.vertices.begin, count, region, m_vertices.data());
  found.count =
      listInRegion(side.elements, side.vertices.begin, m_vertices.data(), found.ids.data(), found.boxes.data());
}

void NearElements::mark(const Found& found) {
  m_grid.fill(0);
  for (std::size_t i = 0; i < found.count; ++i) {
    const CellRange cells(found.boxes[i]);
    const std::uint32_t bits = cells.bits();
    cells.forEachRow([&](std::size_t row) { m_grid[row] |= bits; });
  }
}

void NearElements::keepMarked(Found& found) const {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < found.count; ++i) {
    const CellRange cells(found.boxes[i]);
    std::uint32_t met = 0;
    cells.forEachRow([&](std::size_t row) { met |= m_grid[row]; });
    found.ids[kept] = found.ids[i];
    found.boxes[kept] = found.boxes[i];
    kept += (met & cells.bits()) != 0;
  }
  found.count = kept;
}

void NearElements::find(const VertexBoxes& vertexBoxes, const Side& a, const Side& b,
                        const std::array<float, 6>& common) {
  const Side* const sides[2] = {&a, &b};
  for (int s = 0; s < 2; ++s) {
    const std::size_t room = sides[s]->elements.count + kPad;
    if (m_found[s].ids.size() >= room) continue;
    m_found[s].ids.resize(room);
    m_found[s].boxes.resize(room);
  }
  RegionSteps region;
  if (!region.fit(common.data())) {
    for (int s = 0; s < 2; ++s) {
      m_found[s].count = sides[s]->elements.count;
      std::iota(m_found[s].ids.begin(), m_found[s].ids.end(), 0u);
    }
    return;
  }
  for (int s = 0; s < 2; ++s) listSide(vertexBoxes, *sides[s], region, m_found[s]);
  for (int s = 0; s < 2; ++s) {
    mark(m_found[s]);
    keepMarked(m_found[1 - s]);
  }
}

std::size_t NearElements::memory() const {
  std::size_t bytes = m_vertices.capacity() * sizeof(StepBox);
  for (const Found& found : m_found)
    bytes += found.ids.capacity() * sizeof(std::uint32_t) + found.boxes.capacity() * sizeof(StepBox);
  return bytes;
}

}  // namespace pliant::detail::surface
