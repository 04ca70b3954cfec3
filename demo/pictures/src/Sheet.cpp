#include <pliant/pictures/Sheet.h>

#include <algorithm>

namespace pliant {
namespace {

constexpr int kSheetLine = 22, kIndent = 8, kSheetGap = 10;

std::string printable(std::string text) {
  for (char& c : text) c = c >= ' ' && c <= '~' ? c : '?';
  return text;
}

}  // namespace

Image withCaption(const Image& picture, const std::vector<CaptionLine>& lines) {
  std::vector<CaptionLine> broken;
  for (const CaptionLine& line : lines) {
    for (std::string& part : Image::wrap(printable(line.text), picture.width() - 2 * kIndent)) {
      broken.push_back({std::move(part), line.colour});
    }
  }
  Image all(picture.width(), picture.height() + kSheetLine * static_cast<int>(broken.size()) + kIndent, kPaper);
  all.paste(picture, 0, 0);
  int y = picture.height() + kIndent;
  for (const CaptionLine& line : broken) {
    all.write(kIndent, y, line.text, line.colour);
    y += kSheetLine;
  }
  return all;
}

Image sheetOf(const std::string& title, const std::vector<Image>& pictures, int columns) {
  int width = 0, height = 0;
  for (const Image& picture : pictures) {
    width = std::max(width, picture.width());
    height = std::max(height, picture.height());
  }
  const int count = static_cast<int>(pictures.size()), wide = std::clamp(columns, 1, std::max(1, count));
  const int rows = (count + wide - 1) / wide, across = wide * (width + kSheetGap) + kSheetGap;
  const std::vector<std::string> heading = Image::wrap(printable(title), across - 2 * kSheetGap);
  const int top = kSheetGap + kSheetLine * static_cast<int>(heading.size()) + 2;
  Image sheet(across, top + rows * (height + kSheetGap), kPaper);
  for (std::size_t i = 0; i < heading.size(); ++i) {
    sheet.write(kSheetGap, kSheetGap + kSheetLine * static_cast<int>(i), heading[i], kInk);
  }
  for (int i = 0; i < count; ++i) {
    sheet.paste(pictures[static_cast<std::size_t>(i)], kSheetGap + i % wide * (width + kSheetGap),
                top + i / wide * (height + kSheetGap));
  }
  return sheet;
}

}  // namespace pliant
