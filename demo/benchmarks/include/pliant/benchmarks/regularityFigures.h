#pragma once

#include <pliant/pictures/Image.h>

namespace pliant::benchmarks {

inline constexpr int kRegularityFigures = 10;

/// Draws a figure of Volino and Magnenat-Thalmann 1994 anew, with our models and method. `figure`: 1 to
/// kRegularityFigures. `samples`: number of samples per side of a pixel. At most 1,200 pixels wide.
/// Throws Error if there is no such figure.
Image regularityFigure(int figure, int samples);

}  // namespace pliant::benchmarks
