#include <pliant/benchmarks/paperPictures.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/models/paperScenes.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/querySteps.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "parts.h"

namespace pliant::papers::ldi2003 {
namespace {

using models::ClosedModel;
using models::PaperModel;

constexpr RenderSettings kPanel{370, 320};
constexpr Rgb kOutside{232, 234, 238}, kOnlyA{120, 160, 215}, kOnlyB{235, 190, 110}, kBoth{205, 40, 35};
constexpr Rgb kEntry{20, 60, 160}, kExit{190, 110, 0}, kFree{90, 94, 100};

/// Returns true for a point within the volume. Points before and behind it are clamped to its ends.
bool isInner(const LdiEntry& entry) {
  return 0 < entry.depth && entry.depth < 1;
}

/// Two bodies, their opposite views and images.
struct Pair {
  BodySet set;
  Workers workers;
  LdiPairViews views;
  LayeredDepthImage a, b;
  LdiVolume insideA, insideB, shared;

  Pair(const ClosedModel& first, const ClosedModel& second, const LdiGrid& grid) {
    set.add(first.view());
    set.add(second.view());
    set.update(workers);
    views = *volumeOfInterest(set.box(0), set.box(1), grid);
    draw(0, views.a, a);
    draw(1, views.b, b);
    insideVolume(a, insideA);
    insideVolume(b, insideB);
    intersectionVolume(a, b, shared);
  }

 private:
  void draw(Index body, const LdiView& view, LayeredDepthImage& image) {
    const BodySet::Range vertices = set.vertices(body), faces = set.faces(body);
    SoftwareLdi().render({set.positions(), vertices.begin, vertices.size(),
                          set.faces().subspan(faces.begin, faces.size()), looksInward(set, body)},
                         view, image, workers);
  }
};

/// A row of pixels, seen from the side: columns of the row to the right, the coordinate along the view axis upwards.
class Slice {
 public:
  static constexpr int kColumn = 6, kHeight = 300;

  Slice(const LdiView& view, Index row) : m_view(view), m_row(row) {
    m_image = Image(static_cast<int>(view.width) * kColumn, kHeight, kOutside);
  }
  void fill(const LdiVolume& volume, Rgb colour) {
    for (const LdiSpan& span : volume.spans)
      if (span.pixel / m_view.width == m_row) bar(span.pixel % m_view.width, span.low, span.high, colour);
  }
  void mark(const LayeredDepthImage& image) {
    for (Index column = 0; column < m_view.width; ++column)
      for (const LdiEntry& entry : image.pixel(std::size_t{m_row} * m_view.width + column)) {
        if (!isInner(entry)) continue;
        const double along = double{entry.depth}, height = image.view.ascending ? along : 1 - along;
        m_image.fill(static_cast<int>(column) * kColumn, y(height) - 1, kColumn - 1, 3,
                     entry.entering() ? kEntry : kExit);
      }
  }
  /// Marks a point by its column and its height, 0 to 1.
  void dot(double column, double height, Rgb colour) {
    m_image.fill(static_cast<int>(column * kColumn) - 2, y(height) - 2, 5, 5, colour);
  }
  Image take() { return std::move(m_image); }

 private:
  static int y(double height) { return static_cast<int>((1 - height) * (kHeight - 1)); }
  void bar(Index column, float low, float high, Rgb colour) {
    const int top = y(double{high});
    m_image.fill(static_cast<int>(column) * kColumn, top, kColumn - 1, std::max(1, y(double{low}) - top), colour);
  }

  LdiView m_view;
  Index m_row;
  Image m_image;
};

/// Returns the row with the most spans.
Index fullestRow(const LdiVolume& volume) {
  std::vector<std::size_t> spans(volume.view.height, 0);
  for (const LdiSpan& span : volume.spans) ++spans[span.pixel / volume.view.width];
  return static_cast<Index>(std::max_element(spans.begin(), spans.end()) - spans.begin());
}

const QueryStep& stepNamed(const std::vector<QueryStep>& steps, std::string_view begin) {
  return *std::find_if(steps.begin(), steps.end(),
                       [&](const QueryStep& step) { return step.title.starts_with(begin); });
}

constexpr double kExact = 1e-6;  // error of depths / their range

/// A part of a ray inside a body [length], cut to a range of depths.
struct Stretch {
  std::uint32_t pixel;
  double low, high;
};
std::vector<Stretch> stretchesOf(const LdiVolume& volume, const LdiView& range) {
  const auto axis = static_cast<std::size_t>(range.axis);
  std::vector<Stretch> stretches;
  for (const LdiSpan& span : volume.spans) {
    const auto at = [&](float height) {
      return std::clamp(volume.view.min[axis] + double{height} * volume.view.range(), range.min[axis], range.max[axis]);
    };
    // Spans outside the range are cut to nothing, and those that are shorter than depths are exact do not count.
    if (at(span.high) - at(span.low) > kExact * range.range())
      stretches.push_back({span.pixel, at(span.low), at(span.high)});
  }
  return stretches;
}

/// Returns a sentence on the inside regions of both bodies by two depth ranges.
std::string comparedRegions(const Pair& clamped, const Pair& extended) {
  const LdiView& range = clamped.views.a;
  std::size_t spans[2] = {};
  bool same = range.axis == extended.views.a.axis && range.width == extended.views.a.width;
  double off = 0;
  for (LdiVolume Pair::*const volume : {&Pair::insideA, &Pair::insideB, &Pair::shared}) {
    const std::vector<Stretch> a = stretchesOf(clamped.*volume, range), b = stretchesOf(extended.*volume, range);
    spans[0] += a.size();
    spans[1] += b.size();
    same = same && a.size() == b.size();
    for (std::size_t i = 0; same && i < a.size(); ++i) {
      same = a[i].pixel == b[i].pixel;
      off = std::max({off, std::abs(a[i].low - b[i].low), std::abs(a[i].high - b[i].high)});
    }
  }
  if (!same || off > kExact * range.range())
    return "They do not give the same inside regions in figure 2(b): " + readable(double(spans[0])) + " spans, and " +
           readable(double(spans[1])) + " in the extended volume.";
  char share[32];
  std::snprintf(share, sizeof share, "%.1g", off / range.range());
  return "Both give the same " + readable(double(spans[0])) +
         " inside spans in figure 2(b), whose ends differ by at most " + share + " of the volume's depth.";
}

/// Returns the points of a pixel within the volume.
std::vector<LdiEntry> innerPoints(const LayeredDepthImage& image, std::size_t pixel) {
  const auto all = image.pixel(pixel);
  std::vector<LdiEntry> inner;
  std::copy_if(all.begin(), all.end(), std::back_inserter(inner), isInner);
  return inner;
}

/// Adds figure 4: the two pixels with the most points within the volume.
void addSorting(Run& run, const LayeredDepthImage& image) {
  std::vector<std::pair<std::size_t, std::size_t>> fullest;  // number of points, pixel
  for (std::size_t p = 0; p < image.view.pixels(); ++p) fullest.emplace_back(innerPoints(image, p).size(), p);
  std::partial_sort(fullest.begin(), fullest.begin() + 2, fullest.end(), std::greater<>());
  benchmarks::Table table{"figure4", "", {"pixel", "place", "drawn", "sorted by depth", "entering"}};
  std::size_t points = 0, wrong = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::vector<LdiEntry> sorted = innerPoints(image, fullest[i].second);
    std::vector<LdiEntry> drawn = sorted;
    std::sort(drawn.begin(), drawn.end(), [](const LdiEntry& x, const LdiEntry& y) { return x.face() < y.face(); });
    for (std::size_t layer = 0; layer < sorted.size(); ++layer) {
      table.add(i + 1, layer + 1, double{drawn[layer].depth}, double{sorted[layer].depth},
                sorted[layer].entering() ? "yes" : "no");
      wrong += sorted[layer].entering() != (layer % 2 == 0);
      ++points;
    }
  }
  run.addText(
      "Figure 4: the two pixels of the knot's image with the most points within the volume; their depths in the order "
      "of the faces and sorted.");
  run.addTable(table);
  run.addVerdict((wrong == 0 ? "In these pixels entry and leaving points alternate once they are sorted, as the paper "
                               "requires."
                             : "In these pixels " + readable(double(wrong)) + " of " + readable(double(points)) +
                                   " sorted points are not of the kind that the paper requires.") +
                 std::string(" Unlike the paper's depth buffer, each point here also has its face, so entering is "
                             "known without counting."));
}

}  // namespace

std::vector<MethodBody> bodiesOf(const std::vector<const ClosedModel*>& models) {
  std::vector<MethodBody> bodies;
  for (const ClosedModel* model : models) bodies.push_back({model->view()});
  return bodies;
}

std::vector<ClosedModel> rabbitAndKnot() {
  const models::Overlap& pair = models::paperOverlaps()[0];
  return {models::paperModel(pair.first), models::secondOf(pair)};
}

Image drawTwo(const std::vector<const ClosedModel*>& models, MethodPicture picture, const std::string& caption,
              int samples) {
  Drawing drawing;
  std::array<double, 3> min, max;
  min.fill(std::numeric_limits<double>::infinity());
  max.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t b = 0; b < models.size(); ++b) {
    drawing.surfaces.push_back(drawBody(models[b]->view(), bodyColour(b), kBodyGlass));
    for (const auto& p : models[b]->points)
      for (std::size_t k = 0; k < 3; ++k) {
        min[k] = std::min(min[k], double{p[k]});
        max[k] = std::max(max[k], double{p[k]});
      }
  }
  for (DrawnSurface& surface : picture.surfaces) drawing.surfaces.push_back(std::move(surface));
  RenderSettings settings = kPanel;
  settings.samples = samples;
  showBox(drawing, min, max, {-25, 20, 26}, settings);
  return withCaption(render(drawing, settings), {{caption}});
}

void stages(Run& run) {
  const std::vector<ClosedModel> models = rabbitAndKnot();
  const std::vector<const ClosedModel*> both{&models[0], &models[1]};
  const std::vector<QueryStep> steps = softwareLdiSteps(bodiesOf(both), {.values = {{"resolution", 32}}});
  const auto draw = [&](std::string_view step, const std::string& caption) {
    return drawTwo(both, stepNamed(steps, step).picture, caption, run.samples());
  };
  run.addPicture(
      "figure1",
      sheetOf("Heidelberger 2003, figure 1: three stages, knot and rabbit",
              {draw("Stage 1", "(a) boxes and volume of interest"),
               draw("Stage 2", "(b) images of 32 pixels within it"), draw("Stage 3a", "(c) intersection volume")},
              3),
      "The three stages for knot and rabbit: boxes, images, volume");
  for (const char* const step : {"Stage 1", "Stage 2", "Stage 3a"}) run.addText(stepNamed(steps, step).sentence);
  const Pair pair(models[0], models[1], {.resolution = 128});
  const bool found = !pair.shared.spans.empty();
  run.addVerdict("All work after stage 1 is done in the volume of interest. Stage 3 " +
                 std::string(found ? "finds" : "does not find") +
                 " the overlap: " + readable(double(pair.shared.spans.size())) + " spans at 128 pixels.");
}

void outsideFaces(Run& run) {
  const std::vector<ClosedModel> models = rabbitAndKnot();
  const std::vector<const ClosedModel*> apart{&models[0], &models[1]};
  ClosedModel small = models::paperModel(PaperModel::Knot);
  const ClosedModel& rabbit = models::paperModel(PaperModel::Rabbit);
  small.scale(0.4);
  small.move({0.02, -0.08, 0.02});
  const std::vector<const ClosedModel*> nested{&rabbit, &small};
  run.addPicture(
      "figure2",
      sheetOf("Heidelberger 2003, figure 2: volume of interest and outside faces",
              {drawTwo(apart, drawOutsideFaces(bodiesOf(apart)), "(a) two opposite outside faces", run.samples()),
               drawTwo(nested, drawOutsideFaces(bodiesOf(nested)), "one box within the other: clamped", run.samples()),
               drawTwo(nested, drawOutsideFaces(bodiesOf(nested), {.depths = LdiGrid::Depths::Extended}),
                       "(b) extended (violet)", run.samples())},
              3),
      "Outside faces as grids, view directions as arrows; the volume of interest is black, extended violet");
  const Pair clamped(rabbit, small, {.resolution = 128}),
      extended(rabbit, small, {.resolution = 128, .depths = LdiGrid::Depths::Extended});
  const double longer = extended.views.a.range() / clamped.views.a.range();
  run.addVerdict(
      "Pairs of boxes with opposite outside faces are seen from these, as in the paper. Else the paper extends the "
      "volume. Here depths are clamped to its ends by default. " +
      comparedRegions(clamped, extended) + " The extended volume is " + readable(longer) +
      " times as deep, so its depth steps are as much coarser. `detect --extended` draws it.");
}

void layers(Run& run) {
  run.addPicture("figures3and4-image", benchmarks::drawPaperPicture("heidelberger2003-layers", run.samples()),
                 "A dragon, its inside by an image of 128 pixels, and the layers of the image");
  const std::vector<ClosedModel> models = rabbitAndKnot();
  const Pair pair(models[0], models[1], {.resolution = 128});
  Slice slice(pair.views.a, fullestRow(pair.insideA));
  slice.fill(pair.insideA, kOnlyA);
  slice.mark(pair.a);
  run.addPicture("figure3",
                 withCaption(slice.take(), {{"Heidelberger 2003, figure 3: a row of pixels of the knot's image, seen "
                                             "from the side. Inside: blue; outside: grey; entry points dark blue, "
                                             "leaving points brown"}}),
                 "One row of pixels from the side: inside, outside, entry and leaving points");
  addSorting(run, pair.a);
}

void queries(Run& run) {
  const std::vector<ClosedModel> models = rabbitAndKnot();
  const Pair pair(models[0], models[1], {.resolution = 128});
  const Index row = fullestRow(pair.shared);
  Slice volume(pair.views.a, row), points(pair.views.a, row);
  volume.fill(pair.insideA, kOnlyA);
  volume.fill(pair.insideB, kOnlyB);
  volume.fill(pair.shared, kBoth);
  points.fill(pair.insideA, kOnlyA);
  // Vertices of the second body within one pixel of the row.
  const LdiView& view = pair.views.a;
  const BodySet::Range own = pair.set.vertices(1);
  const auto vertices = pair.set.positions().subspan(own.begin, own.size());
  std::vector<Index> found;
  pointsInside(pair.a, vertices, found);
  std::size_t shown = 0, inside = 0;
  for (Index v = 0; v < vertices.size(); ++v) {
    const std::array<double, 3> p{double{vertices[v].x}, double{vertices[v].y}, double{vertices[v].z}};
    const auto column = static_cast<std::size_t>(view.columnAxis()), across = static_cast<std::size_t>(view.rowAxis());
    const double x = (p[column] - view.min[column]) / view.pixel[0], y = (p[across] - view.min[across]) / view.pixel[1],
                 height = (p[view.axis] - view.min[view.axis]) / view.range();
    if (std::abs(y - row - 0.5) > 1 || x < 0 || x > view.width || height < 0 || height > 1) continue;
    const bool in = std::binary_search(found.begin(), found.end(), v);
    points.dot(x, height, in ? kBoth : kFree);
    ++shown;
    inside += in;
  }
  const Image left = withCaption(volume.take(), {{"(a) intersection volume, red"}}),
              right = withCaption(points.take(), {{"(b) vertices, red inside"}});
  Image both(std::max(left.width(), right.width()), left.height() + right.height(), kPaper);
  both.paste(left, 0, 0);
  both.paste(right, 0, left.height());
  run.addPicture("figure5", both, "The two queries in one row of pixels: knot blue, rabbit ochre");
  run.addVerdict("Both queries use the same images. In this row, " + readable(double(inside)) + " of " +
                 readable(double(shown)) + " vertices of the rabbit are inside the knot; in all, " +
                 readable(double(found.size())) + " of " + readable(double(vertices.size())) +
                 (found.empty() ? ". The query finds none here." : "."));
}

void objects(Run& run) {
  run.addPicture("figure6", benchmarks::drawPaperPicture("heidelberger2003-objects", run.samples()),
                 "Our test objects, made by formulas, with the paper's numbers of faces");
  const double faces[] = {520'000, 150'000, 50'000, 110'000, 12'000};
  constexpr PaperModel kModels[] = {PaperModel::Dragon, PaperModel::Santa, PaperModel::Rabbit, PaperModel::Reptile,
                                    PaperModel::Knot};
  double off = 0;
  for (std::size_t i = 0; i < 5; ++i)
    off = std::max(off, std::abs(double(models::paperModel(kModels[i]).faces.size()) / faces[i] - 1));
  run.addVerdict("The paper's models are not available. Ours have its numbers of faces within " + readable(100 * off) +
                 " %, and shapes of the same kind; the numbers of layers differ.");
}

}  // namespace pliant::papers::ldi2003
