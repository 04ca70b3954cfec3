#pragma once

#include <pliant/io/writeFile.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

using Rgb = std::array<std::uint8_t, 3>;

/// An sRGB image. Rows are counted from the top, pixels from the left.
class Image {
 public:
  Image() = default;
  Image(int width, int height, Rgb fill = {255, 255, 255});

  int width() const { return m_width; }
  int height() const { return m_height; }
  bool empty() const { return m_pixels.empty(); }
  Rgb& at(int x, int y) { return m_pixels[index(x, y)]; }
  const Rgb& at(int x, int y) const { return m_pixels[index(x, y)]; }

  void fill(int x, int y, int width, int height, Rgb colour);
  /// Returns an image of half the width and height. Each pixel is the mean of four.
  Image halved() const;
  /// Copies `other` with its upper left corner at (x, y). Pixels outside are cut off.
  void paste(const Image& other, int x, int y);
  /// Writes one line of plain text with its upper left corner at (x, y). Letters are 8·scale pixels high.
  void write(int x, int y, std::string_view text, Rgb colour, int scale = 2);
  static int textWidth(std::string_view text, int scale = 2);
  /// Breaks `text` between words into lines of at most `width` pixels. A wider word gets its own line.
  static std::vector<std::string> wrap(std::string_view text, int width, int scale = 2);

  /// Writes a whole PNG file or no file. Throws Error if it can't be written.
  void save(const std::string& path, Links links = Links::Follow) const;
  /// Reads a PNG file. Throws Error if the file is not a PNG image.
  static Image load(const std::string& path);

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(x);
  }

  int m_width = 0, m_height = 0;
  std::vector<Rgb> m_pixels;
};

}  // namespace pliant
