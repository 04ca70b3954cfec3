#include <pliant/pictures/lines.h>

#include <algorithm>
#include <cmath>

namespace pliant {

void drawLine(Image& image, Pixel from, Pixel to, int width, Rgb colour) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const int steps = std::max(1, static_cast<int>(std::ceil(std::max(std::abs(dx), std::abs(dy)))));
  for (int i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps, half = width / 2.0;
    image.fill(static_cast<int>(std::lround(from.x + share * dx - half)),
               static_cast<int>(std::lround(from.y + share * dy - half)), width, width, colour);
  }
}

void drawArrow(Image& image, Pixel from, Pixel to, int width, double head, Rgb colour) {
  drawLine(image, from, to, width, colour);
  const double dx = from.x - to.x, dy = from.y - to.y, length = std::hypot(dx, dy);
  if (!(length > 0)) return;
  for (const double side : {-1.0, 1.0}) {
    constexpr double kCosine = 0.9, kSine = 0.436;
    const double x = kCosine * dx - side * kSine * dy, y = kCosine * dy + side * kSine * dx;
    drawLine(image, to, {to.x + head * x / length, to.y + head * y / length}, width, colour);
  }
}

}  // namespace pliant
