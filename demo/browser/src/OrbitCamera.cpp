#include "OrbitCamera.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::detail {
namespace {

constexpr float kPi = std::numbers::pi_v<float>, kSteepest = 1.55f, kStep = 0.86f, kShape = 0.95f;

}  // namespace

void OrbitCamera::look(const Camera& camera, double scale) {
  const auto s = static_cast<float>(scale);
  m_target = toVector(camera.target) * s;
  const Eigen::Vector3f back = toVector(camera.eye) * s - m_target;
  m_distance = m_home = std::max(back.norm(), 1e-6f);
  m_azimuth = std::atan2(back.x(), back.z());
  m_elevation = std::asin(std::clamp(back.y() / m_distance, -1.0f, 1.0f));
  m_fieldOfView = static_cast<float>(camera.fieldOfView) * kPi / 180;
}

void OrbitCamera::orbit(float right, float up) {
  m_azimuth -= right * kPi / 180;
  m_elevation = std::clamp(m_elevation + up * kPi / 180, -kSteepest, kSteepest);
}

void OrbitCamera::pan(float right, float up) {
  const float height = 2 * m_distance * std::tan(m_fieldOfView / 2);
  const Eigen::Matrix3f f = frame();
  m_target += height * (right * f.row(0) + up * f.row(1)).transpose();
}

void OrbitCamera::zoom(float steps) {
  m_distance = std::clamp(m_distance * std::pow(kStep, steps), m_home / 100, m_home * 20);
}

Eigen::Matrix3f OrbitCamera::frame() const {
  const Eigen::Vector3f back(std::sin(m_azimuth) * std::cos(m_elevation), std::sin(m_elevation),
                             std::cos(m_azimuth) * std::cos(m_elevation));
  const Eigen::Vector3f right(std::cos(m_azimuth), 0, -std::sin(m_azimuth));
  Eigen::Matrix3f f;
  f << right.transpose(), back.cross(right).transpose(), back.transpose();
  return f;
}

Eigen::Vector3f OrbitCamera::eye() const {
  return m_target + m_distance * frame().row(2).transpose();
}

Eigen::Matrix4f OrbitCamera::clipFromWorld(float width, float height) const {
  const float near = m_distance / 200, far = m_distance * 50;
  const float focal = pixelsPerSlope(width, height);
  Eigen::Matrix4f clip = Eigen::Matrix4f::Zero();
  clip(0, 0) = 2 * focal / width;
  clip(1, 1) = 2 * focal / height;
  clip(2, 2) = (far + near) / (near - far);
  clip(2, 3) = 2 * far * near / (near - far);
  clip(3, 2) = -1;
  Eigen::Matrix4f view = Eigen::Matrix4f::Identity();
  view.topLeftCorner<3, 3>() = frame();
  view.topRightCorner<3, 1>() = -frame() * eye();
  return clip * view;
}

float OrbitCamera::pixelsPerSlope(float width, float height) const {
  return std::min(height, width * kShape) / 2 / std::tan(m_fieldOfView / 2);
}

Ray OrbitCamera::through(float x, float y, float width, float height) const {
  const float focal = pixelsPerSlope(width, height);
  const Eigen::Vector3f seen((x - width / 2) / focal, (height / 2 - y) / focal, -1);
  return {eye(), (frame().transpose() * seen).normalized()};
}

}  // namespace pliant::detail
