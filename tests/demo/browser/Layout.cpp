// Tests the places of the window's pictures and panels, in small windows and with large letters.

#include <algorithm>
#include <string>

#include "followScript.h"

namespace {

int redRows(const pliant::Image& image, int from, int to) {
  const int left = std::min(240, image.width() * 2 / 5), right = image.width() - std::min(240, image.width() * 3 / 10);
  return pictures::count(image, {left, from, right, to}, isRed);
}

/// Returns true if this column is grey at the bottom: a panel. The sky is bluish.
bool isPanel(const pliant::Image& image, int x) {
  for (int y = image.height() - 40; y < image.height(); ++y) {
    const pliant::Rgb& c = image.at(x, y);
    if (c[0] != c[1] || c[1] != c[2]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("browse: in a narrow window the pictures stand one above the other, stock Bullet's above") {
  const ScratchFolder folder;
  const std::string narrow = folder.path("narrow.png");
  follow(folder,
         "resize 640 900\ndetector spatial-hash\noverlay intersections\nscene clothedge\nsteps 40\n"
         "screenshot " +
             narrow + "\n");
  const pliant::Image image = pliant::Image::load(narrow);
  CHECK(redRows(image, 100, 450) > 20);
  CHECK(redRows(image, 451, 900) == 0);
}

TEST_CASE("browse: panels are hidden and come back") {
  const ScratchFolder folder;
  const std::string first = folder.path("first.png"), hidden = folder.path("hidden.png"),
                    back = folder.path("back.png");
  follow(folder, "beside off\noverlay none\nscene tori\nsteps 2\nscreenshot " + first + "\npress Hide\nframes 2\n" +
                     "screenshot " + hidden + "\npress Panels\nframes 2\nscreenshot " + back + "\n");
  CHECK(Halves(first).sameAs(Halves(back)));
  CHECK(!Halves(first).sameAs(Halves(hidden)));
  CHECK(isPanel(Halves(first).image, kWidth - 3));
  CHECK(!isPanel(Halves(hidden).image, kWidth - 3));
}

TEST_CASE(
    "browse: where there is no room for two panels the figures stand below the controls, and all can be pressed") {
  const ScratchFolder folder;
  const std::string large = folder.path("large.png"), small = folder.path("small.png");
  follow(folder,
         "beside off\noverlay none\nscene tori\nresize 800 600\nletters 2.5\nsteps 2\nframes 2\n"
         "press Step\nscreenshot " +
             large + "\nletters 1\nresize 500 350\nframes 2\npress Step\n" + "screenshot " + small + "\n");
  for (const std::string& file : {large, small}) {
    const pliant::Image image = pliant::Image::load(file);
    CHECK(!isPanel(image, image.width() - 3));
    CHECK(!isPanel(image, image.width() * 46 / 100));
  }
}
