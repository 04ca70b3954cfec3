#pragma once

#include <pliant/pictures/Image.h>

#include <string_view>

namespace pliant::benchmarks {

/// Draws a picture of the papers on layered depth images by its name, as `pliant bench ldi --pictures` names the file
/// without its ending. At most 1,200 pixels wide. `samples`: number of samples per side of a pixel.
/// Throws Error for an unknown name.
Image drawPaperPicture(std::string_view name, int samples);

}  // namespace pliant::benchmarks
