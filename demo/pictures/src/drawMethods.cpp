#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "MethodSet.h"
#include "layerDrawing.h"
#include "outsideFaces.h"
#include "rods.h"

namespace pliant {
namespace {

using detail::Corner, detail::cornerOf;

constexpr Colour kNormal{1, 0.5f, 0.06f};
constexpr double kVolumeRod = 0.06;  // thickness of rods [mean edges]
constexpr Index kPixels = 24, kLeastPixels = 12;
constexpr std::size_t kManyVolumes = 6;  // images of more volumes have fewer pixels
// Rods along normals: thickness and length at scale 1, and additional length per depth.
constexpr double kNormalThickness = 0.007, kLeastNormal = 0.05, kMostNormal = 0.2, kNormalPerDepth = 3;

void checkVolume(const Topology& topology) {
  if (topology.faces == 0) throw Error("a cloud of points");
  LdiDetector::check(topology);
}

/// A volume of interest, and the bodies that are rendered in it.
struct Shown {
  LdiView view;
  std::vector<Index> bodies;
};

std::vector<Shown> volumesOf(const BodySet& set, const LdiGrid& grid) {
  std::vector<Shown> shown;
  std::vector<std::uint8_t> alone(set.bodyCount(), 1);
  for (Index a = 0; a < set.bodyCount(); ++a)
    for (Index b = a + 1; b < set.bodyCount(); ++b) {
      const auto views = volumeOfInterest(set.box(a), set.box(b), grid);
      if (!views || !isDrawable(views->a)) continue;
      // Both bodies use the same rays, so that a common span begins at an entry of one and ends at an exit of the
      // other.
      shown.push_back({views->a, {a, b}});
      alone[a] = alone[b] = 0;
    }
  for (Index body = 0; body < set.bodyCount(); ++body) {
    if (alone[body] == 0) continue;
    const LdiView view = volumeOfInterest(set.box(body), grid);
    if (isDrawable(view)) shown.push_back({view, {body}});
  }
  return shown;
}

double signedVolume(const BodySet& set, Index body) {
  double volume = 0;
  const BodySet::Range range = set.faces(body);
  const Corner o = cornerOf(set.positions()[set.vertices(body).begin]);
  for (const Triangle& t : set.faces().subspan(range.begin, range.size())) {
    Corner e[3];
    for (std::size_t i = 0; i < 3; ++i) {
      e[i] = cornerOf(set.positions()[t[i]]);
      for (std::size_t k = 0; k < 3; ++k) e[i][k] -= o[k];
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t u = (k + 1) % 3, v = (k + 2) % 3;
      volume += e[0][k] * (e[1][u] * e[2][v] - e[1][v] * e[2][u]);
    }
  }
  return volume;
}

}  // namespace

bool looksInward(const BodySet& set, Index body) {
  return signedVolume(set, body) < 0;
}

MethodPicture drawImages(std::span<const MethodBody> bodies) {
  MethodPicture picture(bodies.size());
  detail::MethodSet method(bodies, checkVolume);
  const BodySet& set = method.set;
  std::vector<Shown> shown = volumesOf(set, {.resolution = kPixels});
  if (shown.size() > kManyVolumes) {
    const double fewer = std::sqrt(double{kManyVolumes} / static_cast<double>(shown.size()));
    shown = volumesOf(set, {.resolution = std::max(kLeastPixels, static_cast<Index>(kPixels * fewer))});
  }
  SoftwareLdi renderer;
  LayeredDepthImage image;
  LdiVolume inside;
  DrawnSurface boxes = detail::manyColoured();
  for (const Shown& volume : shown) {
    detail::ImagePoints points;
    DrawnSurface spans = detail::manyColoured();
    for (const Index body : volume.bodies) {
      const BodySet::Range vertices = set.vertices(body), faces = set.faces(body);
      renderer.render({set.positions(), vertices.begin, vertices.size(), set.faces().subspan(faces.begin, faces.size()),
                       looksInward(set, body)},
                      volume.view, image, method.workers);
      detail::appendPoints(image, points);
      insideVolume(image, inside);
      detail::appendSpans(inside, spans);
      picture.glass[method.bodyOf[body]] = 1;
    }
    const LdiView& view = volume.view;
    detail::addPoints(points, view, picture.surfaces);
    picture.surfaces.push_back(std::move(spans));
    detail::appendBoxRods(boxes, view.min, view.max, kVolumeRod * double{set.meanEdgeLength()}, kVolumeBoxColour);
  }
  detail::addRods(std::move(boxes), picture.surfaces);
  return picture;
}

MethodPicture drawOutsideFaces(std::span<const MethodBody> bodies, LdiGrid grid) {
  MethodPicture picture(bodies.size());
  const detail::MethodSet method(bodies, checkVolume);
  const BodySet& set = method.set;
  grid.resolution = kPixels;
  DrawnSurface rods = detail::manyColoured();
  for (Index a = 0; a < set.bodyCount(); ++a)
    for (Index b = a + 1; b < set.bodyCount(); ++b) {
      const auto views = volumeOfInterest(set.box(a), set.box(b), grid);
      if (!views || !isDrawable(views->a)) continue;
      const std::size_t first = method.bodyOf[a], second = method.bodyOf[b];
      const detail::PairOfBoxes pair{set.box(a), set.box(b), {bodyColour(first), bodyColour(second)}};
      detail::appendVolumes(pair, *views, rods);
      detail::appendViews(pair, *views, rods);
      picture.glass[first] = picture.glass[second] = 1;
    }
  detail::addRods(std::move(rods), picture.surfaces);
  return picture;
}

void addPicture(MethodPicture picture, Drawing& drawing) {
  for (std::size_t b = 0; b < picture.glass.size(); ++b) {
    if (picture.glass[b] != 0) drawing.surfaces[b].opacity = kBodyGlass;
    if (!picture.colours[b].empty()) drawing.surfaces[b].colours = std::move(picture.colours[b]);
  }
  for (DrawnSurface& surface : picture.surfaces) drawing.surfaces.push_back(std::move(surface));
}

double normalLength(const SoftContact& contact, double scale) {
  // `depth` is the negative gap.
  const double within = double{contact.contactDistance} + double{contact.depth};
  return std::min(kLeastNormal * scale + kNormalPerDepth * std::max(0.0, within), kMostNormal * scale);
}

DrawnSurface drawNormals(std::span<const SoftContact> contacts, double scale) {
  DrawnSurface rods = detail::manyColoured();
  const std::size_t apart = (contacts.size() + kMostNormals - 1) / kMostNormals;
  for (std::size_t c = 0; c < contacts.size(); c += apart) {
    const SoftContact& contact = contacts[c];
    const btVector3& at = contact.pointOnA;
    const btVector3 end = at + contact.normal * static_cast<btScalar>(normalLength(contact, scale));
    detail::appendRod(rods, cornerOf(at), cornerOf(end), kNormalThickness * scale, kNormal);
  }
  return rods;
}

}  // namespace pliant
