#include <pliant/detectors/Error.h>
#include <pliant/pictures/Renderer.h>
#include <pliant/scenes/builders.h>
#include <pliant_catch.h>

#include <cmath>
#include <ctime>
#include <numbers>

#include "PictureColours.h"
#include "ScratchFolder.h"

using namespace pliant;
using pictures::allOf, pictures::count, pictures::differences, pictures::isRed, pictures::kSmall;

namespace {

Drawing ballFromFront(double distance) {
  Drawing drawing;
  drawing.surfaces.push_back({makeSphere(4, 1), {0.1f, 0.2f, 0.8f}, {}, true});
  drawing.camera = {btVector3(0, 0, btScalar(distance)), btVector3(0, 0, 0), 40};
  return drawing;
}

bool isBlue(const Rgb& c) {
  return c[2] > 1.3 * c[0] && c[2] > 1.15 * c[1];
}

}  // namespace

TEST_CASE("a ball covers the disc that perspective gives it") {
  const double distance = 5;
  const Image image = render(ballFromFront(distance), kSmall);
  // Radius [pixel] of the cone that touches the ball, in the image plane.
  const double focal = kSmall.height / 2.0 / std::tan(20 * std::numbers::pi / 180);
  const double radius = focal * std::tan(std::asin(1 / distance));
  REQUIRE(count(image, isBlue) == Approx(std::numbers::pi * radius * radius).epsilon(0.05));
}

TEST_CASE("what is nearer hides what is farther, whatever the order") {
  Drawing drawing = ballFromFront(5);
  DrawnSurface behind{makeSphere(3, 0.8), {0.8f, 0.05f, 0.05f}, {}, true};
  place(behind.mesh, btVector3(0, 0, -3));
  drawing.surfaces.insert(drawing.surfaces.begin(), behind);
  REQUIRE(count(render(drawing, kSmall), isRed) == 0);
  place(drawing.surfaces.front().mesh, btVector3(0, 0, 5));
  REQUIRE(count(render(drawing, kSmall), isRed) > 100);
}

TEST_CASE("marked faces are red") {
  Drawing drawing = ballFromFront(5);
  auto& marked = drawing.surfaces.front().marked;
  marked.assign(drawing.surfaces.front().mesh.faces.size(), 0);
  REQUIRE(count(render(drawing, kSmall), isRed) == 0);
  marked.assign(marked.size(), 1);
  const Image image = render(drawing, kSmall);
  REQUIRE(count(image, isRed) > 500);
  REQUIRE(count(image, isBlue) < 50);
}

TEST_CASE("the back of a sheet is paler than its front, except where faces have colours of their own") {
  Drawing drawing;
  DrawnSurface sheet{makeCloth(4, 3), {0.1f, 0.2f, 0.8f}, {}, true};
  drawing.surfaces.push_back(sheet);
  const auto colourFrom = [&](double height) {
    drawing.camera = {btVector3(0, btScalar(height), btScalar(0.01)), btVector3(0, 0, 0), 40};
    return render(drawing, kSmall).at(kSmall.width / 2, kSmall.height / 2);
  };
  // Light comes from above, so the shares of the colours are compared, not the colours.
  const auto blueness = [](const Rgb& c) {
    return static_cast<double>(c[2]) / static_cast<double>(c[0] + c[1] + c[2]);
  };
  const double oneSide = blueness(colourFrom(5)), otherSide = blueness(colourFrom(-5));
  const double front = std::max(oneSide, otherSide), back = std::min(oneSide, otherSide);
  CHECK(front > 0.47);
  CHECK(back < front - 0.05);
  CHECK(back > 1.0 / 3);
  const bool isFrontAbove = oneSide > otherSide;
  auto& drawn = drawing.surfaces.front();
  drawn.colours.assign(drawn.mesh.faces.size(), drawn.colour);
  CHECK(blueness(colourFrom(isFrontAbove ? -5 : 5)) > back + 0.04);
  drawn.colours.clear();
  for (Triangle& t : drawn.mesh.faces) std::swap(t[0], t[1]);
  CHECK((blueness(colourFrom(5)) > blueness(colourFrom(-5))) != isFrontAbove);
}

TEST_CASE("a point covers just what rays to its ball go through, at the rim of the picture and around the eye too") {
  Drawing drawing;
  drawing.camera = {btVector3(0, 0, 5), btVector3(0, 0, 0), 60};
  RenderSettings settings = kSmall;
  settings.samples = 1;
  const double focal = settings.height / 2.0 / std::tan(30 * std::numbers::pi / 180);
  const auto misses = [&](const btVector3& at, double radius) {
    drawing.points = {{at, radius, {0.85f, 0.03f, 0.02f}}};
    const Image image = render(drawing, settings);
    int covered = 0, wrong = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const double ray[3] = {(x + 0.5 - settings.width / 2.0) / focal, (settings.height / 2.0 - y - 0.5) / focal, -1};
        const double to[3] = {double{at.x()}, double{at.y()}, double{at.z()} - 5};
        double length = 0, along = 0, square = 0;
        for (int k = 0; k < 3; ++k) length += ray[k] * ray[k];
        for (int k = 0; k < 3; ++k) along += to[k] * ray[k] / std::sqrt(length);
        for (int k = 0; k < 3; ++k) square += to[k] * to[k];
        const double off = square - along * along - radius * radius;
        if (std::abs(off) < 1e-5 * square) continue;
        const bool hit = along > 0 && off < 0;
        covered += hit;
        wrong += hit != isRed(image.at(x, y));
      }
    }
    INFO(at.x() << ' ' << at.y() << ' ' << at.z() << ' ' << radius << ": " << covered);
    CHECK(covered > 0);
    return wrong;
  };
  for (const float x : {-3.0f, 0.0f, 2.0f}) {
    for (const float y : {-2.0f, 0.0f, 1.0f}) {
      for (const double radius : {0.05, 0.4, 2.0}) CHECK(misses(btVector3(x, y, 0), radius) == 0);
    }
  }
  CHECK(misses(btVector3(1, 0, btScalar(4.5)), 0.6) == 0);  // reaches behind the eye's plane
  CHECK(misses(btVector3(0, 0, btScalar(4.8)), 1) == 0);    // contains the eye
  drawing.points = {{btVector3(0, 0, 8), 0.5, {0.85f, 0.03f, 0.02f}}};
  CHECK(count(render(drawing, settings), isRed) == 0);
}

TEST_CASE("a point that is not in front is hidden by surfaces and by nearer points") {
  Drawing drawing = ballFromFront(5);
  drawing.points = {{btVector3(0, 0, -2), 0.5, {0.85f, 0.03f, 0.02f}, false}};
  CHECK(count(render(drawing, kSmall), isRed) == 0);
  drawing.points[0].at = btVector3(0, 0, 2);
  const int red = count(render(drawing, kSmall), isRed);
  CHECK(red > 100);
  for (const bool after : {false, true}) {
    Drawing two = drawing;
    two.points.insert(after ? two.points.end() : two.points.begin(),
                      {btVector3(0, 0, btScalar(2.5)), 0.5, {0.02f, 0.8f, 0.03f}, false});
    CHECK(count(render(two, kSmall), isRed) == 0);
    two.points[after ? 1 : 0].at.setZ(btScalar(-2));
    CHECK(count(render(two, kSmall), isRed) == red);
    two.points[after ? 1 : 0].inFront = true;
    CHECK(count(render(two, kSmall), isRed) < red);
  }
}

TEST_CASE("of points in one place the first is seen, and many small ones cost little") {
  Drawing drawing = ballFromFront(5);
  const auto seconds = [&] {
    const std::clock_t start = std::clock();
    render(drawing, kSmall);
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  const double without = seconds();
  drawing.points = {{btVector3(0, 0, 1), 0.5, {0.85f, 0.03f, 0.02f}}, {btVector3(0, 0, 2), 0.4, {0.02f, 0.03f, 0.9f}}};
  CHECK(count(render(drawing, kSmall), isRed) > 100);
  for (int i = 0; i < 20000; ++i) {
    const double angle = 0.1 * i, radius = 1.5 * i / 20000;
    drawing.points.push_back({btVector3(btScalar(radius * std::cos(angle)), btScalar(radius * std::sin(angle)), 0),
                              0.003,
                              {0.9f, 0.5f, 0.1f}});
  }
  // A search of all points for each sample would take hundreds of times as long.
  CHECK(seconds() < 10 * without + 0.5);
}

TEST_CASE("a triangle that reaches far beyond the picture fills it") {
  Drawing drawing = ballFromFront(5);
  for (const double far : {1e3, 1e9}) {
    SoftMesh& mesh = drawing.surfaces.front().mesh;
    mesh.positions = {btVector3(btScalar(-far), btScalar(-far), 0), btVector3(btScalar(far), btScalar(-far), 0),
                      btVector3(0, btScalar(far), 0)};
    mesh.faces = {{0, 1, 2}};
    CHECK(count(render(drawing, kSmall), isBlue) == kSmall.width * kSmall.height);
  }
}

TEST_CASE("a ball over the ground darkens it") {
  Drawing drawing = ballFromFront(5);
  place(drawing.surfaces.front().mesh, btVector3(0, btScalar(1.2), 0));
  drawing.camera = {btVector3(0, 4, 6), btVector3(0, btScalar(0.5), 0), 40};
  drawing.ground = true;
  const Image with = render(drawing, kSmall);
  drawing.surfaces.clear();
  const Image without = render(drawing, kSmall);
  int darker = 0;
  for (int y = 0; y < with.height(); ++y) {
    for (int x = 0; x < with.width(); ++x) {
      const Rgb &a = with.at(x, y), &b = without.at(x, y);
      if (!isBlue(a) && a[0] + 40 < b[0]) ++darker;
    }
  }
  REQUIRE(darker > 200);
}

TEST_CASE("a picture is the same twice, and with nothing or broken things in it") {
  const Image once = render(ballFromFront(5), kSmall), twice = render(ballFromFront(5), kSmall);
  REQUIRE(differences(once, twice, allOf(once)) == 0);
  REQUIRE(render({}, kSmall).width() == 160);
  Drawing broken = ballFromFront(5);
  broken.surfaces.front().mesh.positions[3].setX(std::nanf(""));
  broken.surfaces.front().mesh.positions[4].setX(btScalar(1e30));
  REQUIRE(count(render(broken, kSmall), isBlue) > 100);
}

TEST_CASE("text is broken between words into lines that are as wide as they may be, and no wider") {
  const std::string text =
      "time limit after 123 steps, rings come apart at step 300, momentum -33 %, makes 12 J of energy";
  for (const int width : {100, 200, 472, 5000}) {
    CAPTURE(width);
    const auto lines = Image::wrap(text, width);
    std::string joined;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      CHECK((Image::textWidth(lines[i]) <= width || lines[i].find(' ') == std::string::npos));
      if (i > 0) {
        const std::string next = lines[i].substr(0, lines[i].find(' '));
        CHECK(Image::textWidth(lines[i - 1] + ' ' + next) > width);
      }
      joined += (i > 0 ? " " : "") + lines[i];
    }
    CHECK(joined == text);
  }
  CHECK(Image::wrap("", 100).empty());
}

TEST_CASE("a picture survives its file") {
  const ScratchFolder folder;
  Image image(64, 32, {10, 20, 30});
  image.write(2, 2, "pliant", {250, 240, 230});
  REQUIRE(count(image, [](const Rgb& c) { return c == Rgb{250, 240, 230}; }) > 50);
  image.save(folder.path("a.png"));
  const Image back = Image::load(folder.path("a.png"));
  REQUIRE(back.width() == 64);
  REQUIRE(differences(back, image, allOf(image)) == 0);
  REQUIRE(image.halved().width() == 32);
  REQUIRE_THROWS_AS(image.save(folder.path("no/a.png")), Error);
  REQUIRE_THROWS_AS(Image::load(folder.write("b.png", "no picture")), Error);
}
