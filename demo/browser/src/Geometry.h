#pragma once

#include <pliant/pictures/Renderer.h>

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace pliant::detail {

/// OpenGL geometry of a drawing: corners, which faces share if normal and colour are equal; rods as their centre lines;
/// dots as their centres.
class Geometry {
 public:
  using Tint = std::array<std::uint16_t, 4>;  ///< linear colour and opacity, 65535 means 1
  struct Corner {
    float position[3], normal[3];
    float backWhite;  ///< share of white in the colour of the back
    Tint tint;
  };
  /// Four per rod, two at each end.
  struct RodCorner {
    float end[3], along[3];  ///< unit length
    float side;              ///< half the thickness [length]; the sign selects the side
    Tint tint;
  };
  struct Dot {
    float ball[4], colour[3];
  };
  /// Range of indices.
  struct Range {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
  };
  struct Surface {
    Range opaque, glass;
  };

  void take(const Drawing& drawing);

  const std::vector<Corner>& corners() const { return m_corners; }
  /// Three indices per face. Opaque faces: bodies, then open aids, then closed aids. Glass faces: bodies, then aids.
  const std::vector<std::uint32_t>& opaque() const { return m_opaque; }
  const std::vector<std::uint32_t>& glass() const { return m_glass; }
  std::size_t bodiesOpaque() const { return m_bodiesOpaque; }
  std::size_t bodiesGlass() const { return m_bodiesGlass; }
  std::size_t openOpaque() const { return m_openOpaque; }
  /// One per surface of the drawing.
  const std::vector<Surface>& surfaces() const { return m_surfaces; }
  const std::vector<RodCorner>& rods() const { return m_rods; }
  /// Dots that can be hidden come first.
  const std::vector<Dot>& dots() const { return m_dots; }
  std::size_t hiddenDots() const { return m_hiddenDots; }
  /// Bounding box of all opaque faces of bodies; low is above high if there are none.
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

  // Data of one surface.
  struct Face {
    Eigen::Vector3f normal, area;  ///< unit length; twice the face's area as length
    Tint tint;
    float backWhite;
  };
  std::vector<Face> m_faces;
  std::vector<std::uint32_t> m_firstAt, m_cornersAt, m_shared;  ///< offsets and face corners by vertex; new corners
};

}  // namespace pliant::detail
