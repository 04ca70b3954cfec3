#include "patches/PatchLayout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/boxes.h"
#include "core/memoryOf.h"

namespace pliant::detail {
namespace {

/// Returns the number of parts of at most kPatchElements elements each.
std::size_t partsOf(std::size_t elements) {
  return (elements + kPatchElements - 1) / kPatchElements;
}

}  // namespace

/// Adds vertices to the corners of the patch that is not yet closed.
void PatchLayout::addCorners(std::span<const Index> added) {
  const auto patch = static_cast<Index>(patches.size());
  for (const Index v : added) {
    if (m_patchOfCorner[v] == patch) continue;
    m_patchOfCorner[v] = patch;
    corners.push_back(v);
  }
}

/// Ends the patch that begins where the last one ends.
void PatchLayout::close(const BodySet& bodies, Index body) {
  Patch patch;
  patch.body = body;
  if (!patches.empty()) {
    const Patch& last = patches.back();
    patch.vertices.begin = last.vertices.end;
    patch.faces.begin = last.faces.end;
    patch.edges.begin = last.edges.end;
    patch.corners.begin = last.corners.end;
  }
  patch.vertices.end = static_cast<Index>(vertices.size());
  patch.faces.end = static_cast<Index>(faces.size());
  patch.edges.end = static_cast<Index>(edges.size());
  addCorners(std::span(vertices).subspan(patch.vertices.begin));
  for (Index i = patch.faces.begin; i < patch.faces.end; ++i) addCorners(bodies.faces()[faces[i]]);
  for (Index i = patch.edges.begin; i < patch.edges.end; ++i) addCorners(bodies.edges()[edges[i]]);
  patch.corners.end = static_cast<Index>(corners.size());
  patches.push_back(patch);
}

/// Halves the elements [begin, end) across the longest side of the box of their middles, again and again, until there
/// are `parts` ranges of neighbours. Calls take(begin, end) for each range.
template <typename Take>
void PatchLayout::bisect(std::size_t begin, std::size_t end, std::size_t parts, const Take& take) {
  if (parts == 0) return;
  if (parts == 1) return take(begin, end);
  Box box = emptyBox();
  for (std::size_t i = begin; i < end; ++i) grow(box, {m_order[i].middle, m_order[i].middle});
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (box.max[k] - box.min[k] > box.max[axis] - box.min[axis]) axis = k;
  const std::size_t low = parts / 2, middle = begin + (end - begin) * low / parts;
  const auto at = [&](std::size_t i) { return m_order.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end), [axis](const Placed& a, const Placed& b) {
    return a.middle[axis] != b.middle[axis] ? a.middle[axis] < b.middle[axis] : a.element < b.element;
  });
  bisect(begin, middle, low, take);
  bisect(middle, end, parts - low, take);
}

/// Divides the faces of a body, then its links, then its single vertices, by their places at rest. A vertex or edge is
/// in the first patch that has it.
void PatchLayout::addBody(const BodySet& bodies, Index body) {
  const auto rest = bodies.restPositions();
  const BodySet::Range own = bodies.vertices(body);
  const auto middle = [&](std::span<const Index> element) {
    std::array<Real, 3> sum{};
    const Real part = 1 / static_cast<Real>(element.size());
    for (const Index v : element) {
      const Real place[3] = {rest[v].x, rest[v].y, rest[v].z};
      for (std::size_t k = 0; k < 3; ++k) sum[k] += part * place[k];
    }
    for (Real& x : sum)
      if (!std::isfinite(x)) x = 0;  // else there would be no order
    return sum;
  };
  const auto ownVertex = [&](Index v) {
    if (!m_ownedVertex[v]) vertices.push_back(v);
    m_ownedVertex[v] = 1;
  };
  /// Orders the elements [begin, end), calls add for each of them, and ends a patch after each part.
  const auto divide = [&](Index begin, Index end, const auto& cornersOf, const auto& isTaken, const auto& add) {
    m_order.clear();
    for (Index e = begin; e < end; ++e)
      if (!isTaken(e)) m_order.push_back({middle(cornersOf(e)), e});
    bisect(0, m_order.size(), partsOf(m_order.size()), [&](std::size_t from, std::size_t to) {
      const auto at = [&](std::size_t i) { return m_order.begin() + static_cast<std::ptrdiff_t>(i); };
      std::sort(at(from), at(to), [](const Placed& a, const Placed& b) { return a.element < b.element; });
      for (std::size_t i = from; i < to; ++i) add(m_order[i].element);
      close(bodies, body);
    });
  };
  const auto all = [](Index) { return false; };
  const auto ofFace = [&](Index f) { return std::span<const Index>(bodies.faces()[f]); };
  const auto ofEdge = [&](Index e) { return std::span<const Index>(bodies.edges()[e]); };
  const BodySet::Range ownFaces = bodies.faces(body), ownLinks = bodies.links(body);
  divide(ownFaces.begin, ownFaces.end, ofFace, all, [&](Index f) {
    faces.push_back(f);
    for (const Index v : bodies.faces()[f]) ownVertex(v);
    for (const Index e : bodies.edgesOfFaces()[f]) {
      if (e != kNoIndex && !m_ownedEdge[e]) edges.push_back(e);
      if (e != kNoIndex) m_ownedEdge[e] = 1;
    }
  });
  divide(ownLinks.begin, ownLinks.end, ofEdge, all, [&](Index e) {
    edges.push_back(e);
    for (const Index v : bodies.edges()[e]) ownVertex(v);
  });
  std::array<Index, 1> corner{};
  divide(
      own.begin, own.end,
      [&](Index v) {
        corner[0] = v;
        return std::span<const Index>(corner);
      },
      [&](Index v) { return m_ownedVertex[v] != 0; }, ownVertex);
}

/// Writes the places of the corners of all faces and edges.
void PatchLayout::placeCorners(const BodySet& bodies) {
  m_placeOf.resize(bodies.positions().size());
  for (std::size_t i = 0; i < vertices.size(); ++i) m_placeOf[vertices[i]] = static_cast<Index>(i);
  const auto place = [&](std::span<const Index> elements, auto cornersOf, auto& places) {
    for (std::size_t k = 0; k < places.size(); ++k) {
      places[k].resize(elements.size());
      for (std::size_t i = 0; i < elements.size(); ++i) places[k][i] = m_placeOf[cornersOf[elements[i]][k]];
    }
  };
  place(faces, bodies.faces(), faceCorners);
  place(edges, bodies.edges(), edgeCorners);
}

void PatchLayout::update(const BodySet& bodies) {
  if (m_revision == bodies.revision()) return;
  patches.clear();
  vertices.clear();
  faces.clear();
  edges.clear();
  corners.clear();
  m_patchOfCorner.assign(bodies.positions().size(), kNoIndex);
  m_ownedVertex.assign(bodies.positions().size(), 0);
  m_ownedEdge.assign(bodies.edges().size(), 0);
  for (Index body = 0; body < bodies.bodyCount(); ++body) addBody(bodies, body);
  placeCorners(bodies);
  m_revision = bodies.revision();
}

std::size_t PatchLayout::memory() const {
  return memoryOf(patches, vertices, faces, edges, corners) + memoryOf(faceCorners) + memoryOf(edgeCorners) +
         memoryOf(m_order, m_ownedVertex, m_ownedEdge, m_patchOfCorner, m_placeOf);
}

}  // namespace pliant::detail
