#include "LatticeCut.h"

#include <algorithm>
#include <cmath>

namespace pliant::models {
namespace {

/// Minimum distance of a crossing from each end of its edge, as a share of the edge. The minimum keeps triangles thick
/// enough for smoothing.
constexpr double kFromEnd = 0.15;
constexpr double kHalfDiagonal = 0.8660254037844387;

double squaredDistance(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

}  // namespace

LatticeCut::LatticeCut(const ImplicitShape& shape, double size)
    : m_shape(shape), m_size(size), m_steepness(shape.steepness()) {
  Point high;
  shape.bounds(m_origin, high);
  double extent = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    m_origin[k] -= 2 * size;
    extent = std::max(extent, high[k] - m_origin[k] + 2 * size);
    m_origin[k] -= size;
  }
  std::uint32_t cubes = 1;
  std::size_t levels = 2;
  for (; cubes * size < extent; cubes *= 2) ++levels;
  m_selections.resize(levels);
  m_selections[0] = shape.everything();
  // Starts one cube inside the lattice, because cut() samples the neighbouring cubes.
  descend({2, 2, 2}, cubes, m_selections[0], 1);
}

void LatticeCut::descend(const Place& low, std::uint32_t cubes, const Selection& wide, std::size_t level) {
  Selection& near = m_selections[level];
  const Place centre = {low[0] + cubes, low[1] + cubes, low[2] + cubes};
  const double radius = kHalfDiagonal * cubes * m_size;
  // Adds m_size, because cut() also samples the centres of the neighbouring cubes.
  m_shape.narrow(wide, at(centre), radius + m_size, near);
  if (std::abs(m_shape.value(at(centre), near)) > m_steepness * radius) return;
  if (cubes == 1) {
    cut(centre, near);
    return;
  }
  for (std::uint32_t i = 0; i < 8; ++i) {
    descend({low[0] + (i & 1) * cubes, low[1] + (i >> 1 & 1) * cubes, low[2] + (i >> 2) * cubes}, cubes / 2, near,
            level + 1);
  }
}

void LatticeCut::cut(const Place& centre, const Selection& near) {
  const Index own = sample(centre, near);
  // Each pair of neighbouring cubes is cut once, along the positive axis. The negative direction is used if descend()
  // skipped the neighbour.
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const bool up : {true, false}) {
      Place other = centre;
      other[axis] += up ? 2u : ~1u;
      const Index next = sample(other, near);
      if (!up && std::abs(m_samples[next].value) <= m_steepness * kHalfDiagonal * m_size) continue;
      std::array<Index, 4> around;
      for (std::size_t i = 0; i < 4; ++i) {
        Place corner = centre;
        corner[axis] += up ? 1u : ~0u;
        corner[u] += i == 1 || i == 2 ? ~0u : 1u;
        corner[v] += i >= 2 ? ~0u : 1u;
        around[i] = sample(corner, near);
      }
      for (std::size_t i = 0; i < 4; ++i) {
        cut({up ? own : next, up ? next : own, around[i], around[(i + 1) % 4]});
      }
    }
  }
}

/// The corners form a tetrahedron of positive volume.
void LatticeCut::cut(const std::array<Index, 4>& corners) {
  // Indexed by the bit mask of the corners with a negative value: the corners in an order of the same orientation, with
  // the smaller side first.
  static constexpr std::uint8_t kOrder[8][4] = {{0, 0, 0, 0}, {0, 1, 2, 3}, {1, 0, 3, 2}, {0, 1, 2, 3},
                                                {2, 0, 1, 3}, {0, 2, 3, 1}, {1, 2, 0, 3}, {3, 0, 2, 1}};
  unsigned mask = 0;
  for (unsigned i = 0; i < 4; ++i) mask |= unsigned{m_samples[corners[i]].value < 0} << i;
  if (mask == 0 || mask == 15) return;
  const bool turned = mask >= 8;
  const unsigned key = turned ? 15 - mask : mask;
  const std::uint8_t* const order = kOrder[key];
  const Index i = corners[order[0]], j = corners[order[1]], k = corners[order[2]], l = corners[order[3]];
  const auto add = [&](Index a, Index b, Index c) { faces.push_back(turned ? Triangle{a, c, b} : Triangle{a, b, c}); };
  if (key == 1 || key == 2 || key == 4 || key == 7) {
    const Index a = crossing(i, j), b = crossing(i, k), c = crossing(i, l);
    if (key == 7) {
      add(a, c, b);  // i is the one corner outside
    } else {
      add(a, b, c);
    }
    return;
  }
  const Index a = crossing(i, k), b = crossing(i, l), c = crossing(j, l), d = crossing(j, k);
  if (squaredDistance(points[a], points[c]) <= squaredDistance(points[b], points[d])) {
    add(a, b, c);
    add(a, c, d);
  } else {
    add(a, b, d);
    add(b, c, d);
  }
}

Index LatticeCut::sample(const Place& place, const Selection& near) {
  const std::uint64_t key = std::uint64_t{place[0]} << 42 | std::uint64_t{place[1]} << 21 | place[2];
  const auto [found, isNew] = m_sampleAt.try_emplace(key, static_cast<Index>(m_samples.size()));
  if (isNew) m_samples.push_back({place, m_shape.value(at(place), near)});
  return found->second;
}

Index LatticeCut::crossing(Index a, Index b) {
  if (a > b) std::swap(a, b);
  const auto [found, isNew] = m_crossingOf.try_emplace(std::uint64_t{a} << 32 | b, static_cast<Index>(points.size()));
  if (isNew) {
    const Sample &from = m_samples[a], &to = m_samples[b];
    const double t = std::clamp(from.value / (from.value - to.value), kFromEnd, 1 - kFromEnd);
    const Point p = at(from.place), q = at(to.place);
    points.push_back({p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])});
  }
  return found->second;
}

Point LatticeCut::at(const Place& place) const {
  Point p;
  for (std::size_t k = 0; k < 3; ++k) p[k] = m_origin[k] + m_size / 2 * place[k];
  return p;
}

}  // namespace pliant::models
