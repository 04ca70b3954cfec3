#pragma once

#include <pliant/pictures/Image.h>

namespace pliant::detail {

/// Returns a flat picture for the dark window: white and pale colours become dark, greys are inverted. Strong colours
/// stay, so that a legend remains true.
Image darkPicture(Image picture);

}  // namespace pliant::detail
