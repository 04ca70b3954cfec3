#include "ldi/LdiRegionFinder.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/memoryOf.h"
#include "core/wide.h"

namespace pliant::detail {
namespace {

/// Within a body, a face whose normal has a smaller component along the ray is ignored: rounding destroys its order
/// along the ray, and its patch is more visible along another axis.
constexpr double kGrazing = 0.2;
/// Minimum ratio of the net area of a region to its total area; below it the directions cancel.
constexpr double kLeastAgreement = 1e-3;
constexpr int kCellBits = 21;

Eigen::Vector3d facing(const LdiSurface& surface, const Triangle& face) {
  const auto [a, b, c] = wideCorners(surface.positions, face);
  const Eigen::Vector3d normal = (b - a).cross(c - a).stableNormalized();
  return surface.inward ? Eigen::Vector3d(-normal) : normal;
}

constexpr double kMostCells = 1 << (kCellBits - 1);

/// `first`: the cell relative to which cells are numbered.
std::uint64_t cellOf(const std::array<double, 3>& point, const std::array<double, 3>& first, double cell) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double number = std::clamp(std::floor(point[i] / cell) - first[i], -kMostCells, kMostCells - 1) + kMostCells;
    key = (key << kCellBits) | static_cast<std::uint64_t>(number);
  }
  return key;
}

}  // namespace

void LdiRegionFinder::begin(double cell, Index verticesA, Index verticesB) {
  m_cell = cell;
  m_counting = false;
  m_self = verticesB == 0;
  m_volume = m_enclosed = 0;
  m_spans.clear();
  m_place[0].assign(verticesA, kNoIndex);
  m_place[1].assign(verticesB, kNoIndex);
}

/// Cells tile all space, but their numbers must stay small wherever the volume lies.
void LdiRegionFinder::countFrom(const LdiView& view) {
  if (m_counting) return;
  m_counting = true;
  for (std::size_t i = 0; i < 3; ++i) m_cell = std::max(m_cell, (view.max[i] - view.min[i]) / kMostCells);
  for (std::size_t i = 0; i < 3; ++i) m_firstCell[i] = std::floor(view.min[i] / m_cell);
}

void LdiRegionFinder::add(const LdiOverlapSpan& span, const LdiView& view, const LdiSurface* const* surfaces) {
  const double area = view.pixel[0] * view.pixel[1] * span.share;
  const double range = view.range() / kDepthSteps, volume = (span.high - span.low) * area * range;
  m_volume += volume / 3;
  Span found;
  bool enclosed = !span.lowEnd || !span.highEnd;
  if (!enclosed && m_self) {
    found.facing = facing(*surfaces[0], span.lowEnd->corners);
    const Eigen::Vector3d high = facing(*surfaces[0], span.highEnd->corners);
    enclosed = !(found.facing.dot(high) < 0) || !(std::abs(found.facing[view.axis]) > kGrazing) ||
               !(std::abs(high[view.axis]) > kGrazing);
    found.lowIsA = true;
  } else if (!enclosed) {
    enclosed = span.lowEnd->owner == span.highEnd->owner;
    found.lowIsA = span.lowEnd->owner == 0;
  }
  if (enclosed) {
    m_enclosed += volume / 3;
    return;
  }
  const auto depth = std::size_t{view.axis}, column = static_cast<std::size_t>(view.columnAxis()),
             row = static_cast<std::size_t>(view.rowAxis());
  found.middle[depth] = view.min[depth] + (span.low + span.high) / 2 * range;
  found.middle[column] = view.min[column] + (static_cast<double>(span.pixel % view.width) + 0.5) * view.pixel[0];
  found.middle[row] = view.min[row] + (static_cast<double>(span.pixel / view.width) + 0.5) * view.pixel[1];
  countFrom(view);
  found.cell = cellOf(found.middle, m_firstCell, m_cell);
  found.order = static_cast<Index>(m_spans.size());
  found.axis = view.axis;
  found.area = area;
  found.volume = volume;
  for (std::size_t i = 0; i < 2; ++i) {
    const LdiSpanEnd& end = i == 0 ? *span.lowEnd : *span.highEnd;
    found.owner[i] = end.owner;
    found.weights[i] = end.weights;
    for (std::size_t k = 0; k < 3; ++k) {
      found.corners[i][k] = end.corners[k] - surfaces[end.owner]->firstVertex;
    }
  }
  m_spans.push_back(found);
}

void LdiRegionFinder::sum(std::size_t begin, std::size_t end, LdiRegions& regions) {
  Eigen::Vector3d way = Eigen::Vector3d::Zero(), volumes = way, all = way;
  std::array<Eigen::Vector3d, 3> centroids{way, way, way};
  m_sums.clear();
  for (std::size_t i = begin; i < end; ++i) {
    const Span& span = m_spans[i];
    // The two patches of a body differ in the direction that they face.
    const bool along = m_self ? span.facing.dot(m_spans[begin].facing) >= 0 : span.lowIsA;
    way[span.axis] += along ? span.area : -span.area;
    all[span.axis] += span.area;
    volumes[span.axis] += span.volume;
    centroids[span.axis] += span.volume * Eigen::Vector3d(span.middle[0], span.middle[1], span.middle[2]);
    for (std::size_t e = 0; e < 2; ++e) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Index vertex = span.corners[e][k];
        Index& place = m_place[span.owner[e]][vertex];
        if (place == kNoIndex) {
          place = static_cast<Index>(m_sums.size());
          m_sums.push_back({span.owner[e], vertex, Eigen::Vector3d::Zero()});
        }
        m_sums[place].gradient[span.axis] += (e == 0 ? -span.area : span.area) * span.weights[e][k];
      }
    }
  }
  for (const Sum& each : m_sums) m_place[each.owner][each.vertex] = kNoIndex;
  const double area = way.norm();
  if (!(area > kLeastAgreement * all.norm())) {
    m_enclosed += volumes.sum() / 3;
    return;
  }
  // Each axis yields the whole volume between the patches, more accurately the more the patches face it.
  const Eigen::Vector3d normal = way / area, shares = normal.cwiseProduct(normal);
  const double volume = shares.dot(volumes);
  if (!(volume > 0)) return;
  const Eigen::Vector3d centroid =
      (shares[0] * centroids[0] + shares[1] * centroids[1] + shares[2] * centroids[2]) / volume;
  LdiRegion region{static_cast<Index>(regions.gradients.size()), 0, volume, area, normal.cast<Real>(),
                   {centroid[0], centroid[1], centroid[2]}};
  for (const Sum& each : m_sums) {
    regions.gradients.push_back({m_ids[each.owner], each.vertex, each.gradient.cast<Real>()});
  }
  region.end = static_cast<Index>(regions.gradients.size());
  regions.regions.push_back(region);
}

void LdiRegionFinder::finish(Index idA, Index idB, LdiRegions& regions) {
  regions.clear();
  m_ids = {idA, idB};
  std::sort(m_spans.begin(), m_spans.end(),
            [](const Span& a, const Span& b) { return a.cell != b.cell ? a.cell < b.cell : a.order < b.order; });
  for (std::size_t begin = 0, end = 0; begin < m_spans.size(); begin = end) {
    while (end < m_spans.size() && m_spans[end].cell == m_spans[begin].cell) ++end;
    sum(begin, end, regions);
  }
  regions.volume = m_volume;
  regions.enclosed = m_enclosed;
}

std::size_t LdiRegionFinder::memory() const {
  return memoryOf(m_spans, m_sums, m_place);
}

}  // namespace pliant::detail
