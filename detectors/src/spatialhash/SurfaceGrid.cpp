#include "spatialhash/SurfaceGrid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace pliant::detail::surface {
namespace {

constexpr float kBig = std::numeric_limits<float>::max();
// A dense cell is as long as the longest box. In a hash table each cell costs one lookup, so its cells are longer by
// this factor.
constexpr double kSparseCell = 2;
// Maximum number of dense cells per box; with more, the cells are hashed.
constexpr double kDenseCellsPerBox = 4;
constexpr double kDenseCellsAtLeast = 4096;
constexpr double kDenseCellsAtMost = 1 << 30;
constexpr std::size_t kLengthSamples = 65;
// A cell at least this long has an inverse that is a float; shorter cells are scaled up to this (Grid::lift).
constexpr double kLeastLifted = 0x1p-120;

float finite(float x) {
  return std::clamp(x, -kBig, kBig);
}

/// Returns about the median, so that a few distant boxes do not push all others to the limit of the grid.
float middle(const float* x, std::size_t count) {
  std::array<float, kLengthSamples> sample;
  const std::size_t taken = std::min(count, kLengthSamples);
  for (std::size_t i = 0; i < taken; ++i) sample[i] = x[i * count / taken];
  std::nth_element(sample.begin(), sample.begin() + taken / 2, sample.begin() + taken);
  return finite(sample[taken / 2]);
}

}  // namespace

void BoxGrid::reserve(std::size_t count) {
  const auto fit = [](auto& v, std::size_t size) {
    if (v.size() < size) v.resize(size);
  };
  m_sorted.reserve(count);
  fit(m_entry, count);
  for (std::size_t k = 0; k < 3; ++k) {
    fit(m_cell[k], count);
    fit(m_sortedCell[k], count + kPad);
  }
  const auto dense =
      static_cast<std::size_t>(std::max(kDenseCellsPerBox * static_cast<double>(count), kDenseCellsAtLeast));
  m_order.reserve(std::max(dense, std::bit_ceil(2 * count)), count);
}

void BoxGrid::build(const ElementBoxes& boxes, const GridSettings& settings) {
  reserve(boxes.count);
  shape(boxes, settings);
  findCells(boxes);
  sort(boxes);
}

void BoxGrid::shape(const ElementBoxes& boxes, const GridSettings& settings) {
  Grid& g = m_grid;
  g = {};
  const double count = static_cast<double>(boxes.count);
  std::array<double, 3> space;
  double longest = 0, widest = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const float *min = boxes.boxes.bound[k], *max = boxes.boxes.bound[3 + k];
    float low = kBig, high = -kBig, side = 0;
    for (std::size_t i = 0; i < boxes.count; ++i) {
      low = std::min(low, min[i]);
      high = std::max(high, min[i]);
      side = std::max(side, max[i] - min[i]);
    }
    // The differences may be rounded down. An infinite extent covers all cells.
    g.extent[k] = side * (1 + 2.4e-7f) + std::numeric_limits<float>::denorm_min();
    g.origin[k] = finite(low);
    space[k] = std::max(0.0, static_cast<double>(finite(high)) - static_cast<double>(finite(low)));
    longest = std::max(longest, static_cast<double>(g.extent[k]));
    widest = std::max(widest, space[k]);
  }
  const auto cellsOf = [&](double cell) {
    double cells = 1;
    for (const double side : space) cells *= std::floor(side / cell) + 1;
    return cells;
  };
  const double dense = std::clamp(kDenseCellsPerBox * count, kDenseCellsAtLeast, kDenseCellsAtMost);
  const double smallest = std::numeric_limits<float>::denorm_min(), largest = static_cast<double>(kBig) / 4;
  // Points have no size. This cell size gives several points per cell if they lie along a line.
  double cell = std::max(longest, widest / std::cbrt(count) / 64);
  if (settings.cellSize > 0) cell = static_cast<double>(settings.cellSize);
  cell = std::clamp(cell, smallest, largest);
  if (settings.cellSize == 0 && cellsOf(cell) > dense) cell = std::min(cell * kSparseCell, largest);
  const double cells = cellsOf(cell);
  g.dense = settings.tableSize == 0 && cells <= dense;
  while (cell * static_cast<double>(g.lift) < kLeastLifted) g.lift *= 2;
  for (std::size_t k = 0; k < 3; ++k) {
    g.inverseCell[k] = static_cast<float>(1 / (cell * static_cast<double>(g.lift)));
    if (g.dense)
      g.cells[k] = static_cast<std::int32_t>(std::floor(space[k] / cell)) + 1;
    else
      g.origin[k] = middle(boxes.boxes.bound[k], boxes.count);
  }
  if (g.dense) {
    m_entries = static_cast<std::size_t>(cells);
  } else {
    const std::size_t wanted = settings.tableSize > 0 ? settings.tableSize : 2 * boxes.count;
    m_entries = std::bit_ceil(std::clamp<std::size_t>(wanted, 1, std::size_t{1} << 30));
    g.mask = static_cast<std::uint32_t>(m_entries - 1);
  }
}

void BoxGrid::findCells(const ElementBoxes& boxes) {
  const Grid& g = m_grid;
  if (g.dense) {
    const float high[3] = {static_cast<float>(g.cells[0] - 1), static_cast<float>(g.cells[1] - 1),
                           static_cast<float>(g.cells[2] - 1)};
    for (std::size_t i = 0; i < boxes.count; ++i) {
      std::int32_t c[3];
      for (int k = 0; k < 3; ++k)
        c[k] = cellOf(boxes.boxes.bound[k][i], g.origin[k], g.lift, g.inverseCell[k], 0, high[k]);
      m_entry[i] = static_cast<std::uint32_t>(c[0] + g.cells[0] * (c[1] + g.cells[1] * c[2]));
    }
    return;
  }
  for (std::size_t i = 0; i < boxes.count; ++i) {
    for (int k = 0; k < 3; ++k)
      m_cell[k][i] = cellOf(boxes.boxes.bound[k][i], g.origin[k], g.lift, g.inverseCell[k], kLowestCell, -kLowestCell);
    m_entry[i] = hashCell(m_cell[0][i], m_cell[1][i], m_cell[2][i]) & g.mask;
  }
}

void BoxGrid::sort(const ElementBoxes& boxes) {
  m_order.build(m_entries, [&](const auto& take) {
    for (std::size_t i = 0; i < boxes.count; ++i) take(m_entry[i], static_cast<std::uint32_t>(i));
  });
  const std::vector<std::uint32_t>& order = m_order.items();
  m_sorted.gather(boxes, order);
  m_grid.boxes = m_sorted.view();
  m_grid.start = m_order.begins().data();
  if (m_grid.dense) return;
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < boxes.count; ++i) m_sortedCell[k][i] = m_cell[k][order[i]];
    m_grid.cell[k] = m_sortedCell[k].data();
  }
}

std::size_t BoxGrid::memory() const {
  return m_sorted.memory() + m_order.memory() + memoryOf(m_entry, m_cell, m_sortedCell);
}

}  // namespace pliant::detail::surface
