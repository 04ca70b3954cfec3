#pragma once

#include <string>
#include <string_view>

#include "Pane.h"

namespace pliant::detail {

/// Explanation of a detector.
struct MethodText {
  /// Content of a scene that the overlay needs to show the method. Steps: faces, and steps of the world.
  enum class Needs { Faces, Steps, Surface, Closed, Stock };

  std::string_view detector;  ///< its name, or a prefix of it
  std::string_view source;    ///< paper or program
  std::string_view text;
  std::string_view overlay;  ///< overlay of the method, in the syntax of parseOverlay()
  Needs needs = Needs::Faces;
  std::string_view scene;  ///< a scene with the needed content
  int step = 0;            ///< a step of it, at least 1, in which the method finds something
};

/// Returns null for an unknown name.
const MethodText* findMethodText(std::string_view detector);

/// Returns true if the last step or the last answer has found something, or if faces intersect.
bool findsSomething(const Snapshot& snapshot);

/// Returns true if a scene shows something of a method. `scripted`: its bodies are kinematic, so that stock Bullet's
/// methods show nothing.
bool showsMethod(const MethodText& text, const Snapshot& snapshot, bool scripted);

}  // namespace pliant::detail
