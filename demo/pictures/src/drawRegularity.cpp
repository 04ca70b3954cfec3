// Pictures of the regularity tree: its hierarchy, its direction masks, and the patches that a query visited.

#include <pliant/detectors/RegularityTree.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawPatches.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <utility>

#include "MethodSet.h"
#include "patchShape.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::appendEdges, detail::contoursOf, detail::Corner, detail::cornerOf, detail::hasFaces, detail::levelOf,
    detail::PatchFaces;

constexpr Colour kContour{0.03f, 0.03f, 0.04f};
constexpr double kAdjacencyBall = 0.3;          // radius [mean edges]
constexpr float kBelowBalls = 0.45f;            // colours of the patches below bright balls: this share
constexpr double kLevelRod = 0.06;              // contours [mean edges]
constexpr double kLevelThin = 0.04;             // the same, per level from the smallest patches up
constexpr float kPaleLevel = 0.6f;              // white in faces below contours of several levels
constexpr double kDirectionRod[] = {2.2, 0.1};  // length and thickness [mean edges]

/// `draw(method, tree, body, view, contours)` returns the face colours of a surface, and appends its contours.
template <typename Draw>
MethodPicture drawSurfaces(std::span<const MethodBody> bodies, const Draw& draw,
                           const RegularityTree::Settings& settings = {}) {
  MethodPicture picture(bodies.size());
  detail::MethodSet method(bodies, RegularityTree::check);
  RegularityTree tree(settings);
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

MethodPicture drawFates(std::span<const MethodBody> bodies, const RegularityTree::Settings& settings) {
  MethodPicture picture(bodies.size());
  detail::MethodSet method(bodies, RegularityTree::check);
  RegularityTree tree(settings);
  tree.setRecordsUsedPatches(true);
  Results results;
  tree.query(method.set, {.facePairs = true}, results, method.workers);
  for (Index body = 0; body < method.size(); ++body) {
    const BodyView& view = bodies[method.bodyOf[body]].view;
    if (hasFaces(view)) picture.colours[method.bodyOf[body]] = drawUsedPatches(view, tree, method.set.id(body)).colours;
  }
  return picture;
}

MethodPicture drawHierarchy(std::span<const MethodBody> bodies, std::size_t patches,
                            const RegularityTree::Settings& settings) {
  const auto draw = [patches](const detail::MethodSet& method, RegularityTree& tree, Index body, const BodyView& view,
                              DrawnSurface& contours) {
    const Index id = method.set.id(body), level = levelOf(tree, id, patches);
    appendEdges(method.set, body, contoursOf(method.set, body, tree, level), kLevelRod, kContour, contours);
    return drawLevel(view, tree, id, level).colours;
  };
  return drawSurfaces(bodies, draw, settings);
}

Colour levelColour(std::size_t n) {
  constexpr Colour kHues[kMostDrawnLevels] = {{0.05f, 0.20f, 0.75f}, {0.90f, 0.38f, 0.02f}, {0.05f, 0.45f, 0.12f},
                                              {0.45f, 0.08f, 0.55f}, {0.85f, 0.68f, 0.05f}, {0.30f, 0.14f, 0.05f}};
  return kHues[std::min(n, kMostDrawnLevels - 1)];
}

MethodPicture drawLevels(std::span<const MethodBody> bodies, std::size_t patches,
                         const RegularityTree::Settings& settings) {
  const auto draw = [patches](const detail::MethodSet& method, RegularityTree& tree, Index body, const BodyView& view,
                              DrawnSurface& contours) {
    const Index id = method.set.id(body), finest = levelOf(tree, id, patches);
    Index level = tree.levels(id) - 1;
    while (level > finest && tree.patchesOf(id, level).size() < 2) --level;
    std::vector<Colour> colours = drawLevel(view, tree, id, level).colours;
    for (Colour& colour : colours)
      for (float& c : colour) c += kPaleLevel * (1 - c);
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
  return drawSurfaces(bodies, draw, settings);
}

MethodPicture drawAdjacency(std::span<const MethodBody> bodies, std::size_t patches,
                            RegularityTree::Settings settings) {
  std::vector<DrawnSurface> balls;
  const auto draw = [&](const detail::MethodSet& method, RegularityTree& tree, Index body, const BodyView& view,
                        DrawnSurface& contours) {
    const Index id = method.set.id(body), level = levelOf(tree, id, patches);
    const double edge = double{method.set.meanEdgeLength()};
    appendEdges(method.set, body, contoursOf(method.set, body, tree, level), kLevelRod, kContour, contours);
    std::vector<Index> vertices;
    const RegularityTree::PatchRange range = tree.patchesOf(id, level);
    for (Index patch = range.begin; patch < range.end; ++patch)
      vertices.insert(vertices.end(), tree.adjacencyOf(id, patch).begin(), tree.adjacencyOf(id, patch).end());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    std::vector<Corner> at;
    for (const Index v : vertices) at.push_back(cornerOf(method.set.positions()[method.set.vertices(body).begin + v]));
    if (!at.empty()) balls.push_back(drawParticles(at, kAdjacencyBall * edge, kAdjacencyColour));
    std::vector<Colour> colours = drawLevel(view, tree, id, level).colours;
    for (Colour& colour : colours)
      for (float& c : colour) c *= kBelowBalls;
    return colours;
  };
  // Leaves of one face: patches of all levels have their lists.
  settings.leafPatchFaces = 1;
  MethodPicture picture = drawSurfaces(bodies, draw, settings);
  for (DrawnSurface& surface : balls) picture.surfaces.push_back(std::move(surface));
  return picture;
}

Colour directionColour(std::size_t left, std::size_t directions) {
  constexpr Colour kNone{0.72f, 0.06f, 0.04f}, kFew{0.80f, 0.62f, 0.10f}, kMany{0.10f, 0.52f, 0.18f};
  if (left == 0) return kNone;
  // At most half of the directions lie on one side of a plane.
  const float share = std::min(1.0f, 2 * static_cast<float>(left) / static_cast<float>(directions));
  return mix(kFew, kMany, share);
}

MethodPicture drawDirections(std::span<const MethodBody> bodies, std::size_t wanted,
                             const RegularityTree::Settings& settings) {
  const auto draw = [wanted](const detail::MethodSet& method, RegularityTree& tree, Index body, const BodyView&,
                             DrawnSurface& rods) {
    const BodySet& set = method.set;
    const std::vector<Corner> directions = tree.directions();
    const double edge = double{set.meanEdgeLength()};
    const Index id = set.id(body), level = levelOf(tree, id, wanted);
    const BodySet::Range faces = set.faces(body);
    std::vector<Colour> colours(faces.size());
    const RegularityTree::PatchRange patches = tree.patchesOf(id, level);
    std::size_t all = 0;
    for (Index other = 0; other < method.size(); ++other)
      if (const Index of = method.set.id(other); tree.levels(of) > 0)
        all += tree.patchesOf(of, levelOf(tree, of, wanted)).size();
    const std::size_t apart = (all + kMostRodPatches - 1) / kMostRodPatches;
    for (Index patch = patches.begin; patch < patches.end; ++patch) {
      const PatchFaces of{set, set.faces().subspan(faces.begin, faces.size()), tree.facesOf(id, patch)};
      const std::vector<Corner> left = of.lookTo(directions);
      for (const Index face : of.faces) colours[face] = directionColour(left.size(), directions.size());
      if ((patch - patches.begin) % apart != 0) continue;
      const Corner from = of.middle();
      for (const Corner& d : left) {
        Corner to = from;
        for (std::size_t k = 0; k < 3; ++k) to[k] += kDirectionRod[0] * edge * d[k];
        detail::appendRod(rods, from, to, kDirectionRod[1] * edge, kDirectionRodColour);
      }
    }
    return colours;
  };
  return drawSurfaces(bodies, draw, settings);
}

}  // namespace pliant
