// Tests pictures of volumes: glass, spans, boxes, particles, layers, and their camera.

#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawDetected.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include "PictureColours.h"

using namespace pliant;
using pictures::count, pictures::isRed, pictures::kSmall;

namespace {

bool isDark(const Rgb& c) {
  return c[0] < 60 && c[1] < 60 && c[2] < 60;
}

constexpr Colour kRed{0.8f, 0.05f, 0.05f}, kGrey{0.5f, 0.5f, 0.5f}, kBlack{0, 0, 0};

/// Returns a drawing of a red ball inside a larger grey ball.
Drawing ballInBall(float opacity) {
  Drawing drawing;
  drawing.surfaces.push_back({makeSphere(4, 1), kGrey, {}, true, opacity});
  drawing.surfaces.push_back({makeSphere(4, 0.5), kRed, {}, true});
  drawing.camera = {btVector3(0, 0, 5), btVector3(0, 0, 0), 40};
  return drawing;
}

/// Returns the interior of the mesh, sampled in its box.
LdiVolume insideOf(const SoftMesh& mesh, Index resolution, LayeredDepthImage& image) {
  BodySet set;
  set.add(mesh.view());
  set.update();
  Workers workers;
  SoftwareLdi renderer;
  renderer.render({set.positions(), 0, set.vertices(0).size(), set.faces(), false},
                  volumeOfInterest(set.box(0), {.resolution = resolution}), image, workers);
  LdiVolume volume;
  insideVolume(image, volume);
  return volume;
}

}  // namespace

TEST_CASE("what is within a body is seen through it if the body is of glass, and glass casts no shadow") {
  const int through = count(render(ballInBall(kBodyGlass), kSmall), isRed);
  CHECK(count(render(ballInBall(1), kSmall), isRed) == 0);
  CHECK(through > 200);
  // Glass behind the red ball is invisible.
  Drawing behind = ballInBall(kBodyGlass);
  place(behind.surfaces[0].mesh, btVector3(0, 0, -3));
  const int alone = count(render(behind, kSmall), isRed);
  CHECK(alone >= through);
  CHECK(alone < 1.3 * through);
  Drawing shadow;
  shadow.ground = true;
  shadow.camera = {btVector3(0, 5, 5), btVector3(0, 0, 0), 40};
  const auto darkest = [&] {
    const Image image = render(shadow, kSmall);
    int least = 255;
    for (int x = 0; x < image.width(); ++x) least = std::min(least, int{image.at(x, image.height() / 2)[1]});
    return least;
  };
  const int bare = darkest();
  shadow.surfaces.push_back({makeSphere(3, 0.5), kGrey, {}, true, 0.0f});
  place(shadow.surfaces[0].mesh, btVector3(1.06f, 2, 0.89f));
  CHECK(darkest() > bare - 30);
  shadow.surfaces[0].opacity = 1;
  CHECK(darkest() < bare - 30);
}

TEST_CASE("a volume is drawn as large as it is, rods over pixels, of which only what can be seen is drawn") {
  const SoftMesh ball = makeSphere(4, 1);
  LayeredDepthImage image;
  const LdiVolume volume = insideOf(ball, 32, image);
  const DrawnSurface rods = drawVolume(volume, kRed);
  CHECK(enclosedVolume(rods.mesh) == Approx(volume.volume).epsilon(1e-4));
  for (const btVector3& p : rods.mesh.positions) CHECK(p.length() < 1.2);
  // Two neighbouring spans of equal length form a box: two ends each, and six sides.
  LdiVolume two = volume;
  const auto middle = static_cast<std::uint32_t>((two.view.height / 2) * two.view.width + two.view.width / 2);
  two.spans = {{middle, 0.25f, 0.75f}, {middle + 1, 0.25f, 0.75f}};
  CHECK(drawVolume(two, kRed).mesh.faces.size() == 2 * (2 * 2 + 6));
  two.spans[1] = {middle + 1, 0.5f, 0.6f};
  CHECK(drawVolume(two, kRed).mesh.faces.size() == 2 * (2 * 2 + 6 + 2));
  LdiVolume none;
  CHECK(drawVolume(none, kRed).mesh.faces.empty());
}

TEST_CASE("boxes are their twelve edges, particles octahedra") {
  const DrawnSurface box = drawBox({0, 0, 0}, {1, 2, 3}, kBlack, 0.02);
  CHECK(box.mesh.faces.size() == 12 * 12);
  CHECK(enclosedVolume(box.mesh) == Approx(4 * 0.02 * 0.02 * (6 + 3 * 0.02)).epsilon(1e-3));
  const std::array<double, 3> at[] = {{1, 2, 3}, {-1, 0, 0}};
  const DrawnSurface particles = drawParticles(at, 0.1, kBlack);
  CHECK(particles.mesh.faces.size() == 16);
  CHECK(enclosedVolume(particles.mesh) == Approx(2 * 4.0 / 3 * 0.001).epsilon(1e-3));
}

TEST_CASE("a box is shown whole and large from every side, wherever it is and however large") {
  for (const double size : {1e-6, 1.0, 1e9}) {
    for (const Angle& angle : {Angle{0, 0, 24}, Angle{30, 20, 24}, Angle{-130, 60, 40}, Angle{90, -89, 24}}) {
      CAPTURE(size, angle.azimuth);
      const std::array<double, 3> min = {3 * size, -size, 0}, max = {4 * size, 0, 0.5 * size};
      Drawing drawing;
      drawing.surfaces.push_back(drawBox(min, max, kBlack, 0.02 * size));
      showBox(drawing, min, max, angle, kSmall);
      const Image image = render(drawing, kSmall);
      int left = kSmall.width, right = -1, top = kSmall.height, bottom = -1;
      for (int y = 0; y < kSmall.height; ++y) {
        for (int x = 0; x < kSmall.width; ++x) {
          if (!isDark(image.at(x, y))) continue;
          left = std::min(left, x);
          right = std::max(right, x);
          top = std::min(top, y);
          bottom = std::max(bottom, y);
        }
      }
      CHECK(left >= 0);
      CHECK(right <= kSmall.width - 1);
      CHECK(top > 0);
      CHECK(bottom < kSmall.height - 1);
      CHECK((bottom - top > 0.7 * kSmall.height || right - left > 0.7 * kSmall.width));
    }
  }
  Drawing point;
  showBox(point, {1, 1, 1}, {1, 1, 1}, {}, kSmall);
  CHECK(render(point, kSmall).width() == kSmall.width);
}

TEST_CASE("layers are drawn side by side: entries bluish, exits yellowish, nothing white") {
  const SoftMesh ball = makeSphere(4, 1);
  LayeredDepthImage image;
  insideOf(ball, 16, image);
  REQUIRE(image.layers() == 2);
  const Image sheet = drawLayers(image, 3, 5);
  CHECK(sheet.height() == 48);
  CHECK(sheet.width() == 2 * 48 + 6);
  const Rgb entry = sheet.at(24, 24), exit = sheet.at(48 + 6 + 24, 24);
  CHECK(entry[2] > entry[0]);
  CHECK(exit[0] > exit[2]);
  CHECK(sheet.at(0, 0) == Rgb{255, 255, 255});
  // One image per row gives a column.
  CHECK(drawLayers(image, 1, 1).height() == 2 * 16 + 6);
  CHECK(drawLayers({}, 3, 5).empty());
}

TEST_CASE("what a detector saw: volumes in bodies of glass, faces that intersect in red, particles inside in red") {
  const SoftMesh ball = makeSphere(3, 1);
  SoftMesh left = placed(ball, btVector3(-0.7f, 0, 0)), right = placed(ball, btVector3(0.7f, 0, 0)),
           far = placed(makeSphere(2, 1), btVector3(5, 0, 0)), cloud;
  cloud.positions = {btVector3(5, 0, 0), btVector3(5, 3, 0)};
  BodySet bodies;
  for (const SoftMesh* mesh : {&left, &right, &far, &cloud}) bodies.add(mesh->view());
  Workers workers;
  bodies.update(workers);
  LdiDetector ldi(nullptr, {.grid = {.resolution = 32}});
  ldi.update(bodies, workers);
  Results results;
  ldi.query(bodies, {.verticesInside = true, .intersectionVolumes = true, .selfIntersectionVolumes = true}, results,
            workers);
  const Drawing volumes = drawDetected(bodies, results);
  // Three bodies, particles outside and inside, one volume.
  REQUIRE(volumes.surfaces.size() == 6);
  CHECK(volumes.surfaces[0].opacity == kBodyGlass);
  CHECK(volumes.surfaces[1].opacity == kBodyGlass);
  CHECK(volumes.surfaces[2].opacity == kBodyGlass);  // a particle is inside
  CHECK(volumes.surfaces[3].mesh.faces.size() == 8);
  CHECK(volumes.surfaces[4].mesh.faces.size() == 8);
  CHECK(volumes.surfaces[4].colour == kIntersectionRed);
  CHECK(enclosedVolume(volumes.surfaces[5].mesh) == Approx(results.intersectionVolumes[0].volume).epsilon(0.02));

  SpatialHash hash;
  hash.update(bodies, workers);
  hash.query(bodies, {.facePairs = true}, results, workers);
  const Drawing faces = drawDetected(bodies, results);
  CHECK(faces.surfaces[0].opacity == kBodyGlass);
  CHECK(faces.surfaces[1].opacity == kBodyGlass);
  CHECK(faces.surfaces[2].opacity == 1);  // it intersects no body
  // The marked faces are visible from behind through glass, but not through an opaque body.
  const auto redFromBehind = [&](float opacity) {
    DrawnSurface body = faces.surfaces[0];
    body.opacity = opacity;
    return count(render({{body}, {}, false, {btVector3(-8, 0, 0), btVector3(0, 0, 0), 40}, 1, {}}, kSmall), isRed);
  };
  CHECK(redFromBehind(1) == 0);
  CHECK(redFromBehind(kBodyGlass) > 20);
  CHECK(count(render({{faces.surfaces[0]}, {}, false, {btVector3(0, 0, 8), btVector3(0, 0, 0), 40}, 1, {}}, kSmall),
              isRed) > 20);
  std::size_t marked = 0;
  for (const std::uint8_t mark : faces.surfaces[1].marked) marked += mark;
  CHECK(marked > 10);
  CHECK(marked < faces.surfaces[1].marked.size() / 2);
}

TEST_CASE("volumes of bodies of which some are open: those are left out") {
  const SoftMesh ball = makeSphere(3, 1), other = placed(ball, btVector3(1, 0, 0));
  SoftMesh open = ball;
  open.faces.pop_back();
  const std::vector<BodyView> views = {open.view(), ball.view(), other.view()};
  const DrawnVolumes drawn = drawVolumes(views, {.resolution = 32});
  CHECK(drawn.surfaces.size() == 1);
  CHECK(drawn.holds == std::vector<std::uint8_t>{0, 1, 1});
  CHECK(drawVolumes(views, {.resolution = 32}, false, true).empty());
}

TEST_CASE("captions are below, broken where they are long, and sheets hold all pictures") {
  const Image picture(200, 100, {10, 20, 30});
  const Image once = withCaption(picture, {{"one line"}});
  const Image twice = withCaption(picture, {{"a line that has far too many words for a picture of this width"}});
  CHECK(once.width() == 200);
  CHECK(once.height() > 100);
  CHECK(twice.height() > once.height());
  CHECK(once.at(199, 99) == Rgb{10, 20, 30});
  CHECK(withCaption(picture, {}).height() >= 100);
  const Image sheet = sheetOf("title", {picture, picture, picture}, 2);
  CHECK(sheet.width() > 400);
  CHECK(sheet.height() > 220);
  CHECK(count(sheet, [](const Rgb& c) { return c == Rgb{10, 20, 30}; }) == 3 * 200 * 100);
  CHECK(sheetOf("", {}, 3).width() > 0);
}
