#pragma once

#include <cstdint>
#include <optional>

namespace pliant {

/// Variants of a scene. An option without a value keeps the scene's own value.
struct SceneOptions {
  std::optional<double> friction{};   ///< of all soft bodies, ≥ 0
  std::optional<double> margin{};     ///< contact distance of each soft body at scale 1 [length], > 0
  std::optional<double> stiffness{};  ///< of the links of all soft bodies, 0 to 1
  std::optional<double> mass{};       ///< of each soft body, > 0
  std::optional<double> pressure{};   ///< kPR of the soft bodies that hold a gas, ≥ 0
  std::optional<double> spacing{};    ///< between the centres of bodies of a pile, at scale 1 [length], > 0
  double scale = 1;                   ///< factor of all lengths and of gravity, so that the motion is the same; > 0
  /// Each seed other than 0 shifts every soft body to another start position, sideways by up to a hundredth of its
  /// size. 0: bodies start at the scene's positions.
  std::uint32_t seed = 0;
};

}  // namespace pliant
