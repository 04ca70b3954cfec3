#include <pliant/pictures/drawVolumes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

using Corner = std::array<double, 3>;

constexpr std::array<Colour, 8> kBodies{{{0.10f, 0.32f, 0.58f},
                                         {0.86f, 0.58f, 0.16f},
                                         {0.12f, 0.48f, 0.34f},
                                         {0.48f, 0.30f, 0.60f},
                                         {0.36f, 0.66f, 0.78f},
                                         {0.72f, 0.70f, 0.30f},
                                         {0.62f, 0.62f, 0.66f},
                                         {0.20f, 0.60f, 0.50f}}};

btVector3 vectorOf(const Corner& p) {
  return vec(p[0], p[1], p[2]);
}

void appendBox(SoftMesh& mesh, const Corner& min, const Corner& max) {
  constexpr std::array<Triangle, 12> kFaces{{{0, 2, 1},
                                             {1, 2, 3},
                                             {4, 5, 6},
                                             {5, 7, 6},
                                             {0, 1, 4},
                                             {1, 5, 4},
                                             {2, 6, 3},
                                             {3, 6, 7},
                                             {0, 4, 2},
                                             {2, 4, 6},
                                             {1, 3, 5},
                                             {3, 7, 5}}};
  const auto first = static_cast<Index>(mesh.positions.size());
  for (unsigned i = 0; i < 8; ++i) {
    mesh.positions.push_back(
        vectorOf({(i & 1) != 0 ? max[0] : min[0], (i & 2) != 0 ? max[1] : min[1], (i & 4) != 0 ? max[2] : min[2]}));
  }
  for (const Triangle& t : kFaces) mesh.faces.push_back({first + t[0], first + t[1], first + t[2]});
}

DrawnSurface flatSurface(const Colour& colour) {
  DrawnSurface surface;
  surface.colour = colour;
  surface.smooth = false;
  surface.aid = true;
  surface.closed = true;
  return surface;
}

/// Faces of a volume's spans, each span as a rod over its pixel, without faces between adjacent spans.
class SpanFaces {
 public:
  SpanFaces(const LdiVolume& volume, SoftMesh& mesh) : m_volume(volume), m_view(volume.view), m_mesh(mesh) {
    m_firstOf.assign(m_view.pixels() + 1, 0);
    for (const LdiSpan& span : volume.spans) ++m_firstOf[span.pixel + 1];
    for (std::size_t pixel = 0; pixel < m_view.pixels(); ++pixel) m_firstOf[pixel + 1] += m_firstOf[pixel];
    for (const LdiSpan& span : volume.spans) append(span);
  }

 private:
  void append(const LdiSpan& span) {
    const std::array<Index, 2> at{span.pixel % m_view.width, span.pixel / m_view.width};
    const std::array<Index, 2> size{m_view.width, m_view.height};
    for (const bool high : {false, true}) appendEnd(at, high ? span.high : span.low, high);
    for (std::size_t side = 0; side < 2; ++side) {
      for (const bool high : {false, true}) {
        std::array<Index, 2> beside = at;
        const bool outermost = high ? at[side] + 1 == size[side] : at[side] == 0;
        beside[side] += high ? 1 : outermost ? 0 : Index(-1);
        appendSide(span, at, side, high, outermost ? std::span<const LdiSpan>() : spansAt(beside));
      }
    }
  }

  std::span<const LdiSpan> spansAt(const std::array<Index, 2>& at) const {
    const std::size_t pixel = std::size_t{at[1]} * m_view.width + at[0];
    return std::span(m_volume.spans).subspan(m_firstOf[pixel], m_firstOf[pixel + 1] - m_firstOf[pixel]);
  }

  /// Appends the pieces of a side that the spans of the adjacent pixel do not cover.
  void appendSide(const LdiSpan& span, const std::array<Index, 2>& at, std::size_t side, bool high,
                  std::span<const LdiSpan> beside) {
    float from = span.low;
    for (const LdiSpan& other : beside) {
      if (other.high <= from) continue;
      if (other.low >= span.high) break;
      if (other.low > from) appendPiece(at, side, high, from, other.low);
      from = other.high;
    }
    if (from < span.high) appendPiece(at, side, high, from, span.high);
  }

  /// Returns the point at a column, a row and a depth.
  Corner place(double column, double row, double depth) const {
    Corner p{};
    const auto set = [&](std::size_t axis, double off) {
      p[axis] = std::min(m_view.min[axis] + off, m_view.max[axis]);
    };
    set(static_cast<std::size_t>(m_view.columnAxis()), m_view.pixel[0] * column);
    set(static_cast<std::size_t>(m_view.rowAxis()), m_view.pixel[1] * row);
    set(std::size_t{m_view.axis}, m_view.range() * depth);
    return p;
  }

  void appendEnd(const std::array<Index, 2>& at, float depth, bool high) {
    std::array<Corner, 4> corners;
    for (std::size_t i = 0; i < 4; ++i) corners[i] = place(at[0] + kAround[i][0], at[1] + kAround[i][1], double{depth});
    appendFace(corners, std::size_t{m_view.axis}, high);
  }

  void appendPiece(const std::array<Index, 2>& at, std::size_t side, bool high, float from, float to) {
    std::array<Corner, 4> corners;
    for (std::size_t i = 0; i < 4; ++i) {
      std::array<double, 2> p{static_cast<double>(at[0]), static_cast<double>(at[1])};
      p[side] += high ? 1 : 0;
      p[1 - side] += kAround[i][0];
      corners[i] = place(p[0], p[1], double{kAround[i][1] > 0 ? to : from});
    }
    appendFace(corners, static_cast<std::size_t>(side == 0 ? m_view.columnAxis() : m_view.rowAxis()), high);
  }

  /// Appends a quadrilateral across an axis, with corners in cyclic order. Its normal is along the axis if `high`, else
  /// against it.
  void appendFace(const std::array<Corner, 4>& corners, std::size_t axis, bool high) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double turn = (corners[1][u] - corners[0][u]) * (corners[3][v] - corners[0][v]) -
                        (corners[1][v] - corners[0][v]) * (corners[3][u] - corners[0][u]);
    const auto first = static_cast<Index>(m_mesh.positions.size());
    for (const Corner& p : corners) m_mesh.positions.push_back(vectorOf(p));
    const Index left = (turn > 0) == high ? 1 : 3, right = 4 - left;
    m_mesh.faces.push_back({first, first + left, first + 2});
    m_mesh.faces.push_back({first, first + 2, first + right});
  }

  static constexpr double kAround[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const LdiVolume& m_volume;
  const LdiView& m_view;
  SoftMesh& m_mesh;
  std::vector<std::size_t> m_firstOf;  ///< offset of the spans of each pixel
};

}  // namespace

Colour bodyColour(std::size_t body) {
  return kBodies[body % kBodies.size()];
}

DrawnSurface drawBody(const BodyView& body, const Colour& colour, float opacity) {
  DrawnSurface surface;
  surface.colour = colour;
  surface.opacity = opacity;
  for (Index v = 0; v < body.positions.count; ++v) {
    const Real* const p = body.positions[v];
    surface.mesh.positions.emplace_back(p[0], p[1], p[2]);
  }
  for (Index f = 0; f < body.triangles.count; ++f) {
    const Index* const t = body.triangles[f];
    surface.mesh.faces.push_back({t[0], t[1], t[2]});
  }
  return surface;
}

DrawnSurface drawVolume(const LdiVolume& volume, const Colour& colour) {
  DrawnSurface surface = flatSurface(colour);
  SpanFaces(volume, surface.mesh);
  return surface;
}

DrawnSurface drawBox(const Corner& min, const Corner& max, const Colour& colour, double thickness) {
  DrawnSurface surface = flatSurface(colour);
  const double half = thickness / 2;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (unsigned i = 0; i < 4; ++i) {
      const double atU = (i & 1) != 0 ? max[u] : min[u], atV = (i & 2) != 0 ? max[v] : min[v];
      Corner low{}, high{};
      low[axis] = min[axis] - half;
      high[axis] = max[axis] + half;
      low[u] = atU - half;
      high[u] = atU + half;
      low[v] = atV - half;
      high[v] = atV + half;
      appendBox(surface.mesh, low, high);
    }
  }
  return surface;
}

DrawnSurface drawParticles(std::span<const Corner> at, double radius, const Colour& colour) {
  constexpr std::array<Triangle, 8> kFaces{
      {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  DrawnSurface surface = flatSurface(colour);
  SoftMesh& mesh = surface.mesh;
  for (const Corner& p : at) {
    const auto first = static_cast<Index>(mesh.positions.size());
    for (std::size_t i = 0; i < 6; ++i) {
      Corner tip = p;
      tip[i / 2] += i % 2 == 0 ? radius : -radius;
      mesh.positions.push_back(vectorOf(tip));
    }
    for (const Triangle& t : kFaces) mesh.faces.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return surface;
}

void showBox(Drawing& drawing, const Corner& min, const Corner& max, const Angle& angle,
             const RenderSettings& settings) {
  Corner middle{}, half{};
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    middle[k] = (min[k] + max[k]) / 2;
    size = std::max(size, max[k] - min[k]);
  }
  if (!(size > 0)) size = 1;
  for (std::size_t k = 0; k < 3; ++k) half[k] = (max[k] - min[k]) / 2 / size;
  const auto fit = [&](btVector3& p) {
    p = vectorOf(
        {(double{p.x()} - middle[0]) / size, (double{p.y()} - middle[1]) / size, (double{p.z()} - middle[2]) / size});
  };
  for (DrawnSurface& surface : drawing.surfaces) {
    for (btVector3& p : surface.mesh.positions) fit(p);
  }
  for (DrawnPoint& point : drawing.points) {
    fit(point.at);
    point.radius /= size;
  }
  constexpr double kDegree = std::numbers::pi / 180, kRoom = 1.04;
  const double azimuth = angle.azimuth * kDegree, elevation = angle.elevation * kDegree;
  const Corner back = {std::cos(elevation) * std::sin(azimuth), std::sin(elevation),
                       std::cos(elevation) * std::cos(azimuth)};
  const Corner right = {std::cos(azimuth), 0, -std::sin(azimuth)};
  const Corner up = {-std::sin(elevation) * std::sin(azimuth), std::cos(elevation),
                     -std::sin(elevation) * std::cos(azimuth)};
  const double tangent = std::tan(angle.fieldOfView / 2 * kDegree);
  const double across = tangent * settings.width / settings.height;
  double distance = 0;
  for (unsigned i = 0; i < 8; ++i) {
    double x = 0, y = 0, z = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double p = (i >> k & 1) != 0 ? half[k] : -half[k];
      x += p * right[k];
      y += p * up[k];
      z += p * back[k];
    }
    distance = std::max({distance, z + kRoom * std::abs(x) / across, z + kRoom * std::abs(y) / tangent});
  }
  drawing.scale = 1;
  drawing.camera.eye = vectorOf({distance * back[0], distance * back[1], distance * back[2]});
  drawing.camera.target = btVector3(0, 0, 0);
  drawing.camera.fieldOfView = angle.fieldOfView;
}

Image drawLayers(const LayeredDepthImage& image, int scale, int columns) {
  constexpr int kGap = 6;
  constexpr Rgb kNothing{255, 255, 255};
  const auto width = static_cast<int>(image.view.width), height = static_cast<int>(image.view.height);
  const int layers = std::max(1, static_cast<int>(image.layers())), wide = std::min(columns, layers);
  const int rows = (layers + wide - 1) / wide;
  Image sheet(wide * (width * scale + kGap) - kGap, rows * (height * scale + kGap) - kGap, {225, 228, 232});
  for (int layer = 0; layer < layers; ++layer) {
    const int left = layer % wide * (width * scale + kGap), top = layer / wide * (height * scale + kGap);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const auto pixel =
            image.pixel(static_cast<std::size_t>(height - 1 - y) * image.view.width + static_cast<std::size_t>(x));
        Rgb colour = kNothing;
        if (static_cast<std::size_t>(layer) < pixel.size()) {
          const LdiEntry& entry = pixel[static_cast<std::size_t>(layer)];
          const double bright = 245 - 125 * double{entry.depth};
          const auto part = [&](double share) { return static_cast<std::uint8_t>(bright * share); };
          colour = entry.entering() ? Rgb{part(0.62), part(0.80), part(1)} : Rgb{part(1), part(0.82), part(0.50)};
        }
        sheet.fill(left + x * scale, top + y * scale, scale, scale, colour);
      }
    }
  }
  return sheet;
}

}  // namespace pliant
