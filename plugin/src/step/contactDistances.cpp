#include "contactDistances.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

constexpr btScalar kBulletsDefaultMargin = btScalar(0.25f);
constexpr double kFlatHeight = 1e-3;  // relative to the longest extent; smaller extents count as 0

}  // namespace

Real RestLengths::thicknessOf(std::span<const Real> rest, Real meanEdge, bool enclosesVolume) {
  const auto at = [&](std::size_t i) {
    return Eigen::Vector3d(double(rest[3 * i]), double(rest[3 * i + 1]), double(rest[3 * i + 2]));
  };
  const std::size_t count = rest.size() / 3;
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  std::size_t finite = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (at(i).allFinite()) mean += at(i), ++finite;
  if (finite == 0) return 0;
  mean /= static_cast<double>(finite);
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; i < count; ++i)
    if (at(i).allFinite()) covariance += (at(i) - mean) * (at(i) - mean).transpose();
  const Eigen::Matrix3d axes = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(covariance).eigenvectors();
  Eigen::Vector3d low = Eigen::Vector3d::Zero(), high = low;
  for (std::size_t i = 0; i < count; ++i) {
    if (!at(i).allFinite()) continue;
    const Eigen::Vector3d along = axes.transpose() * (at(i) - mean);
    low = low.cwiseMin(along);
    high = high.cwiseMax(along);
  }
  const Eigen::Vector3d extents = high - low;
  const double least = std::max(kFlatHeight * extents.maxCoeff(), enclosesVolume ? 0 : double(meanEdge) / 2);
  double thickness = 0;
  for (const double extent : extents)
    if (extent > least && (thickness == 0 || extent < thickness)) thickness = extent;
  return static_cast<Real>(thickness);
}

ContactMargins::ContactMargins(const std::optional<Real>& set, const btSoftBody& body, const RestLengths& lengths,
                               Real fraction) {
  if (set) {
    margin = obstacleMargin = *set;
    return;
  }
  margin = obstacleMargin = fraction * lengths.meanEdge;
  if (lengths.thickness > 0) margin = std::min(margin, kThicknessFraction * lengths.thickness);
  const btScalar shape = body.getCollisionShape()->getMargin();
  if (shape != kBulletsDefaultMargin && shape >= 0 && std::isfinite(shape)) obstacleMargin = static_cast<Real>(shape);
}

}  // namespace pliant::detail
