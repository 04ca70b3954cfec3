#pragma once

#include <pliant/pictures/Image.h>

// Straight lines in flat pictures. Places and widths are in pixels; what lies outside of the image is cut off. Lines
// have no smooth edges: draw at twice the size, then Image::halved().
namespace pliant {

struct Pixel {
  double x = 0, y = 0;
};

void drawLine(Image& image, Pixel from, Pixel to, int width, Rgb colour);
/// Draws a line with a head at its end. `head`: length of the head.
void drawArrow(Image& image, Pixel from, Pixel to, int width, double head, Rgb colour);

}  // namespace pliant
