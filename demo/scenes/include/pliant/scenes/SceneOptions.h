#pragma once

#include <cstdint>
#include <optional>

namespace pliant {

/// Variants of a scene. What isn't set keeps the scene's own value.
struct SceneOptions {
  std::optional<double> friction;   ///< of all soft bodies, ≥ 0
  std::optional<double> margin;     ///< contact distance of each soft body at scale 1, ≥ 0
  std::optional<double> stiffness;  ///< of the links of all soft bodies, 0 to 1
  std::optional<double> mass;       ///< of each soft body, > 0
  std::optional<double> pressure;   ///< of the gas in those soft bodies that hold one (btSoftBody's kPR), ≥ 0
  std::optional<double> spacing;    ///< of the bodies of a pile, from centre to centre at scale 1, > 0
  double scale = 1;                 ///< of all lengths, gravity included, so that the motion is the same; > 0
  /// 0: bodies start where the scene puts them; else each soft one a little beside that, up to a hundredth of its size,
  /// another place for each number.
  std::uint32_t seed = 0;
};

}  // namespace pliant
