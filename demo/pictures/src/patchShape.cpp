#include "patchShape.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::detail {
namespace {

/// Returns a face's normal, not normalised.
Corner normalOf(const BodySet& set, const Triangle& t) {
  Corner e[2];
  const Corner a = cornerOf(set.positions()[t[0]]);
  for (std::size_t i = 0; i < 2; ++i) {
    e[i] = cornerOf(set.positions()[t[i + 1]]);
    for (std::size_t k = 0; k < 3; ++k) e[i][k] -= a[k];
  }
  Corner normal;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t u = (k + 1) % 3, v = (k + 2) % 3;
    normal[k] = e[0][u] * e[1][v] - e[0][v] * e[1][u];
  }
  return normal;
}

}  // namespace

Index levelOf(const RegularityTree& tree, Index id, std::size_t patches) {
  Index best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Index level = 0; level < tree.levels(id); ++level) {
    const double off =
        std::abs(std::log(static_cast<double>(tree.patchesOf(id, level).size()) / static_cast<double>(patches)));
    if (off < least) best = level;
    least = std::min(least, off);
  }
  return best;
}

std::vector<std::uint8_t> contoursOf(const BodySet& set, Index body, const RegularityTree& tree, Index level) {
  const BodySet::Range faces = set.faces(body), edges = set.edges(body);
  std::vector<Index> patchOf(faces.size(), kNoIndex), atEdge(edges.size(), kNoIndex);
  const RegularityTree::PatchRange patches = tree.patchesOf(set.id(body), level);
  for (Index patch = patches.begin; patch < patches.end; ++patch)
    for (const Index face : tree.facesOf(set.id(body), patch)) patchOf[face] = patch;
  std::vector<std::uint8_t> isContour(edges.size(), 0);
  for (Index f = 0; f < faces.size(); ++f)
    for (const Index e : set.edgesOfFaces()[faces.begin + f]) {
      if (e == kNoIndex) continue;
      Index& known = atEdge[e - edges.begin];
      if (known == kNoIndex) known = patchOf[f];
      if (known != patchOf[f]) isContour[e - edges.begin] = 1;
    }
  return isContour;
}

std::vector<std::uint8_t> contourOf(const BodySet& set, Index body, std::span<const Index> faces) {
  const BodySet::Range all = set.faces(body), edges = set.edges(body);
  std::vector<std::uint8_t> uses(edges.size(), 0);
  for (const Index f : faces)
    for (const Index e : set.edgesOfFaces()[all.begin + f])
      if (e != kNoIndex) uses[e - edges.begin] = static_cast<std::uint8_t>(uses[e - edges.begin] + 1);
  for (std::uint8_t& use : uses) use = use == 1 ? 1 : 0;
  return uses;
}

void appendEdges(const BodySet& set, Index body, const std::vector<std::uint8_t>& chosen, double thickness,
                 const Colour& colour, DrawnSurface& rods) {
  const BodySet::Range edges = set.edges(body);
  for (Index e = 0; e < edges.size(); ++e) {
    if (chosen[e] == 0) continue;
    const Edge& edge = set.edges()[edges.begin + e];
    detail::appendRod(rods, cornerOf(set.positions()[edge[0]]), cornerOf(set.positions()[edge[1]]),
                      thickness * double{set.meanEdgeLength()}, colour);
  }
}

void appendProjection(const BodySet& set, Index body, const std::vector<std::uint8_t>& chosen, const Corner& direction,
                      double thickness, const Colour& colour, DrawnSurface& rods) {
  const double thick = thickness * double{set.meanEdgeLength()};
  const auto along = [&](const Corner& p) { return p[0] * direction[0] + p[1] * direction[1] + p[2] * direction[2]; };
  const BodySet::Range vertices = set.vertices(body), edges = set.edges(body);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (Index v = vertices.begin; v < vertices.end; ++v) {
    low = std::min(low, along(cornerOf(set.positions()[v])));
    high = std::max(high, along(cornerOf(set.positions()[v])));
  }
  const double plane = low - 0.15 * (high - low) - thick / 2;
  for (Index e = 0; e < edges.size(); ++e) {
    if (chosen[e] == 0) continue;
    Corner ends[2];
    for (std::size_t i = 0; i < 2; ++i) {
      ends[i] = cornerOf(set.positions()[set.edges()[edges.begin + e][i]]);
      const double by = plane - along(ends[i]);
      for (std::size_t k = 0; k < 3; ++k) ends[i][k] += by * direction[k];
    }
    appendRod(rods, ends[0], ends[1], thick, colour);
  }
}

std::vector<Corner> PatchFaces::lookTo(std::vector<Corner> directions) const {
  for (const Index f : faces) {
    const Corner n = normalOf(set, all[f]);
    std::erase_if(directions, [&](const Corner& d) { return !(n[0] * d[0] + n[1] * d[1] + n[2] * d[2] > 0); });
  }
  return directions;
}

Corner PatchFaces::middle() const {
  Corner mean{}, nearest{};
  for (const Index f : faces)
    for (const Index v : all[f])
      for (std::size_t k = 0; k < 3; ++k)
        mean[k] += cornerOf(set.positions()[v])[k] / (3 * static_cast<double>(faces.size()));
  double least = std::numeric_limits<double>::infinity();
  for (const Index f : faces)
    for (const Index v : all[f]) {
      const Corner at = cornerOf(set.positions()[v]);
      const double away = std::hypot(at[0] - mean[0], at[1] - mean[1], at[2] - mean[2]);
      if (away < least) nearest = at;
      least = std::min(least, away);
    }
  return nearest;
}

}  // namespace pliant::detail
