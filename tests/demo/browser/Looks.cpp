// Tests how bodies look in the browser's window.

#include <string>
#include <vector>

#include "followScript.h"

TEST_CASE("browse: wires are pale where a body is dark, and dark where it is pale") {
  const std::string begin = "resize 900 700\ndetector spatial-hash\nbeside off\noverlay none\nscene tori\nsteps 1\n";
  const std::vector<Halves> seen = picturesOf(begin, "", {"wires off\n", "wires on\n"});
  int paler = 0, darker = 0, onDark = 0;
  const auto grey = [](const pliant::Rgb& c) { return (c[0] + c[1] + c[2]) / 3; };
  for (int y = 150; y < seen[0].image.height(); ++y)
    for (int x = seen[0].left; x < seen[0].right; ++x) {
      const int before = grey(seen[0].image.at(x, y)), after = grey(seen[1].image.at(x, y));
      paler += after > before + 20 ? 1 : 0;
      darker += after < before - 20 ? 1 : 0;
      onDark += after < before - 20 && before < 60 ? 1 : 0;
    }
  CHECK(paler > 50);
  CHECK(darker > 50);
  CHECK(onDark < darker / 10);
}

TEST_CASE("browse: contact normals leave the bodies visible, however many contacts there are") {
  const std::vector<Halves> seen =
      picturesOf("resize 900 700\nshadows off\ndetector spatial-hash\nbeside on\nscene rings\noverlay none\nsteps 60\n",
                 "", {"overlay none\nframes 2\n", "overlay normals\nframes 2\n"});
  const auto isOrange = [](const pliant::Rgb& c) { return c[0] > 180 && c[0] > c[2] + 80 && c[1] > c[2] + 40; };
  const auto orange = [&](const Halves& of) { return of.count(of.left, of.middle, isOrange); };
  const int area = (seen[1].middle - seen[1].left) * seen[1].image.height() / 2;
  CHECK(orange(seen[1]) > 20);
  CHECK(orange(seen[1]) < area / 8);
}
