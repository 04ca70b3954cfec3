#pragma once

#include <string>
#include <string_view>

#include "Pane.h"

namespace pliant::detail {

/// How a detector works, in plain words.
struct MethodText {
  /// What a scene must hold for the overlay to show something of the method.
  enum class Needs { Faces, Surface, Closed, Stock };

  std::string_view detector;  ///< its name, or what it begins with
  std::string_view source;    ///< paper or program
  std::string_view text;
  std::string_view overlay;  ///< that shows it, as parseOverlay() takes it
  Needs needs = Needs::Faces;
  std::string_view scene;  ///< that has what is needed
};

/// Null of a name that is unknown.
const MethodText* findMethodText(std::string_view detector);

/// Whether something of a method is to be seen in a scene. `scripted`: its bodies are led along, as stock Bullet never
/// does.
bool showsMethod(const MethodText& text, const Snapshot& snapshot, bool scripted);

}  // namespace pliant::detail
