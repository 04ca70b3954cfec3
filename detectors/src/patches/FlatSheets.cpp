#include "patches/FlatSheets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

#include "core/Vec3d.h"
#include "core/memoryOf.h"

namespace pliant::detail {
namespace {

/// Least λ, divided by the largest |G| at t0. A pair meets when a tenth of its distance at t0 is left (see MovingPair).
constexpr float kLeastShare = 0.15f;
/// Least area of a face in the plane, divided by its area.
constexpr double kLeastArea = 0.5;
/// Largest |inverse| · |edges| of a face that is not too thin for floats.
constexpr double kMostStretched = 30;
/// Width of the strip along the border of a rectangle that does not count, divided by the width of the rectangle.
constexpr double kStrip = 1e-5;
/// Most angle around a vertex that is covered once [rad].
constexpr double kMostAround = 3 * std::numbers::pi;
constexpr std::size_t kPatchesPerChunk = 16;

using Point = std::array<double, 2>;

double crossOf(const Point& a, const Point& b, const Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

Vec3d placeOf(const BodySet& bodies, Index vertex) {
  const PackedPosition& p = bodies.restPositions()[vertex];
  return {double{p.x}, double{p.y}, double{p.z}};
}

}  // namespace

struct FlatSheets::Plane {
  std::span<const Triangle> faces;  ///< of the set
  Index firstVertex = 0;
  std::vector<Point> points;              ///< of the body's vertices
  std::vector<std::array<Point, 2>> rim;  ///< edges of one face, or of more than two
  std::vector<Area> patches;              ///< by patch, from the body's first

  const Point& at(Index vertex) const { return points[vertex - firstVertex]; }

  static Area areaOf(const Point& a, const Point& b) {
    return {{std::min(a[0], b[0]), std::min(a[1], b[1])}, {std::max(a[0], b[0]), std::max(a[1], b[1])}};
  }
  static Area both(const Area& a, const Area& b) {
    return {{std::min(a.min[0], b.min[0]), std::min(a.min[1], b.min[1])},
            {std::max(a.max[0], b.max[0]), std::max(a.max[1], b.max[1])}};
  }
  static bool overlap(const Area& a, const Area& b) {
    return a.min[0] < b.max[0] && b.min[0] < a.max[0] && a.min[1] < b.max[1] && b.min[1] < a.max[1];
  }
  Area areaOf(const Triangle& face) const {
    return both(areaOf(at(face[0]), at(face[1])), areaOf(at(face[1]), at(face[2])));
  }
  /// Returns the area without a narrow strip along its border: places at rest are rounded.
  static Area insideOf(Area area) {
    for (std::size_t k = 0; k < 2; ++k) {
      const double strip = kStrip * (area.max[k] - area.min[k]);
      area.min[k] += strip;
      area.max[k] -= strip;
    }
    return area;
  }
  /// Returns true if an edge of the rim reaches into the area.
  bool hasRim(const Area& area) const {
    const Point corners[4] = {area.min, {area.max[0], area.min[1]}, area.max, {area.min[0], area.max[1]}};
    return std::any_of(rim.begin(), rim.end(), [&](const std::array<Point, 2>& edge) {
      if (!overlap(areaOf(edge[0], edge[1]), area)) return false;
      int left = 0, right = 0;
      for (const Point& corner : corners) {
        const double side = crossOf(edge[0], edge[1], corner);
        left += side > 0;
        right += side < 0;
      }
      return left > 0 && right > 0;
    });
  }
  bool make(const BodySet& bodies, const BodySet::Range& own, const BodySet::Range& ownVertices);
};

/// Lays the faces into a plane. Returns false if they are not flat, or if they cover a place twice.
bool FlatSheets::Plane::make(const BodySet& bodies, const BodySet::Range& own, const BodySet::Range& ownVertices) {
  faces = bodies.faces();
  firstVertex = ownVertices.begin;
  const auto areaVector = [&](const Triangle& t) {
    const Vec3d a = placeOf(bodies, t[0]);
    return cross(placeOf(bodies, t[1]) - a, placeOf(bodies, t[2]) - a);
  };
  Vec3d up{};
  for (Index f = own.begin; f < own.end; ++f) up = up + areaVector(faces[f]);
  const double length = norm(up);
  if (!(length > 0) || !std::isfinite(length)) return false;
  up = (1 / length) * up;
  for (Index f = own.begin; f < own.end; ++f) {
    const Vec3d area = areaVector(faces[f]);
    if (!(dot(area, up) > kLeastArea * norm(area))) return false;
  }
  // Edges of the body with the number of their faces.
  std::vector<Index> edges;
  for (Index f = own.begin; f < own.end; ++f)
    for (const Index e : bodies.edgesOfFaces()[f]) edges.push_back(e);
  std::sort(edges.begin(), edges.end());
  std::vector<Index> open;
  for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
    while (end < edges.size() && edges[end] == edges[i]) ++end;
    if (end - i != 2) open.push_back(edges[i]);
  }
  if (open.empty() || open.back() == kNoIndex) return false;
  const auto ends = [&](Index edge) { return bodies.edges()[edge]; };
  // The axes are along the border: that of a rectangle then is on sides of the areas.
  Vec3d along = placeOf(bodies, ends(open.front())[1]) - placeOf(bodies, ends(open.front())[0]);
  along = along - dot(along, up) * up;
  along = (1 / norm(along)) * along;
  const Vec3d across = cross(up, along);
  points.clear();
  for (Index v = ownVertices.begin; v < ownVertices.end; ++v)
    points.push_back({dot(along, placeOf(bodies, v)), dot(across, placeOf(bodies, v))});
  rim.clear();
  for (const Index edge : open) rim.push_back({at(ends(edge)[0]), at(ends(edge)[1])});
  std::vector<double> around(points.size(), 0);
  for (Index f = own.begin; f < own.end; ++f)
    for (std::size_t k = 0; k < 3; ++k) {
      const Point &p = at(faces[f][k]), &q = at(faces[f][(k + 1) % 3]), &r = at(faces[f][(k + 2) % 3]);
      around[faces[f][k] - firstVertex] +=
          std::atan2(crossOf(p, q, r), (q[0] - p[0]) * (r[0] - p[0]) + (q[1] - p[1]) * (r[1] - p[1]));
    }
  return std::all_of(around.begin(), around.end(), [](double angle) { return angle < kMostAround; });
}

void FlatSheets::update(const BodySet& bodies, const PatchLayout& layout) {
  if (m_revision == bodies.revision()) return;
  m_revision = bodies.revision();
  const std::size_t count = layout.patches.size();
  m_pairs.clear();
  m_around.clear();
  m_firstPair.clear();
  m_flat.assign(count, 0);
  m_inverse.resize(layout.faces.size());
  m_gradients.resize(count);
  for (std::size_t first = 0, end = 0; first < count; first = end) {
    while (end < count && layout.patches[end].body == layout.patches[first].body) ++end;
    addBody(bodies, layout, first, end);
  }
  m_firstPair.resize(count + 1, static_cast<std::uint32_t>(m_pairs.size()));
}

/// Adds the patches [first, end) of a body.
void FlatSheets::addBody(const BodySet& bodies, const PatchLayout& layout, std::size_t first, std::size_t end) {
  const Index body = layout.patches[first].body;
  Plane plane;
  if (!plane.make(bodies, bodies.faces(body), bodies.vertices(body))) return;
  while (end > first && layout.patches[end - 1].faces.size() == 0) --end;  // patches of links and of single vertices
  for (std::size_t p = first; p < end; ++p) {
    const PatchLayout::Range& faces = layout.patches[p].faces;
    m_flat[p] = 1;
    Area area = plane.areaOf(bodies.faces()[layout.faces[faces.begin]]);
    for (Index i = faces.begin; i < faces.end; ++i) {
      const Triangle& face = bodies.faces()[layout.faces[i]];
      area = Plane::both(area, plane.areaOf(face));
      const Point &a = plane.at(face[0]), &b = plane.at(face[1]), &c = plane.at(face[2]);
      const double det = crossOf(a, b, c), edges[4] = {b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]};
      const double inverse[4] = {edges[3] / det, -edges[2] / det, -edges[1] / det, edges[0] / det};
      double size = 0, inverseSize = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        size += edges[k] * edges[k];
        inverseSize += inverse[k] * inverse[k];
        m_inverse[i][k] = static_cast<float>(inverse[k]);
      }
      if (!(size * inverseSize < kMostStretched * kMostStretched)) m_flat[p] = 0;
    }
    plane.patches.push_back(area);
  }
  addPairs(plane, layout, first, end);
}

void FlatSheets::addPairs(const Plane& plane, const PatchLayout& layout, std::size_t first, std::size_t end) {
  // Patches that have a vertex in common.
  std::vector<std::pair<Index, std::uint32_t>> patchOfVertex;
  for (std::size_t p = first; p < end; ++p)
    for (Index i = layout.patches[p].faces.begin; i < layout.patches[p].faces.end; ++i)
      for (const Index v : plane.faces[layout.faces[i]]) patchOfVertex.push_back({v, static_cast<std::uint32_t>(p)});
  std::sort(patchOfVertex.begin(), patchOfVertex.end());
  patchOfVertex.erase(std::unique(patchOfVertex.begin(), patchOfVertex.end()), patchOfVertex.end());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
  for (std::size_t i = 0; i < patchOfVertex.size(); ++i)
    for (std::size_t j = i; j < patchOfVertex.size() && patchOfVertex[j].first == patchOfVertex[i].first; ++j)
      joined.push_back({patchOfVertex[i].second, patchOfVertex[j].second});
  std::sort(joined.begin(), joined.end());
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  // Patches by the place where they begin.
  std::vector<std::pair<double, std::uint32_t>> begins;
  double widest = 0;
  for (std::size_t p = first; p < end; ++p) {
    const Area& area = plane.patches[p - first];
    begins.push_back({area.min[0], static_cast<std::uint32_t>(p)});
    widest = std::max(widest, area.max[0] - area.min[0]);
  }
  std::sort(begins.begin(), begins.end());
  for (const auto& [a, b] : joined) {
    const Area area = Plane::insideOf(Plane::both(plane.patches[a - first], plane.patches[b - first]));
    if (plane.hasRim(area)) continue;
    const auto from = static_cast<std::uint32_t>(m_around.size());
    bool flat = true;
    for (auto at = std::lower_bound(begins.begin(), begins.end(), std::pair(area.min[0] - widest, 0u));
         at != begins.end() && at->first < area.max[0]; ++at) {
      const std::uint32_t p = at->second;
      if (!Plane::overlap(plane.patches[p - first], area)) continue;
      const PatchLayout::Range& own = layout.patches[p].faces;
      const auto faces = layout.faces.begin();
      const bool inside = std::any_of(faces + own.begin, faces + own.end, [&](Index face) {
        return Plane::overlap(plane.areaOf(plane.faces[face]), area);
      });
      if (inside) m_around.push_back(p);
      flat = flat && (!inside || m_flat[p] != 0);
    }
    if (!flat) {
      m_around.resize(from);
      continue;
    }
    m_firstPair.resize(a + 1, static_cast<std::uint32_t>(m_pairs.size()));
    m_pairs.push_back({b, from, static_cast<std::uint32_t>(m_around.size())});
  }
}

FlatSheets::Gradients FlatSheets::gradientsOf(const BodySet& bodies, const PatchLayout& layout,
                                              std::size_t patch) const {
  using Column = std::array<float, 3>;
  const auto dotOf = [](const Column& a, const Column& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
  const PatchLayout::Range& own = layout.patches[patch].faces;
  const PackedPosition* const ends[2] = {bodies.positions_t0().data(), bodies.positions().data()};
  std::array<std::array<Column, 2>, 2 * kPatchElements> all;
  std::size_t count = 0;
  Gradients result;
  std::array<Column, 2> sum{};
  float most0 = 0, most = 0;
  for (Index i = own.begin; i < own.end; ++i) {
    const Triangle& face = bodies.faces()[layout.faces[i]];
    const std::array<float, 4>& inverse = m_inverse[i];
    for (std::size_t end = 0; end < 2; ++end) {
      const PackedPosition &a = ends[end][face[0]], &b = ends[end][face[1]], &c = ends[end][face[2]];
      const Column one{static_cast<float>(b.x - a.x), static_cast<float>(b.y - a.y), static_cast<float>(b.z - a.z)},
          other{static_cast<float>(c.x - a.x), static_cast<float>(c.y - a.y), static_cast<float>(c.z - a.z)};
      auto& g = all[count++];
      for (std::size_t k = 0; k < 3; ++k) {
        g[0][k] = one[k] * inverse[0] + other[k] * inverse[2];
        g[1][k] = one[k] * inverse[1] + other[k] * inverse[3];
        sum[0][k] += g[0][k];
        sum[1][k] += g[1][k];
      }
      const float size = dotOf(g[0], g[0]) + dotOf(g[1], g[1]);
      most = std::max(most, size);
      if (end == 0) most0 = std::max(most0, size);
    }
  }
  // The polar factor of the sum: sum · (sumᵀ · sum)^(-1/2).
  const float a = dotOf(sum[0], sum[0]), b = dotOf(sum[0], sum[1]), c = dotOf(sum[1], sum[1]);
  const float root = std::sqrt(a * c - b * b), part = 1 / (root * std::sqrt(a + c + 2 * root));
  float* const q[2] = {&result.q[0], &result.q[3]};
  for (std::size_t k = 0; k < 3; ++k) {
    q[0][k] = part * ((c + root) * sum[0][k] - b * sum[1][k]);
    q[1][k] = part * ((a + root) * sum[1][k] - b * sum[0][k]);
  }
  const Column one{q[0][0], q[0][1], q[0][2]}, other{q[1][0], q[1][1], q[1][2]};
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    const float w11 = dotOf(one, all[i][0]), w12 = dotOf(one, all[i][1]), w21 = dotOf(other, all[i][0]),
                w22 = dotOf(other, all[i][1]);
    const float half = 0.5f * (w11 - w22), aside = 0.5f * (w12 + w21);
    const float value = 0.5f * (w11 + w22) - std::sqrt(half * half + aside * aside);
    least = value < least ? value : least;
    if (!(value == value)) return {};  // not finite
  }
  result.least = least;
  result.most0 = std::sqrt(most0);
  result.most = std::sqrt(most);
  return result;
}

void FlatSheets::measure(const BodySet& bodies, const PatchLayout& layout, Workers& workers) {
  workers.forChunks(layout.patches.size(), kPatchesPerChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      if (m_flat[p] != 0 && bodies.active(layout.patches[p].body)) m_gradients[p] = gradientsOf(bodies, layout, p);
  });
}

std::uint32_t FlatSheets::find(std::size_t a, std::size_t b) const {
  for (std::uint32_t pair = m_firstPair[a]; pair < m_firstPair[a + 1]; ++pair)
    if (m_pairs[pair].other == b) return pair;
  return kNone;
}

bool FlatSheets::keepApart(std::uint32_t pair) const {
  const Gradients& own = m_gradients[m_pairs[pair].other];
  float least = std::numeric_limits<float>::infinity(), most0 = 0;
  for (std::uint32_t i = m_pairs[pair].firstOf; i < m_pairs[pair].endOf; ++i) {
    const Gradients& of = m_gradients[m_around[i]];
    // In another frame λ is less by at most |ΔQ|·|G|.
    float turned = 0;
    for (std::size_t k = 0; k < 6; ++k) turned += (of.q[k] - own.q[k]) * (of.q[k] - own.q[k]);
    const float value = of.least - std::sqrt(turned) * of.most;
    if (!(value > 0)) return false;
    least = std::min(least, value);
    most0 = std::max(most0, of.most0);
  }
  return least > kLeastShare * most0;
}

std::size_t FlatSheets::memory() const {
  return memoryOf(m_firstPair, m_pairs, m_around, m_inverse, m_flat, m_gradients);
}

}  // namespace pliant::detail
