#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pliant::detail {

/// Dear ImGui's controls, each with a tip, and where each was in the last frame, by name.
class Widgets {
 public:
  /// Before a frame's first one.
  void begin() { m_places.clear(); }

  /// Of the control before this: its name, and what is shown where the mouse rests on it.
  void tip(const std::string& name, const std::string& text);
  bool button(const char* name, const std::string& text);
  /// The next button comes beside the last one, where there is room for its label.
  static void beside(const char* label);
  /// The same of a check box.
  static void besideBox(const char* label);
  bool checkBox(const char* name, const std::string& text, bool& on);
  bool slider(const char* name, const std::string& text, float& value, float least, float most,
              bool logarithmic = false);
  /// For something that has a value of its own where it isn't set.
  void variant(const char* name, const std::string& text, std::optional<double>& value, double first, double least,
               double most);
  bool choice(const std::string& name, const std::string& text, bool chosen);
  /// The newest value, in printf's format, a curve, see curveOf, and where that ends above: at `top`.
  void plot(const char* name, const std::string& text, const std::vector<float>& values, float top, const char* format);

  /// The middle of a control, in the window's units from the upper left corner; nothing of what is not to be seen.
  std::optional<std::array<float, 2>> placeOf(const std::string& name) const;

 private:
  std::map<std::string, std::array<float, 2>> m_places;
};

}  // namespace pliant::detail
