#pragma once

#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>
#include <pliant/scenes/mechanics.h>

#include <memory>
#include <string>

/// Functions that several scenes use.
namespace pliant::detail {

/// Returns the entry of a scene of type `Type`, whose constructor takes `arguments`.
template <typename Type, typename... Arguments>
SceneEntry entryOf(const char* category, const char* name, const char* description, int steps, Arguments... arguments) {
  return {category, name, description, [=](const SceneOptions&) { return std::make_unique<Type>(arguments...); },
          steps};
}

/// Returns the entry of the same scene in Bullet's deformable world.
inline SceneEntry deformable(SceneEntry entry) {
  entry.category = "deformable";
  entry.deformable = true;
  return entry;
}

/// Pins the vertices at the rim of a cloth of cells × cells, see makeCloth.
inline void pinRim(btSoftBody& cloth, Index cells) {
  for (Index i = 0; i <= cells; ++i)
    for (Index j = 0; j <= cells; ++j)
      if (i == 0 || j == 0 || i == cells || j == cells) cloth.setMass(static_cast<int>(i * (cells + 1) + j), 0);
}

}  // namespace pliant::detail
