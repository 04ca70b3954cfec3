#include "SurfaceTopology.h"

#include <pliant/detectors/Error.h>
#include <pliant/detectors/Topology.h>
#include <pliant/detectors/predicates.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "core/Csr.h"
#include "core/sortByVertex.h"

namespace pliant {
namespace {

/// Compares two arrays. std::array's == calls memcmp, which takes longer for so few elements.
template <std::size_t N>
bool equal(const std::array<Index, N>& a, const std::array<Index, N>& b) {
  for (std::size_t k = 0; k < N; ++k)
    if (a[k] != b[k]) return false;
  return true;
}

/// Sorted corners of an element, so that equal sets of corners compare equal, and the index of the element.
template <std::size_t N>
struct CornerKey {
  std::array<Index, N> corners;
  Index element;
  bool operator<(const CornerKey& o) const { return std::tie(corners, element) < std::tie(o.corners, o.element); }
};

template <std::size_t N>
CornerKey<N> makeKey(std::array<Index, N> corners, Index element) {
  std::sort(corners.begin(), corners.end());
  return {corners, element};
}

template <std::size_t N>
void sortKeys(std::vector<CornerKey<N>>& keys, Index vertices) {
  detail::sortByVertex(keys, vertices, [](const CornerKey<N>& key) { return key.corners[0]; });
}

template <std::size_t N>
void countElements(const std::vector<std::array<Index, N>>& elements, Index vertices, Index& degenerate,
                   Index& duplicate) {
  std::vector<CornerKey<N>> keys;
  keys.reserve(elements.size());
  for (Index i = 0; i < elements.size(); ++i) keys.push_back(makeKey(elements[i], i));
  sortKeys(keys, vertices);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto& corners = keys[i].corners;
    degenerate += std::adjacent_find(corners.begin(), corners.end()) != corners.end();
    duplicate += i > 0 && equal(keys[i - 1].corners, corners);
  }
}

template <int N>
void checkCorners(const StridedView<Index, N>& view, Index vertices, const char* what) {
  for (Index i = 0; i < view.count; ++i)
    for (int k = 0; k < N; ++k)
      if (view[i][k] >= vertices)
        throw Error(std::string(what) + " " + std::to_string(i) + " refers to vertex " + std::to_string(view[i][k]) +
                    ", but the body has " + std::to_string(vertices) + " vertices");
}

template <typename Element, int N>
std::vector<Element> checkedCopy(const StridedView<Index, N>& view, Index vertices, const char* what) {
  checkCorners(view, vertices, what);
  std::vector<Element> copy(view.count);
  for (Index i = 0; i < view.count; ++i) std::copy_n(view[i], N, copy[i].begin());
  return copy;
}

bool isInverted(const Index* t, PositionsView positions) {
  for (int k = 0; k < 4; ++k)
    for (int c = 0; c < 3; ++c)
      if (!std::isfinite(positions[t[k]][c])) return false;
  return exact::orientation(positions[t[0]], positions[t[1]], positions[t[2]], positions[t[3]]) < 0;
}

/// A use of an edge by a face. Uses are grouped by the edge's smaller vertex.
struct EdgeUse {
  Index to;      ///< the larger vertex
  Index corner;  ///< 3 · face + position in the face
  bool operator<(const EdgeUse& o) const { return std::tie(to, corner) < std::tie(o.to, o.corner); }
};

/// Calls visit(a, b, corner) for each side of each face, from corner a to b, if a ≠ b.
template <typename Visit>
void forSides(const std::vector<Triangle>& faces, const Visit& visit) {
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = faces[f][k], b = faces[f][(k + 1) % 3];
      if (a != b) visit(a, b, static_cast<Index>(3 * f + k));
    }
}

}  // namespace

std::vector<Triangle> boundaryFaces(TetrahedraView tetrahedra, PositionsView positions) {
  checkCorners(tetrahedra, positions.count, "tetrahedron");
  // Face opposite corner 0 to 3, oriented outward if det(b − a, c − a, d − a) > 0.
  constexpr Index kFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  std::vector<CornerKey<3>> keys;
  keys.reserve(std::size_t{4} * tetrahedra.count);
  const auto faceOf = [&](std::size_t i) {
    const Index* t = tetrahedra[static_cast<Index>(i / 4)];
    const Index(&f)[3] = kFaces[i % 4];
    return Triangle{t[f[0]], t[f[1]], t[f[2]]};
  };
  for (std::size_t i = 0; i < std::size_t{4} * tetrahedra.count; ++i)
    keys.push_back(makeKey(faceOf(i), static_cast<Index>(i)));
  sortKeys(keys, positions.count);
  std::vector<Index> single;
  for (std::size_t i = 0; i < keys.size();) {
    std::size_t end = i + 1;
    while (end < keys.size() && equal(keys[end].corners, keys[i].corners)) ++end;
    if (end == i + 1) single.push_back(keys[i].element);
    i = end;
  }
  std::sort(single.begin(), single.end());
  std::vector<Triangle> faces;
  faces.reserve(single.size());
  for (const Index i : single) {
    const Index* t = tetrahedra[i / 4];
    Triangle face = faceOf(i);
    if (isInverted(t, positions)) std::swap(face[1], face[2]);
    faces.push_back(face);
  }
  return faces;
}

namespace detail {

SurfaceTopology::SurfaceTopology(const BodyView& view) {
  const Index vertices = view.positions.count;
  report.vertices = vertices;
  tetrahedra = checkedCopy<Tetrahedron>(view.tetrahedra, vertices, "tetrahedron");
  report.facesAreBoundary = view.triangles.empty() && !view.tetrahedra.empty();
  faces = report.facesAreBoundary ? boundaryFaces(view.tetrahedra, view.positions)
                                  : checkedCopy<Triangle>(view.triangles, vertices, "face");
  report.faces = static_cast<Index>(faces.size());
  report.tetrahedra = static_cast<Index>(tetrahedra.size());
  countElements(faces, vertices, report.degenerateFaces, report.duplicateFaces);
  countElements(tetrahedra, vertices, report.degenerateTetrahedra, report.duplicateTetrahedra);

  onSurface.assign(vertices, 0);
  std::vector<std::uint8_t> used(vertices, 0);
  for (const auto& face : faces)
    for (const Index corner : face) onSurface[corner] = used[corner] = 1;
  for (const auto& tetrahedron : tetrahedra)
    for (const Index corner : tetrahedron) used[corner] = 1;
  checkCorners(view.links, vertices, "link");
  for (Index i = 0; i < view.links.count; ++i)
    for (int k = 0; k < 2; ++k) used[view.links[i][k]] = 1;
  report.isolatedVertices = static_cast<Index>(std::count(used.begin(), used.end(), std::uint8_t{0}));
  findEdges();
  addLinks(view.links);
}

void SurfaceTopology::findEdges() {
  Csr<EdgeUse, std::size_t> uses;  // by smaller vertex
  uses.build(report.vertices, [&](const auto& take) {
    forSides(faces, [&](Index a, Index b, Index corner) { take(std::min(a, b), EdgeUse{std::max(a, b), corner}); });
  });

  edgesOfFaces.assign(faces.size(), Triangle{kNoIndex, kNoIndex, kNoIndex});
  report.closed = !faces.empty();
  report.manifold = report.oriented = true;
  for (Index from = 0; from < report.vertices; ++from) {
    const std::span<EdgeUse> row = uses[from];
    std::sort(row.begin(), row.end());
    for (auto use = row.begin(); use != row.end();) {
      const Edge edge{from, use->to};
      Index forward = 0, backward = 0;
      for (; use != row.end() && use->to == edge[1]; ++use) {
        const Index face = use->corner / 3, k = use->corner % 3;
        ++(faces[face][k] == from ? forward : backward);
        edgesOfFaces[face][k] = static_cast<Index>(edges.size());
      }
      addEdge(edge, forward, backward);
    }
  }
  report.edges = static_cast<Index>(edges.size());
}

void SurfaceTopology::addLinks(const LinksView& links) {
  std::vector<Edge> added;
  for (Index i = 0; i < links.count; ++i) {
    const auto [a, b] = std::minmax(links[i][0], links[i][1]);
    if (a != b && !std::binary_search(edges.begin(), edges.end(), Edge{a, b})) added.push_back({a, b});
  }
  std::sort(added.begin(), added.end());
  added.erase(std::unique(added.begin(), added.end()), added.end());
  report.links = static_cast<Index>(added.size());
  edges.insert(edges.end(), added.begin(), added.end());
}

/// Adds an edge. `forward`: number of faces that use it from its smaller to its larger vertex; `backward`: the reverse.
void SurfaceTopology::addEdge(const Edge& edge, Index forward, Index backward) {
  edges.push_back(edge);
  const Index total = forward + backward;
  report.openEdges += total == 1;
  report.badlyOrientedEdges += total == 2 && forward != 1;
  report.nonManifoldEdges += total > 2;
  report.closed &= forward == backward;
  report.manifold &= total <= 2;
  report.oriented &= forward <= 1 && backward <= 1;
}

}  // namespace detail
}  // namespace pliant
