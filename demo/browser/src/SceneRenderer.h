#pragma once

#include <GL/glew.h>
#include <pliant/pictures/Renderer.h>

#include <Eigen/Core>
#include <functional>
#include <utility>

#include "Geometry.h"
#include "GlProgram.h"
#include "OrbitCamera.h"

namespace pliant::detail {

/// A region of the window, from its lower left corner, in pixels or in window units.
struct Region {
  int left = 0, bottom = 0, width = 1, height = 1;
};

/// Draws the same as the pictures of the command line, with OpenGL 3.3: both sides of surfaces, a light with shadows,
/// glass after all opaque surfaces, marks in front. Needs a current context from construction to destruction.
class SceneRenderer {
 public:
  struct Look {
    bool wires = false, shadows = true, night = false;
  };

  SceneRenderer();
  ~SceneRenderer();
  SceneRenderer(const SceneRenderer&) = delete;
  SceneRenderer& operator=(const SceneRenderer&) = delete;

  /// Sets the drawing.
  void take(const Drawing& drawing);
  void draw(const OrbitCamera& camera, const Region& region, const Look& look);

  /// Draws one surface of the drawing with the program of the caller. `surface` is its index in the drawing. Corners
  /// are attribute 0. Calls `before` with the index of the first face before each draw call. The current context may be
  /// one that shares buffers with the renderer's: it makes a vertex array for this call.
  void drawFaces(std::size_t surface, const std::function<void(std::size_t)>& before) const;

  std::size_t triangles() const;
  /// Returns the seconds that take() has used since the last call.
  double secondsTaking() { return std::exchange(m_secondsTaking, 0.0); }

 private:
  void upload();
  void drawShadows();
  void drawOpaque() const;
  void drawRods() const;
  void drawGlass() const;
  void drawWires() const;
  void drawDots() const;
  bool isSmoothed() const;
  void resizeSamples(const Region& region);
  void drawScene(const OrbitCamera& camera, float width, float height, const Look& look) const;
  void drawBackdrop(const Eigen::Matrix4f& clip, const OrbitCamera& camera) const;
  void setAll(const OrbitCamera& camera, const Eigen::Matrix4f& clip, float pixelsPerSlope, const Look& look) const;

  GlProgram m_surface, m_shadow, m_sky, m_ground, m_rod, m_dot;
  GLuint m_arrays[4] = {}, m_buffers[5] = {}, m_shadowMap = 0, m_shadowFrame = 0;
  GLuint m_samples[2] = {}, m_samplesFrame = 0;  ///< colour and depth, several samples per pixel
  int m_samplesWidth = 0, m_samplesHeight = 0;
  Geometry m_geometry;
  Eigen::Matrix4f m_shadowFromWorld = Eigen::Matrix4f::Identity();
  std::size_t m_rodsIndexed = 0;
  double m_secondsTaking = 0;
  float m_scale = 1, m_shadowBias = 0;
  bool m_hasGround = false, m_changed = true, m_hasShadows = false;
};

}  // namespace pliant::detail
