#pragma once

#include <pliant/glrender.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "EglHost.h"
#include "detectors/ldi/LdiDrawn.h"

/// Meshes that a host draws itself, and the expected places of their faces.
namespace host_meshes {

using namespace pliant;
using ldi_shapes::Shape;

inline constexpr LdiDrawer::Matrix kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/// A mesh in the buffers of a host.
struct Mesh {
  GLuint vertices = 0, indices = 0, array = 0;
  GLsizei count = 0;

  explicit Mesh(const Shape& shape) : count(static_cast<GLsizei>(3 * shape.faces.size())) {
    std::vector<float> floats;
    for (const auto& point : shape.points) {
      for (const Real x : point) floats.push_back(static_cast<float>(x));
    }
    glCreateBuffers(1, &vertices);
    glNamedBufferData(vertices, static_cast<GLsizeiptr>(floats.size() * sizeof(float)), floats.data(), GL_STATIC_DRAW);
    glCreateBuffers(1, &indices);
    glNamedBufferData(indices, static_cast<GLsizeiptr>(shape.faces.size() * sizeof(Triangle)), shape.faces.data(),
                      GL_STATIC_DRAW);
    array = makeArray();
  }
  GLuint makeArray() const {
    GLuint made = 0;
    glCreateVertexArrays(1, &made);
    glVertexArrayVertexBuffer(made, 0, vertices, 0, 3 * sizeof(float));
    glVertexArrayAttribFormat(made, 0, 3, GL_FLOAT, GL_FALSE, 0);
    glEnableVertexArrayAttrib(made, 0);
    glVertexArrayElementBuffer(made, indices);
    return made;
  }
  void draw() const {
    glBindVertexArray(array);
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, nullptr);
  }
  HostDrawnSurface surface(bool inward = false) const {
    return {[this](LdiDrawer&) { draw(); }, inward};
  }
};

/// A corner in the image: column and row [pixel], and depth [share of the view's range], not clamped.
using Place = std::array<double, 3>;

inline Place placeOf(const LdiView& view, const std::array<Real, 3>& p) {
  const auto at = [&](int axis) {
    const auto i = static_cast<std::size_t>(axis);
    return double{p[i]} - view.min[i];
  };
  const double height = at(view.axis) / view.range();
  return {at(view.columnAxis()) / view.pixel[0], at(view.rowAxis()) / view.pixel[1],
          view.ascending ? height : 1 - height};
}

/// Returns the part of the polygon where sense * place[axis] <= most.
inline std::vector<Place> cut(const std::vector<Place>& polygon, std::size_t axis, double sense, double most) {
  std::vector<Place> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Place &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double before = sense * a[axis] - most, after = sense * b[axis] - most;
    if (before <= 0) kept.push_back(a);
    if ((before < 0) == (after < 0) || before == after) continue;
    const double t = before / (before - after);
    kept.push_back({a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])});
  }
  return kept;
}

struct Square {
  double x, y, half;

  std::vector<Place> of(const std::vector<Place>& face) const {
    return cut(cut(cut(cut(face, 0, 1, x + half), 0, -1, half - x), 1, 1, y + half), 1, -1, half - y);
  }
};

inline double areaOf(const std::vector<Place>& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Place &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    twice += a[0] * b[1] - b[0] * a[1];
  }
  return twice / 2;
}

/// Fails unless the image meets DrawnLdi's tolerances: `sideways` [pixel] and `deep` [share of the view's range].
inline void agrees(const Shape& shape, const LdiView& view, bool inward, const LayeredDepthImage& found,
                   double sideways = 1.0 / 128, double deep = 1e-6) {
  const LayeredDepthImage expected = ldi_shapes::imageOf(shape, view, inward);
  REQUIRE(found.view == view);
  REQUIRE(found.offsets.size() == expected.offsets.size());
  CHECK(found.unbalancedPixels() == 0);
  CHECK(expected.unbalancedPixels() == 0);
  const auto faceOf = [&](Index face) {
    std::vector<Place> places;
    for (const Index vertex : shape.faces[face]) places.push_back(placeOf(view, shape.points[vertex]));
    return places;
  };
  std::size_t misplaced = 0, missing = 0, unordered = 0, wrongSides = 0;
  for (std::size_t p = 0; p < view.pixels(); ++p) {
    const Square around{static_cast<double>(p % view.width) + 0.5, static_cast<double>(p / view.width) + 0.5, sideways};
    std::set<Index> faces;
    const LdiEntry* before = nullptr;
    for (const LdiEntry& entry : found.pixel(p)) {
      faces.insert(entry.face());
      const auto face = faceOf(entry.face());
      const auto near = around.of(face);
      double low = 2, high = -1;
      for (const Place& place : near) {
        low = std::min(low, std::clamp(place[2], 0.0, 1.0));
        high = std::max(high, std::clamp(place[2], 0.0, 1.0));
      }
      const double depth = double{entry.depth};
      if (!(low - deep <= depth && depth <= high + deep)) ++misplaced;
      if (before != nullptr && before->depth > entry.depth) ++unordered;
      before = &entry;
      const double area = areaOf(face);
      const bool entering = (area < 0) != (inward == view.ascending);
      if (std::abs(area) > 0.1 && entering != entry.entering()) ++wrongSides;
    }
    for (const LdiEntry& entry : expected.pixel(p)) {
      const double area = std::abs(areaOf(around.of(faceOf(entry.face()))));
      const bool surely = area > 4 * sideways * sideways * (1 - 1e-9);
      if (surely && !faces.contains(entry.face())) ++missing;
    }
  }
  CHECK(misplaced == 0);
  CHECK(missing == 0);
  CHECK(unordered == 0);
  CHECK(wrongSides == 0);
}

inline LdiView viewOf(const Shape& shape, Index resolution, LdiGrid::Axis axis = LdiGrid::Axis::X) {
  return ldi_shapes::viewOf(shape, {.resolution = resolution, .axis = axis});
}

}  // namespace host_meshes
