#include <pliant/detectors/Error.h>
#include <pliant/detectors/buckettree/Buckets.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "buckettree/morton.h"
#include "core/memoryOf.h"

namespace pliant {
namespace {

unsigned bitWidth(std::size_t count) {
  return static_cast<unsigned>(std::bit_width(count));
}

}  // namespace

void Buckets::check(const BucketSettings& settings) {
  const unsigned most = settings.storage == BucketSettings::Storage::Full ? kMostFullLevels : kMostBucketLevels;
  if (settings.levels > most)
    throw Error("buckets: " + std::to_string(settings.levels) + " levels, but at most " + std::to_string(most) +
                " are possible");
}

void Buckets::setSettings(const BucketSettings& settings) {
  check(settings);
  m_settings = settings;
}

void Buckets::update(std::span<const Point> places, std::span<const Box> extents,
                     std::span<const std::uint8_t> present) {
  ++m_updates;
  reserve(places.size());
  m_report = {};
  readPlaces(places, present);
  m_report.primitives = static_cast<Index>(m_handles.size());
  m_report.levels = m_settings.levels > 0 ? m_settings.levels : chooseLevels(m_handles.size());
  m_codes.resize(places.size());
  if (m_settings.algorithm == BucketSettings::Algorithm::Sorted)
    assignSorted(present);
  else
    assignDirect();
  if (m_settings.storage == BucketSettings::Storage::Full)
    buildFull(extents);
  else
    buildSparse(extents);
}

/// Reserves the arrays for all handles, so that updates with more of them present do not allocate.
void Buckets::reserve(std::size_t count) {
  m_handles.reserve(count);
  m_keyed.reserve(count);
  m_other.reserve(count);
  m_order.reserve(count);
  if (m_settings.algorithm == BucketSettings::Algorithm::Direct) return;
  m_newcomers.reserve(count);
  m_inAxes.reserve(count);
  m_gone.reserve(count);
  m_cells.reserve(count);
  for (SortedAxis& axis : m_axes) axis.reserve(count);
}

void Buckets::readPlaces(std::span<const Point> places, std::span<const std::uint8_t> present) {
  constexpr Real inf = std::numeric_limits<Real>::infinity();
  m_places.resize(places.size());
  m_handles.clear();
  Box box{{inf, inf, inf}, {-inf, -inf, -inf}};
  for (std::size_t h = 0; h < places.size(); ++h) {
    if (!present.empty() && !present[h]) continue;
    Point& p = m_places[h] = places[h];
    for (std::size_t k = 0; k < 3; ++k) {
      constexpr Real most = std::numeric_limits<Real>::max();
      p[k] = p[k] == p[k] ? std::clamp(p[k], -most, most) : Real(0);
      box.min[k] = std::min(box.min[k], p[k]);
      box.max[k] = std::max(box.max[k], p[k]);
    }
    m_handles.push_back(static_cast<Index>(h));
  }
  m_grid = box;
}

unsigned Buckets::chooseLevels(std::size_t count) const {
  // Sparse: about one bucket per primitive of a surface. Full: a few primitives per bucket.
  if (m_settings.storage == BucketSettings::Storage::Sparse)
    return std::clamp(bitWidth(count) / 2, 1u, kMostBucketLevels);
  return std::clamp(bitWidth(count / 4) / 3, 1u, kMostFullLevels);
}

void Buckets::assignSorted(std::span<const std::uint8_t> present) {
  // Finds the handles that were added or removed since the arrays were last sorted.
  const std::size_t count = std::max(m_places.size(), m_inAxes.size());
  m_inAxes.resize(count, 0);
  m_newcomers.clear();
  m_gone.assign(count, 0);
  bool someGone = false;
  for (std::size_t h = 0; h < count; ++h) {
    const bool is = h < m_places.size() && (present.empty() || present[h]);
    if (is == (m_inAxes[h] != 0)) continue;
    if (is)
      m_newcomers.push_back(static_cast<Index>(h));
    else
      m_gone[h] = 1;
    someGone |= !is;
    m_inAxes[h] = is;
  }
  m_cells.resize(m_places.size());
  const std::size_t buckets = std::size_t{1} << m_report.levels;
  const std::span<const std::uint8_t> gone =
      someGone ? std::span<const std::uint8_t>(m_gone) : std::span<const std::uint8_t>();
  for (std::size_t k = 0; k < 3 && !m_handles.empty(); ++k) {
    m_axes[k].sort(m_places.front().data() + k, 3, gone, m_newcomers);
    m_axes[k].follow(m_grid.min[k], m_grid.max[k], buckets);
    m_axes[k].cells(m_cells.front().data() + k, 3);
  }
  if (m_handles.empty()) {
    for (SortedAxis& axis : m_axes) axis.clear();
    std::fill(m_inAxes.begin(), m_inAxes.end(), std::uint8_t{0});
  }
  for (const Index h : m_handles) m_codes[h] = detail::morton(m_cells[h][0], m_cells[h][1], m_cells[h][2]);
}

void Buckets::assignDirect() {
  const detail::BucketGrid grid(m_grid, m_report.levels);
  for (const Index h : m_handles) m_codes[h] = grid.code(m_places[h]);
}

std::size_t Buckets::memory() const {
  std::size_t bytes = detail::memoryOf(m_places, m_handles, m_newcomers, m_keyed, m_other, m_codes, m_cells, m_inAxes,
                                       m_gone, m_order, m_reached, m_nodes, m_marks);
  for (const SortedAxis& axis : m_axes) bytes += axis.memory();
  return bytes;
}

}  // namespace pliant
