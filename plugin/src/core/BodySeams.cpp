#include "BodySeams.h"

#include <algorithm>
#include <tuple>

#include "DisjointSets.h"

namespace pliant::detail {
namespace {

/// Calls visit(a, b) for each pair of corners of each element; skips corners that are not vertices.
template <typename Elements, typename Visit>
void forEachEdge(const Elements& elements, std::size_t vertices, Visit&& visit) {
  for (const auto& corners : elements)
    for (std::size_t i = 0; i < corners.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (corners[i] < vertices && corners[j] < vertices) visit(corners[i], corners[j]);
}

struct Sorted {
  Triangle corners;
  Index face;
};

/// Returns the faces with sorted corners, sorted so that equal ones are adjacent.
std::vector<Sorted> sortedFaces(std::span<const Triangle> faces) {
  std::vector<Sorted> sorted(faces.size());
  for (Index f = 0; f < faces.size(); ++f) {
    sorted[f] = {faces[f], f};
    std::sort(sorted[f].corners.begin(), sorted[f].corners.end());
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const Sorted& a, const Sorted& b) { return std::tie(a.corners, a.face) < std::tie(b.corners, b.face); });
  return sorted;
}

}  // namespace

void BodySeams::find(PositionsView x, std::span<const Triangle> faces, std::span<const Tetrahedron> tetrahedra,
                     std::span<const Edge> links) {
  std::vector<std::uint8_t> used(x.count, 0), counts(x.count, 1), apart(x.count, 1);
  const auto mark = [&](const auto& elements, std::uint8_t value, std::vector<std::uint8_t>& marks) {
    for (const auto& corners : elements)
      for (const Index v : corners)
        if (v < x.count) marks[v] = value;
  };
  mark(faces, 1, used);
  mark(tetrahedra, 1, used);
  mark(links, 0, counts);
  for (Index v = 0; v < x.count; ++v) counts[v] |= used[v];
  m_leaders = firstAtPlaces(x, [&](Index v) { return counts[v] != 0; });
  for (Index v = 0; v < x.count; ++v)
    if (used[v]) apart[m_leaders[v]] = 0;

  DisjointSets surfaces;
  surfaces.reset(x.count);
  const auto join = [&](Index a, Index b) {
    surfaces.unite(a, b);
    if (a != b && m_leaders[a] == m_leaders[b]) apart[m_leaders[a]] = 1;
  };
  forEachEdge(faces, x.count, join);
  forEachEdge(tetrahedra, x.count, join);
  forEachEdge(links, x.count, join);

  std::vector<Triangle> places(faces.begin(), faces.end());
  for (Triangle& corners : places)
    for (Index& corner : corners) corner = corner < x.count ? m_leaders[corner] : kNoIndex;
  const std::vector<Sorted> sorted = sortedFaces(places);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].corners != sorted[i - 1].corners || sorted[i].corners[2] == kNoIndex) continue;
    Triangle a = faces[sorted[i - 1].face], b = faces[sorted[i].face];
    if (surfaces.find(a[0]) != surfaces.find(b[0])) continue;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    if (a == b) continue;
    for (const Index place : sorted[i].corners) apart[place] = 1;
  }
  for (Index v = 0; v < x.count; ++v)
    if (apart[m_leaders[v]]) m_leaders[v] = v;
  count();
}

void BodySeams::keep(PositionsView x, PositionsView x_t0) {
  if (!any()) return;
  const auto before = static_cast<Index>(m_leaders.size());
  m_leaders.resize(x.count);
  // A leader has a smaller index than its followers, so that it still exists if nodes were removed.
  for (Index v = 0; v < x.count; ++v) {
    const Index leader = v < before ? m_leaders[v] : v;
    m_leaders[v] = isSamePlace(x[leader], x[v]) || isSamePlace(x_t0[leader], x_t0[v]) ? leader : v;
  }
  count();
}

void BodySeams::count() {
  m_members.clear();
  std::vector<std::uint8_t> followed(m_leaders.size(), 0);
  for (Index v = 0; v < m_leaders.size(); ++v)
    if (m_leaders[v] != v) followed[m_leaders[v]] = 1;
  for (Index v = 0; v < m_leaders.size(); ++v)
    if (followed[m_leaders[v]]) m_members.push_back(v);
  std::sort(m_members.begin(), m_members.end(), [this](Index a, Index b) {
    return std::pair{m_leaders[a], a} < std::pair{m_leaders[b], b};
  });
  m_places = static_cast<int>(std::count(followed.begin(), followed.end(), 1));
}

void BodySeams::join(std::vector<Triangle>& faces) const {
  if (!any()) return;
  joinCorners(faces);
  const std::vector<Sorted> sorted = sortedFaces(faces);
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i].corners == sorted[i - 1].corners) faces[sorted[i].face].fill(sorted[i].corners[0]);
}

void BodySeams::join(std::vector<Tetrahedron>& tetrahedra) const {
  if (any()) joinCorners(tetrahedra);
}

int rimEdges(std::span<const Triangle> faces) {
  std::vector<Edge> edges;
  for (const Triangle& face : faces) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = face[k], b = face[(k + 1) % 3];
      if (a != b) edges.push_back({std::min(a, b), std::max(a, b)});
    }
  }
  std::sort(edges.begin(), edges.end());
  int rim = 0;
  for (auto first = edges.begin(), last = first; first != edges.end(); first = last) {
    last = std::find_if(first, edges.end(), [&](const Edge& edge) { return edge != *first; });
    rim += last - first == 1;
  }
  return rim;
}

}  // namespace pliant::detail
