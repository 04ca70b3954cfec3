#pragma once

#include <pliant/pictures/Image.h>

#include <string>
#include <vector>

namespace pliant {

inline constexpr Rgb kInk{30, 32, 36}, kPaper{250, 250, 248};

struct CaptionLine {
  std::string text;
  Rgb colour = kInk;
};

/// Returns the picture with lines below it, broken if they are too long. Bytes that are not printable ASCII become '?'.
Image withCaption(const Image& picture, const std::vector<CaptionLine>& lines);

/// Returns pictures of one size in rows of `columns` pictures, under a title.
Image sheetOf(const std::string& title, const std::vector<Image>& pictures, int columns);

}  // namespace pliant
