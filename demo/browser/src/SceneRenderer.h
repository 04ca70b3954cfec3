#pragma once

#include <GL/glew.h>
#include <pliant/pictures/Renderer.h>

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "GlProgram.h"
#include "OrbitCamera.h"

namespace pliant::detail {

/// A part of the window, from its lower left corner: in pixels, or in the units of the mouse.
struct Region {
  int left = 0, bottom = 0, width = 1, height = 1;
};

/// Draws what the pictures of the command line draw, by OpenGL 3.3: both sides of surfaces, a light that casts shadows,
/// glass behind all that is opaque, marks in front. In a current context from its making to its end.
class SceneRenderer {
 public:
  struct Look {
    bool wires = false, shadows = true, night = false;
  };

  SceneRenderer();
  ~SceneRenderer();
  SceneRenderer(const SceneRenderer&) = delete;
  SceneRenderer& operator=(const SceneRenderer&) = delete;

  /// What is to be drawn from now on.
  void take(const Drawing& drawing);
  void draw(const OrbitCamera& camera, const Region& region, const Look& look);

  /// Calls OpenGL to draw a surface of the drawing, by its place in it, out of the buffers: corners are attribute 0,
  /// and each call is told before with the number of its first face. For programs of others.
  void drawFaces(std::size_t surface, const std::function<void(std::size_t)>& before) const;

  std::size_t triangles() const { return (m_opaque + m_glass) / 3; }

 private:
  struct Corner {
    float position[3], normal[3], colour[4];
  };
  struct Dot {
    float ball[4], colour[3];
  };

  /// Corners of one surface: those that are opaque and those of glass.
  struct Range {
    std::size_t opaque = 0, opaqueEnd = 0, glass = 0, glassEnd = 0;
  };

  void takeSurface(const DrawnSurface& surface);
  void upload();
  void drawShadows();
  void drawBackdrop(const Eigen::Matrix4f& clip, const OrbitCamera& camera) const;
  void setLight(const GlProgram& program, const Look& look) const;

  GlProgram m_surface, m_shadow, m_backdrop, m_dot;
  GLuint m_arrays[3] = {}, m_buffers[2] = {}, m_shadowMap = 0, m_shadowFrame = 0;
  std::vector<Corner> m_corners, m_glassCorners;
  std::vector<Range> m_ranges;  ///< by surface
  std::vector<Dot> m_dots;
  std::vector<Eigen::Vector3f> m_faceNormals, m_vertexNormals;
  Eigen::Vector3f m_low{0, 0, 0}, m_high{0, 0, 0};
  Eigen::Matrix4f m_shadowFromWorld = Eigen::Matrix4f::Identity();
  std::size_t m_opaque = 0, m_glass = 0, m_wired = 0, m_wiredGlass = 0, m_hiddenDots = 0;
  float m_scale = 1, m_shadowBias = 0;
  bool m_ground = false, m_changed = true, m_hasShadows = false;
};

}  // namespace pliant::detail
