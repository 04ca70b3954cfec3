#include "darkPicture.h"

#include <algorithm>
#include <cstdint>

namespace pliant::detail {
namespace {

// Colours whose smallest part is larger are pale; colours whose parts differ by a smaller share of the largest are
// grey.
constexpr int kPale = 170;
constexpr double kGrey = 0.2;
// Values of white and of black in the dark picture.
constexpr int kOfWhite = 28, kOfBlack = 235;

Rgb darkened(const Rgb& colour) {
  const int least = std::min({colour[0], colour[1], colour[2]}), most = std::max({colour[0], colour[1], colour[2]});
  if (least <= kPale && most - least > kGrey * most) return colour;
  Rgb dark{};
  // The hue stays: black and white change places.
  for (std::size_t k = 0; k < 3; ++k)
    dark[k] = static_cast<std::uint8_t>(kOfWhite + (colour[k] + 255 - most - least) * (kOfBlack - kOfWhite) / 255);
  return dark;
}

}  // namespace

Image darkPicture(Image picture) {
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) picture.at(x, y) = darkened(picture.at(x, y));
  return picture;
}

}  // namespace pliant::detail
