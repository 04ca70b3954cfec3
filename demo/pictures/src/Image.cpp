#include <pliant/detectors/Error.h>
#include <pliant/pictures/Image.h>

#include <algorithm>
#include <sstream>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_easy_font.h>
#include <stb/stb_image_write.h>

namespace pliant {
namespace {

// Vertex of stb_easy_font: position and an unused RGBA colour. Four vertices make a quad.
struct FontVertex {
  float x, y, z;
  std::uint8_t colour[4];
};

}  // namespace

Image::Image(int width, int height, Rgb fill)
    : m_width(width),
      m_height(height),
      m_pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), fill) {}

void Image::fill(int x, int y, int width, int height, Rgb colour) {
  const int right = std::min(x + width, m_width), bottom = std::min(y + height, m_height);
  for (int j = std::max(0, y); j < bottom; ++j) {
    for (int i = std::max(0, x); i < right; ++i) at(i, j) = colour;
  }
}

Image Image::halved() const {
  Image half(m_width / 2, m_height / 2);
  for (int y = 0; y < half.m_height; ++y) {
    for (int x = 0; x < half.m_width; ++x) {
      for (std::size_t k = 0; k < 3; ++k) {
        const int sum =
            at(2 * x, 2 * y)[k] + at(2 * x + 1, 2 * y)[k] + at(2 * x, 2 * y + 1)[k] + at(2 * x + 1, 2 * y + 1)[k];
        half.at(x, y)[k] = static_cast<std::uint8_t>((sum + 2) / 4);
      }
    }
  }
  return half;
}

void Image::paste(const Image& other, int x, int y) {
  for (int j = std::max(0, -y); j < other.m_height && y + j < m_height; ++j) {
    for (int i = std::max(0, -x); i < other.m_width && x + i < m_width; ++i) at(x + i, y + j) = other.at(i, j);
  }
}

void Image::write(int x, int y, std::string_view text, Rgb colour, int scale) {
  std::string line(text);
  std::vector<FontVertex> vertices(4 * 64 * (line.size() + 1));
  const int quads = stb_easy_font_print(0, 0, line.data(), nullptr, vertices.data(),
                                        static_cast<int>(vertices.size() * sizeof(FontVertex)));
  for (std::size_t q = 0; q < static_cast<std::size_t>(quads); ++q) {
    const FontVertex &low = vertices[4 * q], &high = vertices[4 * q + 2];
    fill(x + static_cast<int>(low.x) * scale, y + static_cast<int>(low.y) * scale,
         static_cast<int>(high.x - low.x) * scale, static_cast<int>(high.y - low.y) * scale, colour);
  }
}

int Image::textWidth(std::string_view text, int scale) {
  std::string line(text);
  return stb_easy_font_width(line.data()) * scale;
}

std::vector<std::string> Image::wrap(std::string_view text, int width, int scale) {
  std::vector<std::string> lines;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (!lines.empty() && textWidth(lines.back() + ' ' + word, scale) <= width) {
      lines.back() += ' ' + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

void Image::save(const std::string& path, Links links) const {
  std::string content;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &content, m_width, m_height, 3, m_pixels.data(), 3 * m_width) == 0) {
    throw Error(path + ": the picture can't be encoded");
  }
  writeFile(path, content, links);
}

Image Image::load(const std::string& path) {
  int width = 0, height = 0, channels = 0;
  stbi_uc* const data = stbi_load(path.c_str(), &width, &height, &channels, 3);
  if (!data) throw Error(path + ": can't be read as a picture");
  Image image(width, height);
  for (std::size_t i = 0; i < image.m_pixels.size(); ++i) {
    image.m_pixels[i] = {data[3 * i], data[3 * i + 1], data[3 * i + 2]};
  }
  stbi_image_free(data);
  return image;
}

}  // namespace pliant
