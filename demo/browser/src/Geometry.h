#pragma once

#include <pliant/pictures/Renderer.h>

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace pliant::detail {

/// What a drawing becomes for OpenGL: corners that faces share where they look the same from both, rods as their middle
/// lines, dots as their middles.
class Geometry {
 public:
  using Tint = std::array<std::uint16_t, 4>;  ///< linear colour and opacity, 65535 for 1
  struct Corner {
    float position[3], normal[3];
    Tint tint;
  };
  /// Four to a rod, two at each end.
  struct RodCorner {
    float end[3], along[3];  ///< of length 1
    float side;              ///< half the thickness, to one side or, below 0, to the other
    Tint tint;
  };
  struct Dot {
    float ball[4], colour[3];
  };
  /// Of indices.
  struct Range {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
  };
  struct Surface {
    Range opaque, glass;
  };

  void take(const Drawing& drawing);

  const std::vector<Corner>& corners() const { return m_corners; }
  /// Three to a face: of what is opaque, first of bodies, then of aids, at last of those that are closed; of glass,
  /// first of bodies.
  const std::vector<std::uint32_t>& opaque() const { return m_opaque; }
  const std::vector<std::uint32_t>& glass() const { return m_glass; }
  std::size_t bodiesOpaque() const { return m_bodiesOpaque; }
  std::size_t bodiesGlass() const { return m_bodiesGlass; }
  std::size_t openOpaque() const { return m_openOpaque; }
  /// By surface of the drawing.
  const std::vector<Surface>& surfaces() const { return m_surfaces; }
  const std::vector<RodCorner>& rods() const { return m_rods; }
  /// First those that can be hidden.
  const std::vector<Dot>& dots() const { return m_dots; }
  std::size_t hiddenDots() const { return m_hiddenDots; }
  /// Of all opaque faces of bodies; low above high where there are none.
  const Eigen::Vector3f& low() const { return m_low; }
  const Eigen::Vector3f& high() const { return m_high; }

 private:
  void takeFaces(const DrawnSurface& surface);
  void shareCorners(const DrawnSurface& surface);
  void takeRods(const DrawnSurface& surface);
  void takeDots(const Drawing& drawing);

  std::vector<Corner> m_corners;
  std::vector<RodCorner> m_rods;
  std::vector<Dot> m_dots;
  std::vector<std::uint32_t> m_opaque, m_glass;
  std::vector<Surface> m_surfaces;
  std::size_t m_bodiesOpaque = 0, m_bodiesGlass = 0, m_openOpaque = 0, m_hiddenDots = 0;
  Eigen::Vector3f m_low{0, 0, 0}, m_high{0, 0, 0};

  // Of one surface.
  struct Face {
    Eigen::Vector3f normal, area;  ///< of length 1; as long as twice the area
    Tint tint;
  };
  std::vector<Face> m_faces;
  std::vector<std::uint32_t> m_firstAt, m_cornersAt, m_shared;  ///< corners of faces by vertex; by corner of a face
};

}  // namespace pliant::detail
