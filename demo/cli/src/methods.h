#pragma once

#include <pliant/detectors/methods.h>
#include <pliant/scenes/Simulation.h>

#include <span>
#include <string>
#include <string_view>

namespace pliant::cli {

/// Options of the methods. A method ignores options that it does not have.
struct MethodSettings {
  Index resolution = 0;  ///< [pixels]; 0: chosen by the method
  bool stretched = false;
  bool extended = false;  ///< true: extended volumes of interest, LdiGrid::Depths::Extended
  bool keepImages = true;
  bool exactNearSurface = false;
  bool exactContours = true;
  MethodValues values{};                 ///< of --setting; they replace the values above
  std::string_view option = "--method";  ///< the option that names the method, for messages
};

/// A detector of the command line: a method of the registry, or one that OpenGL draws.
struct Method : DetectionMethod {
  GivenDetector (*makeGl)(std::string_view option) = nullptr;  ///< null: a method of the registry
};

/// Returns the methods: those of the registry in its order, then those that OpenGL draws.
std::span<const Method> methods();

/// Returns null if no method has this name.
const Method* tryFindMethod(std::string_view name);

/// Returns a name for captions: what a detector of a scene is, with its name.
std::string titleOf(const std::string& detector);

/// Throws Error if no method has this name.
const Method& findMethod(std::string_view name);

/// Throws NoOpenGl if the method needs OpenGL and there is none.
GivenDetector makeDetector(const Method& method, const MethodSettings& settings);

/// Returns the options and the values of --setting as settings of a method, see methodFamily().
MethodValues settingsOf(const MethodSettings& settings, std::string_view family);

/// Throws Error if the method does not support a body with this topology.
void checkBody(const Method& method, const Topology& topology);

/// Returns true if the method's detectors have hierarchies of patches, which can be drawn.
bool hasPatches(const Method& method);

}  // namespace pliant::cli
