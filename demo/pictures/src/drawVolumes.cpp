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
  return {static_cast<btScalar>(p[0]), static_cast<btScalar>(p[1]), static_cast<btScalar>(p[2])};
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
  return surface;
}

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
  const LdiView& view = volume.view;
  const auto column = static_cast<std::size_t>(view.columnAxis()), row = static_cast<std::size_t>(view.rowAxis()),
             depth = std::size_t{view.axis};
  for (const LdiSpan& span : volume.spans) {
    Corner min{}, max{};
    const auto set = [&](std::size_t axis, double unit, double low, double high) {
      min[axis] = std::min(view.min[axis] + unit * low, view.max[axis]);
      max[axis] = std::min(view.min[axis] + unit * high, view.max[axis]);
    };
    set(column, view.pixel[0], span.pixel % view.width, span.pixel % view.width + 1.0);
    set(row, view.pixel[1], span.pixel / view.width, span.pixel / view.width + 1.0);
    set(depth, view.range(), double{span.low}, double{span.high});
    appendBox(surface.mesh, min, max);
  }
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
          const double bright = 235 - 190 * double{entry.depth};
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
