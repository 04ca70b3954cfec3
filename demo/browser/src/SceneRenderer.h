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

  std::size_t triangles() const;
  /// Seconds that take() took since this was asked last.
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
  GLuint m_samples[2] = {}, m_samplesFrame = 0;  ///< colour and depth of several samples of each pixel
  int m_samplesWidth = 0, m_samplesHeight = 0;
  Geometry m_geometry;
  Eigen::Matrix4f m_shadowFromWorld = Eigen::Matrix4f::Identity();
  std::size_t m_rodsIndexed = 0;
  double m_secondsTaking = 0;
  float m_scale = 1, m_shadowBias = 0;
  bool m_hasGround = false, m_changed = true, m_hasShadows = false;
};

}  // namespace pliant::detail
