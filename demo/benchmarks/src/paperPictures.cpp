#include <pliant/benchmarks/paperPictures.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/io/numbers.h>
#include <pliant/models/ParticleFall.h>
#include <pliant/models/paperScenes.h>
#include <pliant/scenes/StaticQuery.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include "LdiScene.h"
#include "paperSheets.h"
#include "tables.h"

namespace pliant::benchmarks {
namespace {

using models::ClosedModel;
using models::PaperModel;

using Corner = std::array<double, 3>;

constexpr RenderSettings kPaperPanel{370, 320}, kPaperUpright{280, 365};
constexpr Angle kPaperSide{-25, 20, 24}, kPaperFront{25, 16, 24};
constexpr Colour kEdge{0.10f, 0.11f, 0.13f}, kBoxEdge{0.42f, 0.44f, 0.48f};

std::string facesOf(const ClosedModel& model) {
  return withCommas(model.faces.size()) + " faces";
}

/// A body and an image that covers it.
struct Imaged {
  LayeredDepthImage image;
  LdiVolume inside;

  Imaged(const ClosedModel& model, const LdiGrid& grid) {
    BodySet set;
    set.add(model.view());
    Workers workers;
    set.update(workers);
    SoftwareLdi().render(surfaceOf(set, 0), volumeOfInterest(set.box(0), grid), image, workers);
    insideVolume(image, inside);
  }
};

/// The intersection volume of two bodies, and the self-intersection volume of the first.
struct Overlapping {
  LdiVolume shared, own;

  Overlapping(const ClosedModel& first, const ClosedModel& second, Index resolution) {
    BodySet set;
    set.add(first.view());
    set.add(second.view());
    Workers workers;
    set.update(workers);
    LdiDetector detector(nullptr, {.grid = {.resolution = resolution}});
    detector.update(set, workers);
    detector.intersection(set, 0, 1, shared, workers);
    detector.selfIntersection(set, 0, own, workers);
  }
};

std::string formatted(const char* format, double value) {
  std::array<char, 96> text;
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

/// Random points in a model's box, sorted into inside and outside.
struct Sorted {
  std::vector<Corner> inside, outside;

  Sorted(const Imaged& imaged, std::size_t count) {
    const std::vector<PackedPosition> points = randomPoints(imaged.image.view.min, imaged.image.view.max, count);
    std::vector<Index> found;
    pointsInside(imaged.image, points, found);
    std::size_t next = 0;
    for (Index i = 0; i < count; ++i) {
      const bool in = next < found.size() && found[next] == i;
      next += in;
      (in ? inside : outside).push_back({double{points[i].x}, double{points[i].y}, double{points[i].z}});
    }
  }
};

Image testObjects(int samples) {
  std::vector<Image> panels;
  for (const PaperModel name :
       {PaperModel::Dragon, PaperModel::Santa, PaperModel::Rabbit, PaperModel::Reptile, PaperModel::Knot}) {
    const ClosedModel& model = models::paperModel(name);
    Angle angle = name == PaperModel::Santa ? kPaperFront : kPaperSide;
    if (name == PaperModel::Reptile) angle.elevation = 38;
    panels.push_back(panel(samples, drawingOf({drawBody(model.view(), bodyColour(panels.size()))}), boundsOf({&model}),
                           angle, {{std::string(models::nameOf(name)) + ", " + facesOf(model)}}, kPaperPanel));
  }
  return sheetOf("Heidelberger 2003, figure 6: test objects", panels, 3);
}

Image layers(int samples) {
  const ClosedModel& dragon = models::paperModel(PaperModel::Dragon);
  const Bounds bounds = boundsOf({&dragon});
  // The view of table 2.
  const Imaged imaged(dragon, {.resolution = 128, .stretched = true});
  const Image body = panel(samples, drawingOf({drawBody(dragon.view(), bodyColour(0))}), bounds, kPaperSide,
                           {{"dragon, " + facesOf(dragon)}}, kPaperPanel);
  const Image rods = panel(samples, drawingOf({drawVolume(imaged.inside, bodyColour(0))}), bounds, kPaperSide,
                           {{"inside, by its image of 128 x 128 pixels"}}, kPaperPanel);
  const Image top = sheetOf("Heidelberger 2003, figures 3 and 4: a layered depth image", {body, rods}, 2);
  const Image below =
      withCaption(drawLayers(imaged.image, 2, 4),
                  {{std::to_string(layersWithin(imaged.image)) +
                    " layers, nearest first: entry points blue, exit points yellow, near points bright"}});
  Image all(std::max(top.width(), below.width() + 20), top.height() + below.height() + 10, kPaper);
  all.paste(top, 0, 0);
  all.paste(below, 10, top.height());
  return all;
}

Image overlap(int samples, const models::Overlap& pair) {
  const ClosedModel &first = models::paperModel(pair.first), second = models::secondOf(pair);
  const Overlapping found(first, second, 128);
  LdiScene images({&first, &second}, 128);
  images.draw();
  const Bounds a = boundsOf({&first}), b = boundsOf({&second});
  const Drawing drawing = drawingOf(
      {drawBody(first.view(), bodyColour(0), kBodyGlass), drawBody(second.view(), bodyColour(1), kBodyGlass),
       drawVolume(found.shared, kIntersectionRed), drawBox(a.min, a.max, kBoxEdge, 0.003),
       drawBox(b.min, b.max, kBoxEdge, 0.003), drawBox(found.shared.view.min, found.shared.view.max, kEdge, 0.006)});
  return panel(samples, drawing, boundsOf({&first, &second}), kPaperSide,
               {{std::string(models::nameOf(pair.first)) + " and " + std::string(models::nameOf(pair.second)) +
                 formatted(", %.0f and ", images.layers(0)) + formatted("%.0f layers", images.layers(1))},
                {formatted("intersection volume %.3g", found.shared.volume), toRgb(kIntersectionRed)}},
               kPaperPanel);
}

Image overlaps(int samples, bool complex) {
  std::vector<Image> panels;
  for (const models::Overlap& pair : models::paperOverlaps()) {
    if (pair.complex == complex && pair.second != PaperModel::Dragon) panels.push_back(overlap(samples, pair));
  }
  return sheetOf(std::string("Heidelberger 2003, figure ") + (complex ? "8: complex" : "7: simple") +
                     " intersections; boxes, volume of interest, intersection volume",
                 panels, 3);
}

/// Draws an intersection volume alone.
Image volumeAlone(int samples, const LdiVolume& volume, const Angle& angle, const std::string& caption) {
  return panel(samples, drawingOf({drawVolume(volume, kIntersectionRed)}), {volume.min, volume.max}, angle, {{caption}},
               kPaperPanel);
}

Image knotAndDragon(int samples) {
  const models::Overlap& pair = models::paperOverlaps().back();
  const Overlapping found(models::paperModel(pair.first), models::secondOf(pair), 128);
  return sheetOf(
      "Heidelberger 2003, figure 9: knot and dragon",
      {overlap(samples, pair), volumeAlone(samples, found.shared, kPaperSide, "only the intersection volume")}, 2);
}

Image pointsIn(int samples, PaperModel name, const std::string& title) {
  constexpr std::size_t kCount = 100'000;
  const ClosedModel& model = models::paperModel(name);
  const Bounds bounds = boundsOf({&model});
  const Imaged imaged(model, {.resolution = 128}), coarse(model, {.resolution = 64});
  const Sorted points(imaged, kCount);
  // Only some of the points outside are drawn, because all of them would hide the body.
  const std::size_t shown = std::min<std::size_t>(points.outside.size(), 3000);
  const Drawing body = drawingOf(
      {drawBody(model.view(), bodyColour(0)), drawParticles(std::span(points.outside).first(shown), 0.0022, kBoxEdge)});
  const Drawing rods = drawingOf({drawVolume(coarse.inside, bodyColour(0))});
  const Drawing found =
      drawingOf({drawBody(model.view(), bodyColour(0), 0.05f), drawParticles(points.inside, 0.003, kIntersectionRed)});
  const auto draw = [&](const Drawing& drawing, const std::string& caption) {
    return panel(samples, drawing, bounds, kPaperSide, {{caption}}, kPaperPanel);
  };
  return sheetOf(
      title,
      {draw(body, std::string(models::nameOf(name)) + ", " + facesOf(model) + ", and " + withCommas(shown) +
                      " of the points outside"),
       draw(rods, "inside, by its image of 64 pixels"),
       draw(found, "all " + withCommas(points.inside.size()) + " inside, of " + withCommas(kCount) + " points")},
      3);
}

Image particlesOnSanta(int samples) {
  models::ParticleFall scene;
  const Bounds shown{{-0.42, -0.55, -0.3}, {0.42, 0.62, 0.3}};
  std::vector<Image> panels;
  for (int frame = 0; frame <= 130; ++frame) {
    scene.deform(frame);
    scene.moveParticles();
    scene.detect();
    scene.respond();
    if (frame != 30 && frame != 80 && frame != 130) continue;
    std::vector<Corner> falling, hit;
    for (std::size_t i = 0; i < scene.particles().size(); ++i) {
      const Vector3& p = scene.particles()[i];
      if (std::abs(p[1]) > Real(0.65)) continue;
      (scene.sinceContact()[i] < 12 ? hit : falling).push_back({double{p[0]}, double{p[1]}, double{p[2]}});
    }
    const Drawing drawing =
        drawingOf({drawBody(scene.model().view(), {0.62f, 0.62f, 0.64f}), drawParticles(falling, 0.0035, bodyColour(0)),
                   drawParticles(hit, 0.0055, kIntersectionRed)});
    panels.push_back(
        panel(samples, drawing, shown, kPaperFront, {{formatted("after %.1f s", frame / 60.0)}}, kPaperUpright));
  }
  return sheetOf("Heidelberger 2003, figure 11: Santa, 10,000 faces, among 20,000 particles; red: in contact", panels,
                 3);
}

Image handAndPhone(int samples) {
  const ClosedModel phone = models::phoneInHand(), open = models::closingHand(0), half = models::closingHand(0.5);
  const Bounds shown = boundsOf({&open, &half, &phone});
  const LdiGrid paperGrid{.resolution = 64, .stretched = true};
  std::vector<Image> panels;
  for (const double closed : {0.15, 0.6, 0.9, 1.0}) {
    const ClosedModel hand = models::closingHand(closed);
    const Overlapping found(hand, phone, 64);
    const Drawing drawing =
        drawingOf({drawBody(hand.view(), bodyColour(0), kBodyGlass),
                   drawBody(phone.view(), bodyColour(1), closed == 1 ? 0.0f : kBodyGlass),
                   drawVolume(found.shared, kIntersectionRed), drawVolume(found.own, kSelfIntersectionGreen)});
    panels.push_back(panel(samples, drawing, shown, kPaperFront,
                           {{formatted("collision %.3g", found.shared.volume), toRgb(kIntersectionRed)},
                            {formatted("self-collision %.3g", found.own.volume), toRgb(kSelfIntersectionGreen)}},
                           kPaperUpright));
  }
  // Figure 4: the self-collision alone, and the image that shows it.
  const ClosedModel fist = models::closingHand(1);
  const Overlapping alone(fist, phone, 64);
  const Imaged image(fist, paperGrid);
  panels.push_back(panel(
      samples,
      drawingOf({drawBody(fist.view(), bodyColour(0), kBodyGlass), drawVolume(alone.own, kSelfIntersectionGreen)}),
      shown, kPaperFront, {{"the hand with itself"}}, kPaperUpright));
  panels.push_back(panel(samples, drawingOf({drawVolume(alone.own, kSelfIntersectionGreen)}),
                         {alone.own.min, alone.own.max}, kPaperFront, {{"its self-collision alone"}}, kPaperUpright));
  panels.push_back(panel(samples, drawingOf({drawVolume(image.inside, bodyColour(0))}), shown, kPaperFront,
                         {{"the hand inside, by 64 x 64 pixels"}}, kPaperUpright));
  return sheetOf("Heidelberger 2004, figures 3 and 4: a hand of 4,800 faces closes on a phone of 900", panels, 4);
}

Image mouseAndHat(int samples) {
  const ClosedModel& mouse = models::paperModel(PaperModel::Mouse);
  const ClosedModel above = models::fallingHat(0);
  std::vector<Image> panels;
  for (const double down : {0.45, 1.0}) {
    const ClosedModel hat = models::fallingHat(down);
    const Overlapping found(hat, mouse, 64);
    const Drawing drawing =
        drawingOf({drawBody(mouse.view(), bodyColour(6), kBodyGlass), drawBody(hat.view(), bodyColour(0), kBodyGlass),
                   drawVolume(found.shared, kIntersectionRed)});
    panels.push_back(panel(samples, drawing, boundsOf({&mouse, &above}), kPaperFront,
                           {{formatted("intersection volume %.3g", found.shared.volume), toRgb(kIntersectionRed)}},
                           kPaperPanel));
    if (down == 1) panels.push_back(volumeAlone(samples, found.shared, kPaperFront, "only the volume, 64 pixels"));
  }
  return sheetOf("Heidelberger 2004, figure 6: a hat of 1,500 faces and a mouse of 15,000", panels, 3);
}

const std::vector<PaperPicture>& ldiPictures() {
  const auto rabbit = [](int each) {
    return pointsIn(each, PaperModel::Rabbit, "Heidelberger 2003, figure 10: 100,000 vertices in a volume");
  };
  const auto dragon = [](int each) {
    return pointsIn(each, PaperModel::Dragon, "Heidelberger 2004, figure 5: particles in a dragon");
  };
  static const std::vector<PaperPicture> all{
      {"heidelberger2003-objects", testObjects},
      {"heidelberger2003-layers", layers},
      {"heidelberger2003-simple", [](int each) { return overlaps(each, false); }},
      {"heidelberger2003-complex", [](int each) { return overlaps(each, true); }},
      {"heidelberger2003-knot-dragon", knotAndDragon},
      {"heidelberger2003-vertices", rabbit},
      {"heidelberger2003-particles", particlesOnSanta},
      {"heidelberger2004-hand", handAndPhone},
      {"heidelberger2004-dragon", dragon},
      {"heidelberger2004-hat", mouseAndHat}};
  return all;
}

}  // namespace

Image drawPaperPicture(std::string_view name, int samples) {
  for (const PaperPicture& picture : ldiPictures())
    if (picture.name == name) return picture.draw(samples);
  throw Error("unknown picture '" + std::string(name) + "'");
}

std::vector<std::string> paperPictures(const std::string& folder, int samples, const Progress& progress) {
  return savePictures(ldiPictures(), folder, samples, progress);
}

}  // namespace pliant::benchmarks
