#pragma once

#include <LinearMath/btVector3.h>
#include <pliant/scenes/Scene.h>

#include <Eigen/Core>

namespace pliant::detail {

inline Eigen::Vector3f toVector(const btVector3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

/// A line of sight.
struct Ray {
  Eigen::Vector3f from{0, 0, 0}, along{0, 0, -1};  ///< of length 1
};

/// A camera that goes around a place. World units.
class OrbitCamera {
 public:
  /// Starts as a scene's camera does.
  void look(const Camera& camera, double scale);

  void orbit(float right, float up);  ///< degrees
  void pan(float right, float up);    ///< of the view's height
  void zoom(float steps);             ///< a sixth nearer each

  Eigen::Vector3f eye() const;
  float distance() const { return m_distance; }
  Eigen::Matrix4f clipFromWorld(float width, float height) const;
  /// Pixels of the picture per unit of slope. A narrow picture shows from left to right about what a square one shows.
  float pixelsPerSlope(float width, float height) const;
  /// Through a pixel, from the upper left corner.
  Ray through(float x, float y, float width, float height) const;

 private:
  Eigen::Matrix3f frame() const;  // rows: right, up, backward

  Eigen::Vector3f m_target{0, 0, 0};
  float m_distance = 5, m_azimuth = 0, m_elevation = 0.3f, m_fieldOfView = 0.7f;  // radians
  float m_home = 5;
};

}  // namespace pliant::detail
