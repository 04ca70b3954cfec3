#include <pliant/pictures/Renderer.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "Shadows.h"
#include "Vector.h"
#include "ZBuffer.h"

namespace pliant {
namespace {

using detail::DrawnTriangle;
using detail::Frame;
using detail::kLight;
using detail::SampleRange;
using detail::Shadows;
using detail::Vec;
using detail::ZBuffer;

constexpr Colour kSkyTop{0.52f, 0.62f, 0.74f}, kSkyLow{0.90f, 0.92f, 0.94f}, kGround{0.62f, 0.63f, 0.64f};
constexpr float kSmoothCosine = 0.7071f;
constexpr float kGlassColour = 0.5f;  ///< share of the light of other colours that coloured glass absorbs

Colour times(const Colour& a, float s) {
  return {a[0] * s, a[1] * s, a[2] * s};
}

// A corner's normal is the mean of those faces at its vertex whose normals are near its own face's normal.
void appendSurface(const DrawnSurface& surface, std::vector<DrawnTriangle>& triangles) {
  const SoftMesh& mesh = surface.mesh;
  std::vector<Vec> faceNormal(mesh.faces.size()), unitNormal(mesh.faces.size());
  // Faces of vertex v: facesAt[firstAt[v]] to facesAt[firstAt[v + 1] - 1].
  std::vector<Index> firstAt(mesh.positions.size() + 1), facesAt(3 * mesh.faces.size());
  for (Index f = 0; f < mesh.faces.size(); ++f) {
    const Triangle& t = mesh.faces[f];
    const Vec a = detail::toVec(mesh.positions[t[0]]);
    faceNormal[f] = cross(detail::toVec(mesh.positions[t[1]]) - a, detail::toVec(mesh.positions[t[2]]) - a);
    unitNormal[f] = detail::normalized(faceNormal[f]);
    for (const Index v : t) ++firstAt[v];
  }
  std::partial_sum(firstAt.begin(), firstAt.end(), firstAt.begin());
  for (std::size_t f = mesh.faces.size(); f-- > 0;) {
    for (const Index v : mesh.faces[f]) facesAt[--firstAt[v]] = static_cast<Index>(f);
  }
  for (Index f = 0; f < mesh.faces.size(); ++f) {
    DrawnTriangle drawn;
    for (std::size_t k = 0; k < 3; ++k) {
      const Index v = mesh.faces[f][k];
      drawn.corner[k] = detail::toVec(mesh.positions[v]);
      Vec sum = unitNormal[f];
      if (surface.smooth) {
        sum = {};
        for (Index i = firstAt[v]; i < firstAt[v + 1]; ++i) {
          const Index other = facesAt[i];
          if (dot(unitNormal[other], unitNormal[f]) > kSmoothCosine) sum = sum + faceNormal[other];
        }
      }
      drawn.normal[k] = detail::normalized(sum);
    }
    const bool marked = !surface.marked.empty() && surface.marked[f] != 0;
    drawn.colour = marked ? kMarkColour : surface.colours.empty() ? surface.colour : surface.colours[f];
    drawn.back = marked || !hasPaleBacks(surface) ? drawn.colour : mix(drawn.colour, {1, 1, 1}, kBackWhite);
    drawn.opacity = marked ? 1 : surface.opacity;
    triangles.push_back(drawn);
  }
}

class View {
 public:
  View(const Camera& camera, float scale, int width, int height)
      : m_eye(detail::toVec(camera.eye) * scale),
        m_frame(Frame::along(detail::toVec(camera.target) * scale - m_eye)),
        m_width(static_cast<float>(width)),
        m_height(static_cast<float>(height)),
        m_near(0.02f * scale) {
    m_focal = m_height / 2 / static_cast<float>(std::tan(camera.fieldOfView * std::numbers::pi / 360));
  }

  Vec eye() const { return m_eye; }
  /// Returns pixel coordinates and inverse depth. `depth` is 0 for a point that is not in front of the camera.
  Vec project(Vec point, float& depth) const {
    const Vec p = m_frame.of(point - m_eye);
    depth = p.z > m_near ? p.z : 0;
    if (depth <= 0) return {};
    return {m_width / 2 + m_focal * p.x / p.z, m_height / 2 - m_focal * p.y / p.z, 1 / p.z};
  }
  Vec ray(float x, float y) const {
    return detail::normalized(m_frame.right * ((x - m_width / 2) / m_focal) +
                              m_frame.up * ((m_height / 2 - y) / m_focal) + m_frame.forward);
  }
  /// Returns columns and rows [begin, end) that contain all samples whose rays meet the ball.
  SampleRange around(Vec centre, float radius) const {
    const Vec c = m_frame.of(centre - m_eye);
    const auto width = static_cast<int>(m_width), height = static_cast<int>(m_height);
    const float square = c.z * c.z - radius * radius;
    if (!(c.z > 0 && square > 1e-4f * c.z * c.z)) return {0, width, 0, height};
    const auto edges = [&](float across, float middle, int size) {
      constexpr float kRounding = 2;
      const float half = radius * std::sqrt(across * across + square) / square * m_focal;
      const float at = middle + across * c.z / square * m_focal;
      return std::array<int, 2>{detail::flooredWithin(at - half - kRounding, 0, size),
                                detail::flooredWithin(at + half + kRounding + 1, 0, size)};
    };
    const auto x = edges(c.x, m_width / 2, width), y = edges(-c.y, m_height / 2, height);
    return {x[0], x[1], y[0], y[1]};
  }

 private:
  Vec m_eye;
  Frame m_frame;
  float m_width, m_height, m_near, m_focal = 1;
};

Colour sky(Vec ray) {
  return mix(kSkyLow, kSkyTop, std::clamp(ray.y * 1.5f + 0.25f, 0.0f, 1.0f));
}

float power40(float x) {
  const float x2 = x * x, x4 = x2 * x2, x5 = x4 * x, x10 = x5 * x5, x20 = x10 * x10;
  return x20 * x20;
}

Colour shade(const Colour& base, Vec point, Vec normal, Vec ray, const Shadows& shadows) {
  if (dot(normal, ray) > 0) normal = normal * -1;
  const float towards = dot(normal, kLight);
  const float lit = towards > 0 ? towards * shadows.light(point, normal) : 0;
  const float fromSky = 0.5f + 0.5f * normal.y;
  const Vec half = detail::normalized(kLight - ray);
  const float shine = lit > 0 ? 0.18f * power40(std::max(0.0f, dot(normal, half))) : 0;
  Colour colour;
  for (std::size_t k = 0; k < 3; ++k) {
    colour[k] = base[k] * (0.14f + 0.24f * fromSky + 0.72f * lit) + shine * lit;
  }
  return colour;
}

/// The parts of a drawing that all its rows use.
struct Scenery {
  struct Projected {
    std::array<Vec, 3> corner;
    int triangle;
    bool glass;
  };

  const Drawing& drawing;
  float scale;
  std::vector<DrawnTriangle> triangles;
  Shadows shadows;
  View view;
  std::vector<Projected> projected;  ///< triangles in front of the camera
  bool hasGlass = false;

  Scenery(const Drawing& drawn, int width, int height)
      : drawing(drawn),
        scale(static_cast<float>(drawn.scale)),
        triangles(gather(drawn)),
        shadows(triangles),
        view(drawn.camera, scale, width, height) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      Projected made{{}, static_cast<int>(t), triangles[t].opacity < 1};
      bool visible = true;
      for (std::size_t k = 0; k < 3; ++k) {
        float depth = 0;
        made.corner[k] = view.project(triangles[t].corner[k], depth);
        visible = visible && depth > 0;
      }
      hasGlass = hasGlass || made.glass;
      if (visible) projected.push_back(made);
    }
  }

 private:
  static std::vector<DrawnTriangle> gather(const Drawing& drawing) {
    std::vector<DrawnTriangle> triangles;
    for (const DrawnSurface& surface : drawing.surfaces) appendSurface(surface, triangles);
    return triangles;
  }
};

/// Some rows of a picture.
class Rows {
 public:
  Rows(const Scenery& scene, const SampleRange& range)
      : m_scene(scene), m_buffer(range), m_glass(scene.hasGlass ? range : SampleRange{}) {
    for (const Scenery::Projected& t : scene.projected) (t.glass ? m_glass : m_buffer).draw(t.corner, t.triangle);
    placePoints();
  }

  Colour sample(int x, int y) const {
    if (!m_pointAt.empty()) {
      const int point = m_pointAt[m_buffer.index(x, y)];
      if (point != kNoPoint) return m_scene.drawing.points[static_cast<std::size_t>(point)].colour;
    }
    const Vec ray = rayOf(x, y);
    const ZBuffer::Sample& hit = m_buffer.at(x, y);
    if (!m_scene.hasGlass) return behindGlass(hit, ray);
    const ZBuffer::Sample& glass = m_glass.at(x, y);
    Colour behind = behindGlass(hit, ray);
    if (glass.triangle == ZBuffer::kNothing || glass.nearness <= hit.nearness) return behind;
    // Glass tints the colour behind it, and is more opaque at grazing angles.
    const Vec normal = normalAt(glass);
    const DrawnTriangle& t = m_scene.triangles[static_cast<std::size_t>(glass.triangle)];
    const Colour& colour = colourOf(t, ray);
    const float strongest = std::max({colour[0], colour[1], colour[2], 1e-6f});
    for (std::size_t k = 0; k < 3; ++k) behind[k] *= 1 - kGlassColour * (1 - colour[k] / strongest);
    const float grazing = 1 - std::abs(dot(normal, ray)), opacity = t.opacity + (1 - t.opacity) * grazing * grazing;
    return mix(behind, shade(colour, surfacePoint(glass), normal, ray, m_scene.shadows), opacity);
  }

 private:
  static constexpr int kNoPoint = -1;

  Vec rayOf(int x, int y) const { return m_scene.view.ray(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f); }

  // Stores the point that each sample shows: the first of those in front that its ray meets, else the nearest. Each
  // ball is tested only in the region that can show it.
  void placePoints() {
    if (m_scene.drawing.points.empty()) return;
    const SampleRange& rows = m_buffer.range();
    m_pointAt.assign(m_buffer.size(), kNoPoint);
    std::vector<float> nearest(m_pointAt.size(), std::numeric_limits<float>::infinity());
    for (std::size_t p = 0; p < m_scene.drawing.points.size(); ++p) {
      const Vec to = detail::toVec(m_scene.drawing.points[p].at) - m_scene.view.eye();
      const auto radius = static_cast<float>(m_scene.drawing.points[p].radius);
      const SampleRange range = m_scene.view.around(to + m_scene.view.eye(), radius);
      for (int y = std::max(range.top, rows.top); y < std::min(range.bottom, rows.bottom); ++y) {
        for (int x = range.left; x < range.right; ++x) {
          const std::size_t sample = m_buffer.index(x, y);
          const Vec ray = rayOf(x, y);
          const float along = dot(to, ray), distance = m_scene.drawing.points[p].inFront ? 0 : along;
          const Vec off = to - ray * along;
          if (!(along > 0) || !(dot(off, off) < radius * radius) || !(distance < nearest[sample])) continue;
          if (distance > 0 && isHidden(m_buffer.at(x, y), distance)) continue;
          nearest[sample] = distance;
          m_pointAt[sample] = static_cast<int>(p);
        }
      }
    }
  }

  bool isHidden(const ZBuffer::Sample& hit, float distance) const {
    return hit.triangle != ZBuffer::kNothing && length(surfacePoint(hit) - m_scene.view.eye()) < distance;
  }

  Colour behindGlass(const ZBuffer::Sample& hit, Vec ray) const {
    const float depth = hit.triangle == ZBuffer::kNothing ? -1 : 1 / hit.nearness;
    if (m_scene.drawing.ground && ray.y < -1e-4f && m_scene.view.eye().y > 0) {
      const float distance = -m_scene.view.eye().y / ray.y;
      const Vec point = m_scene.view.eye() + ray * distance;
      const float surface = depth > 0 ? length(surfacePoint(hit) - m_scene.view.eye()) : 1e30f;
      if (distance < surface) return ground(point, ray, distance);
    }
    if (depth < 0) return sky(ray);
    const DrawnTriangle& t = m_scene.triangles[static_cast<std::size_t>(hit.triangle)];
    return shade(colourOf(t, ray), surfacePoint(hit), normalAt(hit), ray, m_scene.shadows);
  }

  /// Returns the colour of the side that a ray meets.
  static const Colour& colourOf(const DrawnTriangle& t, Vec ray) {
    const Vec normal = cross(t.corner[1] - t.corner[0], t.corner[2] - t.corner[0]);
    return dot(normal, ray) > 0 ? t.back : t.colour;
  }

  // Converts weights that are linear on the screen to weights in space.
  std::array<float, 3> weights(const ZBuffer::Sample& hit) const {
    const DrawnTriangle& t = m_scene.triangles[static_cast<std::size_t>(hit.triangle)];
    std::array<float, 3> w{1 - hit.b - hit.c, hit.b, hit.c};
    float sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      float depth = 0;
      m_scene.view.project(t.corner[k], depth);
      w[k] /= depth;
      sum += w[k];
    }
    for (float& x : w) x /= sum;
    return w;
  }

  Vec normalAt(const ZBuffer::Sample& hit) const {
    const DrawnTriangle& t = m_scene.triangles[static_cast<std::size_t>(hit.triangle)];
    const auto w = weights(hit);
    return detail::normalized(t.normal[0] * w[0] + t.normal[1] * w[1] + t.normal[2] * w[2]);
  }

  Vec surfacePoint(const ZBuffer::Sample& hit) const {
    const DrawnTriangle& t = m_scene.triangles[static_cast<std::size_t>(hit.triangle)];
    const auto w = weights(hit);
    return t.corner[0] * w[0] + t.corner[1] * w[1] + t.corner[2] * w[2];
  }

  Colour ground(Vec point, Vec ray, float distance) const {
    const auto line = [this](float v) {
      const float u = v / (0.5f * m_scene.scale), off = std::abs(u - std::round(u));
      return off < 0.012f ? 0.88f : 1.0f;
    };
    const Colour base = times(kGround, std::min(line(point.x), line(point.z)));
    const Colour lit = shade(base, point, {0, 1, 0}, ray, m_scene.shadows);
    const float fog = 1 - std::exp(-std::max(0.0f, distance / m_scene.scale - 4) / 9);
    // Fades to the sky at the horizon, so that no edge is visible.
    return mix(lit, sky({ray.x, 0, ray.z}), fog);
  }

  const Scenery& m_scene;
  ZBuffer m_buffer, m_glass;
  std::vector<int> m_pointAt;  ///< indexed by sample; empty if there are no points
};

std::uint8_t encode(float linear) {
  const float v = std::clamp(linear, 0.0f, 1.0f);
  const float s = v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f;
  return static_cast<std::uint8_t>(std::lround(255 * s));
}

}  // namespace

Rgb toRgb(const Colour& colour) {
  return {encode(colour[0]), encode(colour[1]), encode(colour[2])};
}

Image render(const Drawing& drawing, const RenderSettings& settings) {
  const int n = std::max(1, settings.samples), width = settings.width * n;
  const Scenery scene(drawing, width, settings.height * n);
  Image image(settings.width, settings.height);
  const float weight = 1 / static_cast<float>(n * n);
  // The samples of some rows at a time: few enough for a core's cache, and many beside the triangles of each pass.
  constexpr int kSamplesAtOnce = 1 << 17;
  const int together = std::max(1, kSamplesAtOnce / std::max(1, width * n));
  tbb::parallel_for(0, (settings.height + together - 1) / together, [&](int part) {
    const int first = part * together, last = std::min(first + together, settings.height);
    const Rows rows(scene, {0, width, first * n, last * n});
    for (int y = first; y < last; ++y) {
      for (int x = 0; x < settings.width; ++x) {
        Colour sum{0, 0, 0};
        for (int j = 0; j < n; ++j) {
          for (int i = 0; i < n; ++i) {
            const Colour c = rows.sample(x * n + i, y * n + j);
            for (std::size_t k = 0; k < 3; ++k) sum[k] += std::min(c[k], 1.0f);
          }
        }
        image.at(x, y) = toRgb(times(sum, weight));
      }
    }
  });
  return image;
}

}  // namespace pliant
