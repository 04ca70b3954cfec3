#pragma once

#include <LinearMath/btVector3.h>
#include <pliant/scenes/Scene.h>

#include <Eigen/Core>

namespace pliant::detail {

inline Eigen::Vector3f toVector(const btVector3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

/// A view ray.
struct Ray {
  Eigen::Vector3f from{0, 0, 0}, along{0, 0, -1};  ///< unit length
};

/// A camera that orbits a target. World units.
class OrbitCamera {
 public:
  /// Starts at the scene's camera.
  void look(const Camera& camera, double scale);

  void orbit(float right, float up);  ///< [degrees]
  void pan(float right, float up);    ///< shares of the visible height at the target
  void zoom(float steps);             ///< each step multiplies the distance by 0.86

  Eigen::Vector3f eye() const;
  float distance() const { return m_distance; }
  Eigen::Matrix4f clipFromWorld(float width, float height) const;
  /// Pixels of the picture per unit of slope. A narrow picture shows horizontally about as much as a square one.
  float pixelsPerSlope(float width, float height) const;
  /// Returns the view ray through a pixel, counted from the upper left corner.
  Ray through(float x, float y, float width, float height) const;

 private:
  Eigen::Matrix3f frame() const;  // rows: right, up, backward

  Eigen::Vector3f m_target{0, 0, 0};
  float m_distance = 5, m_azimuth = 0, m_elevation = 0.3f, m_fieldOfView = 0.7f;  // angles [rad]
  float m_home = 5;
};

}  // namespace pliant::detail
