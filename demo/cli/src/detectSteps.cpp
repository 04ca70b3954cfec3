#include "detectSteps.h"

#include <pliant/pictures/Sheet.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <utility>

#include "Progress.h"

namespace pliant::cli {
namespace {

constexpr RenderSettings kBodies{.width = 720, .height = 600};
constexpr int kGap = 10;
constexpr double kParticle = 0.0018;  // radius of a cloud's particles [longest side of all bodies]

struct Extent {
  std::array<double, 3> min, max;

  explicit Extent(const BodySet& set) {
    min.fill(std::numeric_limits<double>::infinity());
    max.fill(-std::numeric_limits<double>::infinity());
    for (Index body = 0; body < set.bodyCount(); ++body) {
      for (std::size_t k = 0; k < 3; ++k) {
        min[k] = std::min(min[k], double{set.box(body).min[k]});
        max[k] = std::max(max[k], double{set.box(body).max[k]});
      }
    }
  }
  double longestSide() const { return std::max({max[0] - min[0], max[1] - min[1], max[2] - min[2]}); }
};

/// Draws the bodies, the first surfaces of the drawing, and the particles of clouds.
Drawing drawBodies(const BodySet& set, double longestSide) {
  Drawing drawing;
  std::vector<DrawnSurface> clouds;
  for (Index body = 0; body < set.bodyCount(); ++body) {
    const BodySet::Range vertices = set.vertices(body), faces = set.faces(body);
    DrawnSurface surface;
    surface.colour = bodyColour(body);
    std::vector<std::array<double, 3>> points;
    for (const PackedPosition& p : set.positions().subspan(vertices.begin, vertices.size())) {
      surface.mesh.positions.emplace_back(p.x, p.y, p.z);
      points.push_back({double{p.x}, double{p.y}, double{p.z}});
    }
    for (Triangle t : set.faces().subspan(faces.begin, faces.size())) {
      for (Index& v : t) v -= vertices.begin;
      surface.mesh.faces.push_back(t);
    }
    if (surface.mesh.faces.empty()) clouds.push_back(drawParticles(points, kParticle * longestSide, surface.colour));
    drawing.surfaces.push_back(std::move(surface));
  }
  for (DrawnSurface& cloud : clouds) drawing.surfaces.push_back(std::move(cloud));
  return drawing;
}

/// Returns both pictures in one: side by side if they fit, else one below the other.
Image together(const Image& bodies, Image flat) {
  if (flat.empty()) return bodies;
  while (flat.width() > kWidestStepPicture) flat = flat.halved();
  const bool beside = bodies.width() + kGap + flat.width() <= kWidestStepPicture && flat.height() <= bodies.height();
  Image both(beside ? bodies.width() + kGap + flat.width() : std::max(bodies.width(), flat.width()),
             beside ? bodies.height() : bodies.height() + kGap + flat.height(), kPaper);
  both.paste(bodies, 0, 0);
  both.paste(flat, beside ? bodies.width() + kGap : 0, beside ? 0 : bodies.height() + kGap);
  return both;
}

/// Returns a colour of letters: pale ones are hard to read on paper.
Rgb onPaper(const Colour& colour) {
  const float pale = std::min(1.0f, 0.35f / std::max(0.01f, 0.21f * colour[0] + 0.72f * colour[1] + 0.07f * colour[2]));
  return toRgb({pale * colour[0], pale * colour[1], pale * colour[2]});
}

std::string nameOf(std::size_t number) {
  char name[32];
  std::snprintf(name, sizeof name, "step-%02zu.png", number);
  return name;
}

}  // namespace

std::vector<WrittenStep> writeSteps(const StepwiseMethod& method, const StepwiseQuery& query, const BodySet& set,
                                    std::span<const MethodBody> bodies, const Angle& angle, const std::string& folder) {
  const Extent extent(set);
  const Drawing plain = drawBodies(set, extent.longestSide());
  std::vector<QueryStep> steps = method.steps(bodies, query);
  std::vector<WrittenStep> written;
  Progress progress("picture", steps.size());
  for (QueryStep& step : steps) {
    Drawing drawing = plain;
    addPicture(std::move(step.picture), drawing);
    showBox(drawing, extent.min, extent.max, angle, kBodies);
    const std::size_t number = written.size() + 1;
    std::vector<CaptionLine> caption{
        {std::to_string(number) + " of " + std::to_string(steps.size()) + ": " + step.title},
        {step.sentence, {85, 88, 94}}};
    for (const LegendLine& line : step.legend) caption.push_back({line.text, onPaper(line.colour)});
    const Image picture = withCaption(together(render(drawing, kBodies), std::move(step.image)), caption);
    written.push_back({nameOf(number), std::move(step.title), std::move(step.sentence)});
    picture.save((std::filesystem::path(folder) / written.back().picture).string(), Links::Replace);
    progress.advance();
  }
  return written;
}

}  // namespace pliant::cli
