#pragma once

#include <pliant/scenes/Simulation.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace pliant::cli {

/// The queries of `detect` that a method answers.
enum class Answers : std::uint8_t {
  Elements,  ///< vertices in tetrahedra, pairs of faces, vertices near faces
  Surfaces,  ///< pairs of faces, vertices near faces
  Volumes,   ///< closed surfaces: vertices inside, intersection and self-intersection volumes
};

/// Options of the methods. A method ignores options that it does not have.
struct MethodSettings {
  Index resolution = 0;  ///< [pixels]; 0: chosen by the method
  bool stretched = false;
  bool keepImages = true;
  bool exactNearSurface = false;
  bool exactContours = true;
  std::string_view option = "--method";  ///< the option that names the method, for messages
};

/// A detector of the command line.
struct Method {
  std::string_view name;
  std::string_view description;
  Answers answers;
  /// Throws NoOpenGl if the method needs OpenGL and there is none.
  GivenDetector (*make)(const MethodSettings& settings);
  bool testsContours = false;                         ///< true: has the option --contour-test
  void (*check)(const Topology& topology) = nullptr;  ///< throws Error for surfaces that the method does not support
  bool hasParts = false;                              ///< true: is a RegularityTree, whose visited patches can be drawn
};

/// Returns the methods in the order of `pliant list`.
std::span<const Method> methods();

/// Returns null if no method has this name.
const Method* tryFindMethod(std::string_view name);

/// Throws Error if no method has this name.
const Method& findMethod(std::string_view name);

}  // namespace pliant::cli
