// Tests the drawings after the figures of Volino and Magnenat-Thalmann 1994.

#include <pliant/benchmarks/benchmarks.h>
#include <pliant/pictures/Image.h>
#include <pliant_catch.h>

#include "../demo/ScratchFolder.h"

using namespace pliant;

TEST_CASE("five pictures are drawn, each with colours in it") {
  const ScratchFolder folder;
  const auto files = benchmarks::regularityPictures(folder.path(""), 1, [](const std::string&) {});
  CHECK(files.size() == 5);
  for (const std::string& file : files) {
    INFO(file);
    const Image image = Image::load(folder.path(file));
    CHECK(image.width() > 700);
    std::size_t coloured = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const Rgb& p = image.at(x, y);
        coloured += std::max({p[0], p[1], p[2]}) > std::min({p[0], p[1], p[2]}) + 60;
      }
    CHECK(coloured > 5000);
  }
}
