// Pictures of the regularity tree: its hierarchy, its direction masks, and the patches that a query visited.

#include <pliant/detectors/RegularityTree.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawPatches.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "MethodSet.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::Corner, detail::cornerOf;

constexpr Colour kContour{0.03f, 0.03f, 0.04f}, kDirection{0.04f, 0.20f, 0.08f};
constexpr double kThin = 0.06;                  // contours [mean edges]
constexpr double kLevelThin = 0.04;             // the same, per level from the smallest patches up
constexpr float kPale = 0.6f;                   // white in faces below contours of several levels
constexpr double kDirectionRod[] = {3.5, 0.1};  // length and thickness [mean edges]

/// Returns true if the body has faces itself. The faces of a set may be the boundary of tetrahedra.
bool hasFaces(const BodyView& view) {
  return view.triangles.count > 0;
}

/// Returns the level whose number of patches is nearest to `patches`.
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

/// Returns one flag per edge of a body: 1 if two patches of a level meet there.
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

/// Appends a rod along each chosen edge.
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

/// Faces of a patch of a body.
struct PatchFaces {
  const BodySet& set;
  std::span<const Triangle> all;  ///< faces of the body
  std::span<const Index> faces;

  /// Returns the directions that have a positive dot product with all face normals.
  std::vector<Corner> lookTo(std::vector<Corner> directions) const {
    for (const Index f : faces) {
      const Corner n = normalOf(set, all[f]);
      std::erase_if(directions, [&](const Corner& d) { return !(n[0] * d[0] + n[1] * d[1] + n[2] * d[2] > 0); });
    }
    return directions;
  }
  /// Returns the patch's vertex that is nearest to the mean of all corners.
  Corner middle() const {
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
};

/// `draw(method, tree, body, view, contours)` returns the face colours of a surface, and appends its contours.
template <typename Draw>
MethodPicture drawSurfaces(std::span<const MethodBody> bodies, const Draw& draw) {
  MethodPicture picture(bodies.size());
  detail::MethodSet method(bodies, RegularityTree::check);
  RegularityTree tree;
  tree.update(method.set, method.workers);
  DrawnSurface contours = detail::manyColoured();
  for (Index body = 0; body < method.size(); ++body) {
    const BodyView& view = bodies[method.bodyOf[body]].view;
    if (!hasFaces(view)) continue;
    picture.colours[method.bodyOf[body]] = draw(method, tree, body, view, contours);
  }
  detail::addRods(std::move(contours), picture.surfaces);
  return picture;
}

}  // namespace

MethodPicture drawFates(std::span<const MethodBody> bodies) {
  MethodPicture picture(bodies.size());
  detail::MethodSet method(bodies, RegularityTree::check);
  RegularityTree tree({.leafPatchFaces = 1});
  tree.setRecordsUsedPatches(true);
  Results results;
  tree.query(method.set, {.facePairs = true}, results, method.workers);
  for (Index body = 0; body < method.size(); ++body) {
    const BodyView& view = bodies[method.bodyOf[body]].view;
    if (hasFaces(view)) picture.colours[method.bodyOf[body]] = drawUsedPatches(view, tree, method.set.id(body)).colours;
  }
  return picture;
}

MethodPicture drawHierarchy(std::span<const MethodBody> bodies, std::size_t patches) {
  const auto draw = [patches](const detail::MethodSet& method, RegularityTree& tree, Index body, const BodyView& view,
                              DrawnSurface& contours) {
    const Index id = method.set.id(body), level = levelOf(tree, id, patches);
    appendEdges(method.set, body, contoursOf(method.set, body, tree, level), kThin, kContour, contours);
    return drawLevel(view, tree, id, level).colours;
  };
  return drawSurfaces(bodies, draw);
}

Colour levelColour(std::size_t n) {
  constexpr Colour kHues[kMostDrawnLevels] = {{0.05f, 0.20f, 0.75f}, {0.90f, 0.38f, 0.02f}, {0.05f, 0.45f, 0.12f},
                                              {0.45f, 0.08f, 0.55f}, {0.85f, 0.68f, 0.05f}, {0.30f, 0.14f, 0.05f}};
  return kHues[std::min(n, kMostDrawnLevels - 1)];
}

MethodPicture drawLevels(std::span<const MethodBody> bodies, std::size_t patches) {
  const auto draw = [patches](const detail::MethodSet& method, RegularityTree& tree, Index body, const BodyView& view,
                              DrawnSurface& contours) {
    const Index id = method.set.id(body), finest = levelOf(tree, id, patches);
    Index level = tree.levels(id) - 1;
    while (level > finest && tree.patchesOf(id, level).size() < 2) --level;
    std::vector<Colour> colours = drawLevel(view, tree, id, level).colours;
    for (Colour& colour : colours)
      for (float& c : colour) c += kPale * (1 - c);
    std::vector<std::uint8_t> drawn(method.set.edges(body).size(), 0);
    for (std::size_t n = 0; n < kMostDrawnLevels; ++n) {
      std::vector<std::uint8_t> own = contoursOf(method.set, body, tree, level);
      for (std::size_t e = 0; e < own.size(); ++e) {
        own[e] = own[e] != 0 && drawn[e] == 0 ? 1 : 0;
        drawn[e] |= own[e];
      }
      const double thickness = kLevelThin * static_cast<double>(kMostDrawnLevels - n);
      appendEdges(method.set, body, own, thickness, levelColour(n), contours);
      if (level == finest) break;
      --level;
    }
    return colours;
  };
  return drawSurfaces(bodies, draw);
}

Colour directionColour(std::size_t left, std::size_t directions) {
  constexpr Colour kNone{0.72f, 0.06f, 0.04f}, kFew{0.80f, 0.62f, 0.10f}, kMany{0.10f, 0.52f, 0.18f};
  if (left == 0) return kNone;
  // At most half of the directions lie on one side of a plane.
  const float share = std::min(1.0f, 2 * static_cast<float>(left) / static_cast<float>(directions));
  return mix(kFew, kMany, share);
}

MethodPicture drawDirections(std::span<const MethodBody> bodies, std::size_t wanted) {
  const auto draw = [wanted](const detail::MethodSet& method, RegularityTree& tree, Index body, const BodyView&,
                             DrawnSurface& rods) {
    const BodySet& set = method.set;
    const std::vector<Corner> directions = tree.directions();
    const double edge = double{set.meanEdgeLength()};
    const Index id = set.id(body), level = levelOf(tree, id, wanted);
    const BodySet::Range faces = set.faces(body);
    std::vector<Colour> colours(faces.size());
    const RegularityTree::PatchRange patches = tree.patchesOf(id, level);
    for (Index patch = patches.begin; patch < patches.end; ++patch) {
      const PatchFaces of{set, set.faces().subspan(faces.begin, faces.size()), tree.facesOf(id, patch)};
      const std::vector<Corner> left = of.lookTo(directions);
      for (const Index face : of.faces) colours[face] = directionColour(left.size(), directions.size());
      const Corner from = of.middle();
      for (const Corner& d : left) {
        Corner to = from;
        for (std::size_t k = 0; k < 3; ++k) to[k] += kDirectionRod[0] * edge * d[k];
        detail::appendRod(rods, from, to, kDirectionRod[1] * edge, kDirection);
      }
    }
    return colours;
  };
  return drawSurfaces(bodies, draw);
}

}  // namespace pliant
