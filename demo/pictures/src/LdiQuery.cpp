#include "LdiQuery.h"

#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/io/numbers.h>
#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "layerDrawing.h"
#include "rods.h"

namespace pliant::detail {
namespace {

constexpr const char* kAxes = "xyz";
// Reason why another number for the same volume may stand beside this one.
constexpr const char* kOtherImages =
    " Images of other pixels, as those of overlay layers, give a slightly different volume.";

double volumeOf(const LdiView& view) {
  double volume = 1;
  for (std::size_t k = 0; k < 3; ++k) volume *= view.max[k] - view.min[k];
  return volume;
}

std::string count(std::size_t number, const std::string& what) {
  return withCommas(number) + ' ' + what + (number == 1 ? "" : "s");
}

std::string sizeOf(const LdiView& view) {
  return std::to_string(view.width) + " x " + std::to_string(view.height);
}

/// Returns the number of faces whose box of snapped corners contains a pixel centre of the image.
std::size_t facesAtCentres(const LdiSurface& surface, const LdiView& view) {
  constexpr double kSubpixels = 256;
  const std::array<int, 2> axes{view.columnAxis(), view.rowAxis()};
  const std::array<Index, 2> size{view.width, view.height};
  std::size_t kept = 0;
  for (const Triangle& face : surface.faces) {
    bool covers = true;
    for (std::size_t side = 0; side < 2; ++side) {
      double low = 1e300, high = -1e300;
      for (const Index v : face) {
        const auto axis = static_cast<std::size_t>(axes[side]);
        const double at = (cornerOf(surface.positions[v])[axis] - view.min[axis]) / view.pixel[side];
        const double snapped = std::nearbyint(at * kSubpixels) / kSubpixels - 0.5;
        low = std::min(low, snapped);
        high = std::max(high, snapped);
      }
      covers = covers && std::max(0.0, std::ceil(low)) <= std::min<double>(size[side] - 1.0, std::floor(high));
    }
    kept += covers;
  }
  return kept;
}

QueryStep stepOf(const LdiQuery& query, std::string title, std::string sentence) {
  return {std::move(title), std::move(sentence), query.glass()};
}

std::vector<LegendLine> bodyLegend(const LdiQuery& query, const char* what) {
  std::vector<LegendLine> legend;
  for (std::size_t i = 0; i < query.bodies.size(); ++i)
    legend.push_back({query.boxes.colours[i], what + query.nameOf(i)});
  return legend;
}

void appendVolumeStep(const LdiQuery& query, std::vector<QueryStep>& steps) {
  std::string sentence;
  if (query.isPair()) {
    Box both = query.boxes.a;
    grow(both, query.boxes.b);
    const double whole = volumeOf({cornerOf(both.min), cornerOf(both.max)});
    sentence = "The boxes of " + query.nameOf(0) + " and " + query.nameOf(1) +
               " overlap. Their intersection is the volume of interest (black; white in a dark window)";
    if (whole > 0) {
      sentence += ": " + std::to_string(static_cast<int>(std::lround(100 * volumeOf(query.views.a) / whole))) +
                  " % of the box around both";
    }
    sentence += ". All further work is done in it.";
  } else {
    sentence = "No two boxes overlap. The volume of interest is the box of " + query.nameOf(0) +
               ", which is tested with itself.";
  }
  QueryStep step = stepOf(query, "Stage 1: volume of interest", std::move(sentence));
  step.legend = bodyLegend(query, "box of ");
  step.legend.push_back({kVolumeBoxColour, "volume of interest"});
  DrawnSurface rods = manyColoured();
  appendVolumes(query.boxes, query.views, rods);
  addRods(std::move(rods), step.picture.surfaces);
  steps.push_back(std::move(step));
}

void appendFacesStep(const LdiQuery& query, std::vector<QueryStep>& steps) {
  const char axis = kAxes[query.views.a.axis];
  std::string sentence;
  if (!query.isPair()) {
    sentence = std::string("The image is drawn along ") + axis + ", the axis of the shortest side.";
  } else if (query.views.outside) {
    sentence = "Two opposite faces of the volume lie outside " + query.nameOf(0) + " and " + query.nameOf(1) +
               ". Each body is drawn from its outside face inwards, along " + axis +
               ". Rays then enter before they leave. If there are several pairs of such faces, the nearest pair is "
               "taken.";
  } else {
    sentence = std::string("There are no opposite outside faces: one box covers the other along ") + axis +
               ", the axis of the shortest side. Depths outside the volume are clamped to its ends.";
  }
  QueryStep step = stepOf(query, "Outside faces", std::move(sentence));
  step.legend = bodyLegend(query, "grid: face from which rays enter; arrow: view; of ");
  DrawnSurface rods = manyColoured();
  appendVolumes(query.boxes, query.views, rods);
  if (query.isPair())
    appendViews(query.boxes, query.views, rods);
  else
    appendView(query.views.a, query.boxes.colours[0], rodThickness(query.boxes), rods);
  addRods(std::move(rods), step.picture.surfaces);
  steps.push_back(std::move(step));
}

/// Faces that cannot cover a pixel centre are grey.
void appendCullStep(const LdiQuery& query, std::vector<QueryStep>& steps) {
  std::string sentence = "The images have " + sizeOf(query.views.a) + " pixels" +
                         (query.settings.grid.resolution == 0 ? ", half an edge each." : ", as set.");
  if (query.wanted > LdiQuery::kMostPixels)
    sentence = "The images of these steps have " + sizeOf(query.views.a) + " pixels, so that rays can be seen; those " +
               "of the method have " + std::to_string(query.wanted) + " along the longest side.";
  QueryStep step = stepOf(query, "Culling", "");
  step.legend = {{kCulledColour, "faces that are not drawn"}};
  for (std::size_t i = 0; i < query.bodies.size(); ++i) {
    if (!query.isVolume(i)) {
      sentence.append(" ").append(query.nameOf(i)).append(" is a cloud and needs no image.");
      continue;
    }
    const LdiSurface surface = query.surface(i);
    const std::size_t kept = facesAtCentres(surface, query.view(i));
    sentence += " Of the " + count(surface.faces.size(), "face") + " of " + query.nameOf(i) + ", " +
                std::to_string(kept) + " can cover a pixel centre.";
    std::vector<Colour>& colours = step.picture.colours[query.method.bodyOf[query.bodies[i]]];
    for (const Triangle& face : surface.faces) {
      LdiSurface one = surface;
      one.faces = {&face, 1};
      colours.push_back(facesAtCentres(one, query.view(i)) != 0 ? query.boxes.colours[i] : kCulledColour);
    }
    step.picture.glass[query.method.bodyOf[query.bodies[i]]] = 0;
  }
  step.sentence = sentence + " The others (grey) are not drawn.";
  if (query.pairs > 1)
    step.sentence += " The counters are of all " + std::to_string(query.pairs) +
                     " pairs of near bodies and of each body with itself, these images of the pair with the largest "
                     "volume.";
  else if (query.isPair())
    step.sentence +=
        " The counters have also the images of each body with itself, so their points and layers are more.";
  DrawnSurface rods = manyColoured();
  appendBoxRods(rods, query.views.a.min, query.views.a.max, rodThickness(query.boxes), kVolumeBoxColour);
  addRods(std::move(rods), step.picture.surfaces);
  steps.push_back(std::move(step));
}

/// Returns the mean length of a body's edges at rest; 0 for a cloud.
double meanEdgeOf(const BodySet& set, Index body) {
  const BodySet::Range edges = set.faceEdges(body);
  double sum = 0;
  for (Index e = edges.begin; e < edges.end; ++e) {
    const Corner p = cornerOf(set.restPositions()[set.edges()[e][0]]),
                 q = cornerOf(set.restPositions()[set.edges()[e][1]]);
    sum += std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  }
  return edges.size() > 0 ? sum / edges.size() : 0;
}

void addVolume(const LdiQuery& query, const LdiVolume& volume, const Colour& colour, QueryStep& step) {
  step.picture.surfaces.push_back(drawVolume(volume, colour));
  DrawnSurface rods = manyColoured();
  appendBoxRods(rods, query.views.a.min, query.views.a.max, rodThickness(query.boxes), kVolumeBoxColour);
  addRods(std::move(rods), step.picture.surfaces);
}

std::string readableVolume(const LdiVolume& volume) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", volume.volume);
  return text;
}

/// Adds the vertices of body `i` that are inside the other body as red dots. Returns their number.
std::size_t addInside(const LdiQuery& query, std::size_t i, QueryStep& step) {
  const std::size_t other = 1 - i;
  if (!query.isVolume(other)) return 0;
  const BodySet::Range own = query.method.set.vertices(query.bodies[i]);
  const auto positions = query.method.set.positions().subspan(own.begin, own.size());
  std::vector<Index> inside;
  pointsInside(query.images[other], positions, inside);
  std::vector<Corner> at;
  for (const Index v : inside) at.push_back(cornerOf(positions[v]));
  step.picture.surfaces.push_back(drawParticles(at, 1.5 * rodThickness(query.boxes), kIntersectionRed));
  return inside.size();
}

}  // namespace

LdiQuery::LdiQuery(std::span<const MethodBody> all, const StepwiseQuery& asked)
    : inputs(all.size()), method(all, LdiDetector::check) {
  LdiDetector detector;
  applyMethodValues(asked.values, detector);
  settings = detector.settings();
  const BodySet& set = method.set;
  const auto hasFaces = [&](Index body) { return set.faces(body).size() != 0; };
  double largest = 0;
  for (Index a = 0; a < set.bodyCount(); ++a)
    for (Index b = a + 1; b < set.bodyCount(); ++b) {
      if (!hasFaces(a) && !hasFaces(b)) continue;
      const auto found = volumeOfInterest(set.box(a), set.box(b), gridFor(a, b));
      if (!found || !isDrawable(found->a)) continue;
      ++pairs;
      if (!(volumeOf(found->a) > largest)) continue;
      largest = volumeOf(found->a);
      bodies = {a, b};
      views = *found;
    }
  for (Index body = 0; bodies.empty() && body < set.bodyCount(); ++body) {
    if (!hasFaces(body)) continue;
    views.a = views.b = volumeOfInterest(set.box(body), gridFor(body, body));
    if (isDrawable(views.a)) bodies = {body};
  }
  if (empty()) return;
  gridFor(bodies.front(), bodies.back());
  boxes = {set.box(bodies.front()),
           set.box(bodies.back()),
           {bodyColour(method.bodyOf[bodies.front()]), bodyColour(method.bodyOf[bodies.back()])}};
  SoftwareLdi renderer;
  images.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (isVolume(i)) renderer.render(surface(i), view(i), images[i], method.workers);
}

/// Returns the grid for two bodies, or one with itself. Resolution 0 is that of LdiDetector: half the mean edge of the
/// finer body a pixel, 16 to 2,048 pixels.
LdiGrid LdiQuery::gridFor(Index a, Index b) {
  LdiGrid grid = settings.grid;
  if (grid.resolution == 0) {
    const Box &boxA = method.set.box(a), &boxB = method.set.box(b);
    double longest = 0;
    for (std::size_t k = 0; k < 3; ++k)
      longest = std::max(longest, std::min(double{boxA.max[k]}, double{boxB.max[k]}) -
                                      std::max(double{boxA.min[k]}, double{boxB.min[k]}));
    const double edgeA = meanEdgeOf(method.set, a), edgeB = meanEdgeOf(method.set, b);
    const double edge = edgeA > 0 && edgeB > 0 ? std::min(edgeA, edgeB) : std::max(edgeA, edgeB);
    grid.resolution = edge > 0 ? static_cast<Index>(std::clamp(std::ceil(longest / (0.5 * edge)), 16.0, 2048.0)) : 16;
  }
  wanted = grid.resolution;
  grid.resolution = std::min(grid.resolution, kMostPixels);
  return grid;
}

LdiSurface LdiQuery::surface(std::size_t i) const {
  const BodySet& set = method.set;
  const BodySet::Range vertices = set.vertices(bodies[i]), faces = set.faces(bodies[i]);
  return {set.positions(), vertices.begin, vertices.size(), set.faces().subspan(faces.begin, faces.size()),
          looksInward(set, bodies[i])};
}

std::string LdiQuery::nameOf(std::size_t i) const {
  return "body " + std::to_string(method.bodyOf[bodies[i]]);
}

MethodPicture LdiQuery::glass() const {
  MethodPicture picture(inputs);
  for (const Index body : bodies) picture.glass[method.bodyOf[body]] = 1;
  return picture;
}

void appendVolumeSteps(const LdiQuery& query, std::vector<QueryStep>& steps) {
  if (query.empty()) {
    steps.push_back(
        stepOf(query, "No volume", "No body is closed and consistently oriented, so that none has an inside."));
    return;
  }
  appendVolumeStep(query, steps);
  appendFacesStep(query, steps);
  appendCullStep(query, steps);
}

void appendResultSteps(const LdiQuery& query, std::vector<QueryStep>& steps) {
  if (query.empty()) return;
  LdiVolume volume;
  if (!query.isPair()) {
    selfIntersectionVolume(query.images[0], volume);
    QueryStep step = stepOf(
        query, "Stage 3: shared with itself",
        "Where rays are inside twice, or inside out, the body meets itself: " + count(volume.spans.size(), "span") +
            ", volume " + readableVolume(volume) + " (green).");
    step.sentence += kOtherImages;
    step.legend = {{kSelfIntersectionGreen, "volume shared with itself"}};
    addVolume(query, volume, kSelfIntersectionGreen, step);
    steps.push_back(std::move(step));
    return;
  }
  if (query.isVolume(0) && query.isVolume(1)) {
    intersectionVolume(query.images[0], query.images[1], volume);
    QueryStep step =
        stepOf(query, "Stage 3a: intersection volume",
               "At each pixel the spans inside both bodies are intersected: " + count(volume.spans.size(), "span") +
                   ", volume " + readableVolume(volume) +
                   (volume.spans.empty() ? ". The bodies do not collide." : " (red). The bodies collide."));
    step.sentence += kOtherImages;
    step.legend = {{kIntersectionRed, "volume inside both bodies"}};
    addVolume(query, volume, kIntersectionRed, step);
    steps.push_back(std::move(step));
  }
  QueryStep step = stepOf(query, "Stage 3b: vertices in volume", "");
  step.legend = {{kIntersectionRed, "vertices inside the other body"}};
  std::string sentence = "Each vertex is looked up in the other body's image, at its pixel and depth:";
  for (std::size_t i = 0; i < 2; ++i) {
    if (!query.isVolume(1 - i)) continue;
    const std::size_t inside = addInside(query, i, step);
    const Index all = query.method.set.vertices(query.bodies[i]).size();
    sentence += (sentence.ends_with(':') ? " " : ", ") + std::to_string(inside) + " of " + std::to_string(all) +
                " of " + query.nameOf(i) + " are inside " + query.nameOf(1 - i);
  }
  step.sentence = sentence + ".";
  if (query.settings.exactNearSurface)
    step.sentence +=
        " Those near a surface are then decided exactly (exact-vertices), which these numbers do not have, so the "
        "answer may differ by a few.";
  steps.push_back(std::move(step));
}

MethodPicture drawQueryLayers(const LdiQuery& query, std::size_t first, std::size_t last) {
  MethodPicture picture = query.glass();
  if (query.empty()) return picture;
  ImagePoints points;
  for (const LayeredDepthImage& image : query.images)
    if (!image.offsets.empty()) appendPoints(image, points, first, last);
  addPoints(points, query.views.a, picture.surfaces);
  DrawnSurface rods = manyColoured();
  appendBoxRods(rods, query.views.a.min, query.views.a.max, rodThickness(query.boxes), kVolumeBoxColour);
  addRods(std::move(rods), picture.surfaces);
  return picture;
}

Image layersOf(const LdiQuery& query) {
  constexpr int kGap = 12, kColumns = 4;
  const int scale = pixelScale(query);
  std::vector<Image> drawn;
  int width = 0, height = 0;
  for (const LayeredDepthImage& image : query.images) {
    if (image.offsets.empty()) continue;
    drawn.push_back(drawLayers(image, scale, kColumns));
    width = std::max(width, drawn.back().width());
    height += drawn.back().height() + (height > 0 ? kGap : 0);
  }
  if (drawn.empty()) return {};
  Image sheet(width, height);
  int top = 0;
  for (const Image& image : drawn) {
    sheet.paste(image, 0, top);
    top += image.height() + kGap;
  }
  return sheet;
}

int pixelScale(const LdiQuery& query) {
  return static_cast<int>(
      std::clamp<Index>(LdiQuery::kMostPixels / std::max(query.views.a.width, query.views.a.height), 1, 4));
}

std::string numbersOf(const LdiQuery& query, std::size_t (*number)(const LayeredDepthImage&)) {
  std::string text;
  for (const LayeredDepthImage& image : query.images) {
    if (image.offsets.empty()) continue;
    if (!text.empty()) text += " and ";
    text += withCommas(number(image));
  }
  return text;
}

}  // namespace pliant::detail
