#include <pliant/benchmarks/paperPictures.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/models/paperScenes.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawVolumes.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <random>

#include "ParticleScene.h"

namespace pliant::benchmarks {
namespace {

using models::ClosedModel;
using models::PaperModel;

using Corner = std::array<double, 3>;

constexpr RenderSettings kPanel{440, 380}, kUpright{330, 430};
constexpr Angle kFromSide{-25, 20, 24}, kFromFront{25, 16, 24};
constexpr Colour kEdge{0.10f, 0.11f, 0.13f}, kBoxEdge{0.42f, 0.44f, 0.48f};

struct Bounds {
  Corner min, max;

  Bounds() {
    min.fill(std::numeric_limits<double>::infinity());
    max.fill(-std::numeric_limits<double>::infinity());
  }
  void add(const ClosedModel& model) {
    for (const auto& p : model.points) {
      for (std::size_t k = 0; k < 3; ++k) {
        min[k] = std::min(min[k], double{p[k]});
        max[k] = std::max(max[k], double{p[k]});
      }
    }
  }
};

std::string facesOf(const ClosedModel& model) {
  const std::string all = std::to_string(model.faces.size());
  return all.size() > 3 ? all.substr(0, all.size() - 3) + "," + all.substr(all.size() - 3) + " faces" : all + " faces";
}

/// A body and an image that covers it.
struct Imaged {
  LayeredDepthImage image;
  LdiVolume inside;

  Imaged(const ClosedModel& model, Index resolution) {
    BodySet set;
    set.add(model.view());
    Workers workers;
    set.update(workers);
    SoftwareLdi().render({set.positions(), 0, set.vertices(0).size(), set.faces(), false},
                         volumeOfInterest(set.box(0), {.resolution = resolution}), image, workers);
    insideVolume(image, inside);
  }
};

/// The intersection volume of two bodies, and the self-intersection volume of the first.
struct Overlapping {
  Bounds both, a, b;
  LdiVolume shared, own;
  std::size_t layers = 0;

  Overlapping(const ClosedModel& first, const ClosedModel& second, Index resolution) {
    BodySet set;
    set.add(first.view());
    set.add(second.view());
    Workers workers;
    set.update(workers);
    LdiDetector detector(nullptr, {.grid = {.resolution = resolution}});
    detector.update(set, workers);
    Results results;
    detector.query(set, {.intersectionVolumes = true}, results, workers);
    layers = results.counters.ldiLayers;
    detector.intersection(set, 0, 1, shared, workers);
    detector.selfIntersection(set, 0, own, workers);
    a.add(first);
    b.add(second);
    both.add(first);
    both.add(second);
  }
};

std::string told(const char* format, double value) {
  std::array<char, 96> text;
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

/// Random points in a model's box, sorted into inside and outside.
struct Sorted {
  std::vector<Corner> inside, outside;

  Sorted(const Imaged& imaged, std::size_t count) {
    std::mt19937 random(1);
    const LdiView& view = imaged.image.view;
    std::vector<PackedPosition> points(count);
    for (PackedPosition& p : points) {
      Real* const x = &p.x;
      for (std::size_t k = 0; k < 3; ++k) {
        x[k] = static_cast<Real>(std::uniform_real_distribution<double>(view.min[k], view.max[k])(random));
      }
    }
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

class Figures {
 public:
  explicit Figures(int samples) : m_samples(samples) {}

  Image panel(Drawing drawing, const Bounds& shown, const Angle& angle, const std::vector<CaptionLine>& caption,
              RenderSettings settings = kPanel) const {
    settings.samples = m_samples;
    showBox(drawing, shown.min, shown.max, angle, settings);
    return withCaption(render(drawing, settings), caption);
  }

  Image testObjects() const {
    std::vector<Image> panels;
    std::size_t colour = 0;
    for (const PaperModel name :
         {PaperModel::Dragon, PaperModel::Santa, PaperModel::Rabbit, PaperModel::Reptile, PaperModel::Knot}) {
      const ClosedModel& model = models::paperModel(name);
      Bounds bounds;
      bounds.add(model);
      Drawing drawing;
      drawing.surfaces.push_back(drawBody(model.view(), bodyColour(colour++)));
      Angle angle = name == PaperModel::Santa ? kFromFront : kFromSide;
      if (name == PaperModel::Reptile) angle.elevation = 38;
      panels.push_back(panel(drawing, bounds, angle, {{std::string(models::nameOf(name)) + ", " + facesOf(model)}}));
    }
    return sheetOf("Heidelberger 2003, figure 6: test objects", panels, 3);
  }

  Image layers() const {
    const ClosedModel& dragon = models::paperModel(PaperModel::Dragon);
    Bounds bounds;
    bounds.add(dragon);
    const Imaged imaged(dragon, 128);
    Drawing body, rods;
    body.surfaces.push_back(drawBody(dragon.view(), bodyColour(0)));
    rods.surfaces.push_back(drawVolume(imaged.inside, bodyColour(0)));
    const Image sheet = drawLayers(imaged.image, 2, 4);
    const Image top = sheetOf("Heidelberger 2003, figures 3 and 4: a layered depth image",
                              {panel(body, bounds, kFromSide, {{"dragon, " + facesOf(dragon)}}),
                               panel(rods, bounds, kFromSide, {{"inside, by its image of 128 pixels"}})},
                              2);
    const Image below =
        withCaption(sheet, {{std::to_string(imaged.image.layers()) +
                             " layers, nearest first: entry points blue, exit points yellow, near points bright"}});
    Image all(std::max(top.width(), below.width() + 20), top.height() + below.height() + 10, kPaper);
    all.paste(top, 0, 0);
    all.paste(below, 10, top.height());
    return all;
  }

  Image overlap(const models::Overlap& pair) const {
    const ClosedModel &first = models::paperModel(pair.first), second = models::secondOf(pair);
    const Overlapping found(first, second, 128);
    Drawing drawing;
    drawing.surfaces.push_back(drawBody(first.view(), bodyColour(0), kBodyGlass));
    drawing.surfaces.push_back(drawBody(second.view(), bodyColour(1), kBodyGlass));
    drawing.surfaces.push_back(drawVolume(found.shared, kIntersectionRed));
    drawing.surfaces.push_back(drawBox(found.a.min, found.a.max, kBoxEdge, 0.003));
    drawing.surfaces.push_back(drawBox(found.b.min, found.b.max, kBoxEdge, 0.003));
    drawing.surfaces.push_back(drawBox(found.shared.view.min, found.shared.view.max, kEdge, 0.006));
    return panel(drawing, found.both, kFromSide,
                 {{std::string(models::nameOf(pair.first)) + " and " + std::string(models::nameOf(pair.second)) +
                   told(", %.0f layers", double(found.layers))},
                  {told("intersection volume %.3g", found.shared.volume), toRgb(kIntersectionRed)}});
  }

  Image overlaps(bool complex) const {
    std::vector<Image> panels;
    for (const models::Overlap& pair : models::paperOverlaps()) {
      if (pair.complex == complex && pair.second != PaperModel::Dragon) panels.push_back(overlap(pair));
    }
    return sheetOf(std::string("Heidelberger 2003, figure ") + (complex ? "8: complex" : "7: simple") +
                       " intersections; boxes, volume of interest, intersection volume",
                   panels, 3);
  }

  Image knotAndDragon() const {
    const models::Overlap& pair = models::paperOverlaps().back();
    const Overlapping found(models::paperModel(pair.first), models::secondOf(pair), 128);
    Bounds shown;
    shown.min = found.shared.min;
    shown.max = found.shared.max;
    Drawing alone;
    alone.surfaces.push_back(drawVolume(found.shared, kIntersectionRed));
    return sheetOf("Heidelberger 2003, figure 9: knot and dragon",
                   {overlap(pair), panel(alone, shown, kFromSide, {{"only the intersection volume"}})}, 2);
  }

  Image pointsIn(PaperModel name, std::size_t count, const std::string& title) const {
    const ClosedModel& model = models::paperModel(name);
    Bounds bounds;
    bounds.add(model);
    const Imaged imaged(model, 128), coarse(model, 64);
    const Sorted points(imaged, count);
    Drawing body, rods, found;
    body.surfaces.push_back(drawBody(model.view(), bodyColour(0)));
    // Only some of the points outside are drawn, because all of them would hide the body.
    const std::size_t shown = std::min<std::size_t>(points.outside.size(), 3000);
    body.surfaces.push_back(drawParticles(std::span(points.outside).first(shown), 0.0022, kBoxEdge));
    rods.surfaces.push_back(drawVolume(coarse.inside, bodyColour(0)));
    found.surfaces.push_back(drawBody(model.view(), bodyColour(0), 0.05f));
    found.surfaces.push_back(drawParticles(points.inside, 0.003, kIntersectionRed));
    return sheetOf(
        title,
        {panel(body, bounds, kFromSide, {{std::string(models::nameOf(name)) + ", " + facesOf(model)}}),
         panel(rods, bounds, kFromSide, {{"inside, by its image of 64 pixels"}}),
         panel(found, bounds, kFromSide,
               {{std::to_string(points.inside.size()) + " of " + std::to_string(count) + " points inside"}})},
        3);
  }

  Image particles() const {
    ParticleScene scene;
    Bounds shown;
    shown.min = {-0.42, -0.55, -0.3};
    shown.max = {0.42, 0.62, 0.3};
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
      Drawing drawing;
      drawing.surfaces.push_back(drawBody(scene.model().view(), {0.62f, 0.62f, 0.64f}));
      drawing.surfaces.push_back(drawParticles(falling, 0.0035, bodyColour(0)));
      drawing.surfaces.push_back(drawParticles(hit, 0.0055, kIntersectionRed));
      panels.push_back(panel(drawing, shown, kFromFront, {{told("after %.1f s", frame / 60.0)}}, kUpright));
    }
    return sheetOf("Heidelberger 2003, figure 11: Santa, 10,000 faces, among 20,000 particles; red: in contact", panels,
                   3);
  }

  Image handAndPhone() const {
    const ClosedModel phone = models::phoneInHand();
    std::vector<Image> panels;
    Bounds shown;
    shown.add(models::closingHand(0));
    shown.add(models::closingHand(0.5));
    shown.add(phone);
    for (const double closed : {0.15, 0.6, 0.9, 1.0}) {
      const ClosedModel hand = models::closingHand(closed);
      const Overlapping found(hand, phone, 64);
      Drawing drawing;
      drawing.surfaces.push_back(drawBody(hand.view(), bodyColour(0), kBodyGlass));
      drawing.surfaces.push_back(drawBody(phone.view(), bodyColour(1), closed == 1 ? 0.0f : kBodyGlass));
      drawing.surfaces.push_back(drawVolume(found.shared, kIntersectionRed));
      drawing.surfaces.push_back(drawVolume(found.own, kSelfIntersectionGreen));
      std::vector<CaptionLine> caption = {
          {told("collision %.3g", found.shared.volume), toRgb(kIntersectionRed)},
          {told("self-collision %.3g", found.own.volume), toRgb(kSelfIntersectionGreen)}};
      panels.push_back(panel(drawing, shown, kFromFront, caption, kUpright));
    }
    return sheetOf("Heidelberger 2004, figures 3 and 4: a hand of 4,800 faces closes on a phone of 900", panels, 4);
  }

  Image mouseAndHat() const {
    const ClosedModel& mouse = models::paperModel(PaperModel::Mouse);
    Bounds shown;
    shown.add(mouse);
    shown.add(models::fallingHat(0));
    std::vector<Image> panels;
    for (const double down : {0.45, 1.0}) {
      const ClosedModel hat = models::fallingHat(down);
      const Overlapping found(hat, mouse, 64);
      Drawing drawing;
      drawing.surfaces.push_back(drawBody(mouse.view(), bodyColour(6), kBodyGlass));
      drawing.surfaces.push_back(drawBody(hat.view(), bodyColour(0), kBodyGlass));
      drawing.surfaces.push_back(drawVolume(found.shared, kIntersectionRed));
      panels.push_back(panel(drawing, shown, kFromFront,
                             {{told("intersection volume %.3g", found.shared.volume), toRgb(kIntersectionRed)}}));
      if (down < 1) continue;
      Bounds volume;
      volume.min = found.shared.min;
      volume.max = found.shared.max;
      Drawing alone;
      alone.surfaces.push_back(drawVolume(found.shared, kIntersectionRed));
      panels.push_back(panel(alone, volume, kFromFront, {{"only the volume, 64 pixels"}}));
    }
    return sheetOf("Heidelberger 2004, figure 6: a hat of 1,500 faces and a mouse of 15,000", panels, 3);
  }

 private:
  int m_samples;  ///< per side of a pixel
};

struct PaperPicture {
  const char* name;
  Image (*draw)(const Figures& figures);
};

constexpr std::array<PaperPicture, 10> kFigures = {
    {{"2003-objects", [](const Figures& f) { return f.testObjects(); }},
     {"2003-layers", [](const Figures& f) { return f.layers(); }},
     {"2003-simple", [](const Figures& f) { return f.overlaps(false); }},
     {"2003-complex", [](const Figures& f) { return f.overlaps(true); }},
     {"2003-knot-dragon", [](const Figures& f) { return f.knotAndDragon(); }},
     {"2003-vertices",
      [](const Figures& f) {
        return f.pointsIn(PaperModel::Rabbit, 100'000, "Heidelberger 2003, figure 10: 100,000 vertices in a volume");
      }},
     {"2003-particles", [](const Figures& f) { return f.particles(); }},
     {"2004-hand", [](const Figures& f) { return f.handAndPhone(); }},
     {"2004-dragon",
      [](const Figures& f) {
        return f.pointsIn(PaperModel::Dragon, 100'000, "Heidelberger 2004, figure 5: particles in a dragon");
      }},
     {"2004-hat", [](const Figures& f) { return f.mouseAndHat(); }}}};

}  // namespace

std::vector<std::string> paperPictures(const std::string& folder, int samples, const Progress& progress) {
  const Figures figures(samples);
  std::vector<std::string> files;
  for (const PaperPicture& figure : kFigures) {
    progress(std::string("picture heidelberger") + figure.name);
    files.push_back(std::string("heidelberger") + figure.name + ".png");
    figure.draw(figures).save((std::filesystem::path(folder) / files.back()).string(), Links::Replace);
  }
  return files;
}

}  // namespace pliant::benchmarks
