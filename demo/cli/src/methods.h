#pragma once

#include <pliant/scenes/Simulation.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace pliant::cli {

/// What `detect` asks of the methods.
enum class Answers : std::uint8_t {
  Elements,  ///< vertices in tetrahedra, pairs of faces, vertices near faces
  Surfaces,  ///< pairs of faces, vertices near faces
  Volumes,   ///< of closed surfaces: vertices inside, intersection and self-intersection volumes
};

/// Of methods that have such options.
struct MethodSettings {
  Index resolution = 0;  ///< pixels; 0: the method's own choice
  bool stretched = false;
  bool keepImages = true;
  bool exactNearSurface = false;
  bool exactContours = true;
  std::string_view option = "--method";  ///< that names the method, for messages
};

/// A detector as the command line offers it.
struct Method {
  std::string_view name;
  std::string_view description;
  Answers answers;
  /// Throws NoOpenGl.
  GivenDetector (*make)(const MethodSettings& settings);
  bool testsContours = false;                         ///< has the option --contour-test
  void (*check)(const Topology& topology) = nullptr;  ///< throws Error where it can't take the surface
  bool hasParts = false;                              ///< is a RegularityTree, whose used parts can be drawn
};

/// In the order in which they are listed.
std::span<const Method> methods();

/// Null where no method has that name.
const Method* tryFindMethod(std::string_view name);

/// Throws Error where no method has that name.
const Method& findMethod(std::string_view name);

}  // namespace pliant::cli
