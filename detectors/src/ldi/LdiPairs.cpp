// LdiDetector: queries of a pair of bodies, or of one body with itself.
#include <cmath>
#include <utility>

#include "ldi/LdiDetectorImpl.h"
#include "ldi/NearSurface.h"
#include "response/SurfaceInterior.h"

namespace pliant {

using namespace detail;

namespace {

/// Size of a pixel in mean edge lengths, if no resolution is set.
constexpr double kPixelOfEdge = 0.5;
constexpr double kLeastResolution = 16, kMostChosenResolution = 2048;
/// Views on the lattice begin and end at multiples of this many pixels.
constexpr double kBlockPixels = 4;

}  // namespace

LdiGrid LdiDetector::Impl::gridFor(const double* extent, double meanEdge) const {
  LdiGrid grid = settings.grid;
  if (grid.resolution != 0) return grid;
  const double longest = std::max({extent[0], extent[1], extent[2]});
  const double pixels = meanEdge > 0 ? std::ceil(longest / (kPixelOfEdge * meanEdge)) : kLeastResolution;
  grid.resolution = static_cast<Index>(std::clamp(pixels, kLeastResolution, kMostChosenResolution));
  return grid;
}

std::optional<LdiPairViews> LdiDetector::Impl::pairViews(const BodySet& bodies, Index a, Index b,
                                                         LdiGrid::Axis axis) const {
  const Box &boxA = bodies.box(a), &boxB = bodies.box(b);
  double extent[3];
  for (std::size_t i = 0; i < 3; ++i) {
    extent[i] = std::min(double{boxA.max[i]}, double{boxB.max[i]}) - std::max(double{boxA.min[i]}, double{boxB.min[i]});
  }
  LdiGrid grid = gridFor(extent, finerEdge(a, b));
  grid.axis = axis;
  return volumeOfInterest(boxA, boxB, grid);
}

std::optional<std::array<LdiImages::AxesViews, 2>> LdiDetector::Impl::latticeViews(const BodySet& bodies, Index a,
                                                                                   Index b) const {
  const Box &boxA = bodies.box(a), &boxB = bodies.box(b);
  LdiView view;
  double longest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    view.min[i] = std::max(double{boxA.min[i]}, double{boxB.min[i]});
    view.max[i] = std::min(double{boxA.max[i]}, double{boxB.max[i]});
    if (!(view.min[i] < view.max[i])) return std::nullopt;
    longest = std::max(longest, view.max[i] - view.min[i]);
  }
  double pixel = kPixelOfEdge * finerEdge(a, b);
  while (longest < kLeastResolution * pixel) pixel /= 2;
  while (longest > kMostChosenResolution * pixel) pixel *= 2;
  const double block = kBlockPixels * pixel;
  if (!(block > 0)) return std::nullopt;
  view.pixel = {pixel, pixel};
  std::array<Index, 3> pixels;
  for (std::size_t i = 0; i < 3; ++i) {
    const double first = std::floor(view.min[i] / block), last = std::ceil(view.max[i] / block);
    view.min[i] = first * block;
    view.max[i] = last * block;
    pixels[i] = static_cast<Index>((last - first) * kBlockPixels);
  }
  std::array<LdiImages::AxesViews, 2> views;
  for (std::size_t i = 0; i < 3; ++i) {
    view.axis = static_cast<std::uint8_t>(i);
    view.width = pixels[static_cast<std::size_t>(view.columnAxis())];
    view.height = pixels[static_cast<std::size_t>(view.rowAxis())];
    for (const bool ascending : {true, false}) {
      view.ascending = ascending;
      if (!isDrawable(view)) return std::nullopt;
      views[ascending ? 0 : 1][i] = view;
    }
  }
  return views;
}

LdiView LdiDetector::Impl::selfView(const BodySet& bodies, Index index, LdiGrid::Axis axis) const {
  const Box& box = bodies.box(index);
  double extent[3];
  for (std::size_t i = 0; i < 3; ++i) extent[i] = double{box.max[i]} - box.min[i];
  LdiGrid grid = gridFor(extent, edgeOf(index));
  grid.axis = axis;
  return volumeOfInterest(box, grid);
}

/// Adds the vertices that the image places inside to the results.
void LdiDetector::Impl::addInside(const BodySet& bodies, Index vertexBodyIndex, Index volumeBodyIndex,
                                  const LdiView& view, const std::vector<Index>& seen, Results& results) {
  const BodySet::Range own = bodies.vertices(vertexBodyIndex);
  if (settings.exactNearSurface) {
    const SurfaceTree& tree = surfaces.surface(volumeBodyIndex).tree;
    decideNearSurface(bodies, own, tree, solids[volumeBodyIndex].inward ? -1 : 1, view, seen, decided);
  }
  for (const Index vertex : settings.exactNearSurface ? decided : seen) {
    results.verticesInside.push_back({bodies.id(vertexBodyIndex), vertex, bodies.id(volumeBodyIndex)});
  }
}

void LdiDetector::Impl::addInsideExactly(const BodySet& bodies, Index vertexBodyIndex, Index volumeBodyIndex,
                                         const LdiView& view, Results& results) {
  const SurfaceTree& tree = surfaces.surface(volumeBodyIndex).tree;
  const BodySet::Range own = bodies.vertices(vertexBodyIndex);
  for (Index v = own.begin; v < own.end; ++v) {
    const PackedPosition& p = bodies.positions()[v];
    if (isInView(view, p) && holdsPoint(bodies, tree, solids[volumeBodyIndex].inward ? -1 : 1, p)) {
      results.verticesInside.push_back({bodies.id(vertexBodyIndex), v - own.begin, bodies.id(volumeBodyIndex)});
    }
  }
}

void LdiDetector::Impl::pair(const BodySet& bodies, Index a, Index b, const Query& query, Results& results,
                             Workers& workers) {
  if (!solids[a].volume && !solids[b].volume) return;
  const auto views = pairViews(bodies, a, b);
  if (!views) return;
  ++results.counters.candidates;
  if (!isDrawable(views->a)) {
    if (!query.verticesInside) return;
    if (solids[b].volume) addInsideExactly(bodies, a, b, views->a, results);
    if (solids[a].volume) addInsideExactly(bodies, b, a, views->a, results);
    return;
  }
  const bool both = solids[a].volume && solids[b].volume;
  if (!query.verticesInside && !both) return;
  checkDrawn(views->a);
  LdiBackend& backend = renderer->backend();
  const auto inputOf = [&](Index index, Index other, const LdiView& view) {
    if (!solids[index].volume) return LdiInput{surfaceOf(bodies, index, false), view};
    return images.input(bodies, index, other, solids[index].inward, view, backend);
  };
  LdiPairQuery asked{inputOf(a, b, views->a), inputOf(b, a, views->b)};
  if (query.verticesInside) {
    asked.aInB = &inside[0];
    asked.bInA = &inside[1];
  }
  OverlapSummary shared;
  if (query.intersectionVolumes && both) asked.intersection = &shared;
  backend.answer(asked, workers);
  if (solids[a].volume) images.answered(a, b, asked.a, results.counters);
  if (solids[b].volume) images.answered(b, a, asked.b, results.counters);
  if (query.verticesInside) {
    if (solids[b].volume) addInside(bodies, a, b, views->b, inside[0], results);
    if (solids[a].volume) addInside(bodies, b, a, views->a, inside[1], results);
  }
  if (shared.volume > 0) results.intersectionVolumes.push_back({bodies.id(a), bodies.id(b), shared.volume});
}

void LdiDetector::Impl::checkDrawn(const LdiView& view) const {
  if (!renderer->drawsRows()) checkWhole(view, ", or use ldi-software or ldi, which draw it in bands");
}

void LdiDetector::Impl::checkWhole(const LdiView& view, const char* otherRemedy) const {
  if (view.pixels() <= kMostWholePixels) return;
  throw Error(std::string(renderer->name()) + ": an image of " + std::to_string(view.width) + " × " +
              std::to_string(view.height) + " pixels is above the maximum of " + std::to_string(kMostWholePixels) +
              " for an image drawn whole: lower the resolution" + otherRemedy);
}

void LdiDetector::Impl::self(const BodySet& bodies, Index index, Counters& counters, Workers& workers) {
  volume.clear();
  const LdiView view = selfView(bodies, index);
  if (!isDrawable(view)) return;
  checkDrawn(view);
  LdiBackend& backend = renderer->backend();
  const LdiInput input = images.input(bodies, index, index, solids[index].inward, view, backend);
  const OverlapSummary found = backend.selfIntersection(input, volume, workers);
  images.answered(index, index, input, counters);
  if (volume.spans.empty() && SelfIntersection::mayRemain(view, found.longest)) {
    selfIntersectionVolume(images.read(bodies, index, index, solids[index].inward, view, backend, workers), volume);
  }
  if (!volume.spans.empty()) selfIntersection.verify(bodies, surfaces.surface(index).tree, volume);
}

void LdiDetector::Impl::findVolumes(const BodySet& bodies, std::span<const InsideVertex> some, Workers& workers) {
  contactVolumes.clear();
  const auto known = [](const ContactVolume& v, const std::pair<Index, Index>& key) {
    return std::pair(v.vertexBody, v.volumeBody) < key;
  };
  for (const InsideVertex& vertex : some) {
    const std::pair key(vertex.vertexBody, vertex.volumeBody);
    const auto at = std::lower_bound(contactVolumes.begin(), contactVolumes.end(), key, known);
    const bool found = at != contactVolumes.end() && std::pair(at->vertexBody, at->volumeBody) == key;
    if (!found) contactVolumes.insert(at, contactVolume(bodies, key.first, key.second, workers));
    const Index vertices = bodies.vertices(bodies.index(key.first)).size();
    if (vertex.vertex >= vertices) {
      throw Error("body " + std::to_string(key.first) + " has no vertex " + std::to_string(vertex.vertex));
    }
  }
}

ContactVolume LdiDetector::Impl::contactVolume(const BodySet& bodies, Index vertexBody, Index volumeBody,
                                               Workers& workers) {
  for (const Index body : {vertexBody, volumeBody}) {
    if (!bodies.contains(body)) throw Error("there is no body " + std::to_string(body) + " in the set");
    if (!bodies.active(bodies.index(body)))
      throw Error("body " + std::to_string(body) + " is excluded: a position is not finite");
  }
  const Index a = bodies.index(vertexBody), b = bodies.index(volumeBody);
  if (a == b || !solids[b].volume) {
    throw Error("body " + std::to_string(volumeBody) + " is not a volume against vertices of body " +
                std::to_string(vertexBody));
  }
  ContactVolume found{vertexBody, volumeBody, a, b, nullptr, &surfaces.surface(b).tree, solids[b].inward};
  const auto views = pairViews(bodies, std::min(a, b), std::max(a, b));
  // The image only provides a start for the search. An image that would be drawn in bands costs more than it saves.
  if (views && isDrawable(views->a) && views->a.pixels() <= kMostUnbandedPixels) {
    found.image =
        &images.read(bodies, b, a, solids[b].inward, b < a ? views->a : views->b, renderer->backend(), workers);
  }
  return found;
}

}  // namespace pliant
