#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::detail {

/// Breaks a text at spaces into lines that `fits` accepts, if their words let it. A number is never broken and stays
/// with its unit or its factor, for instance 1.5 ms or 2 x 2; so do a table, a figure and a step with their number.
std::string breakLines(std::string_view text, const std::function<bool(const std::string& line)>& fits);

/// Dear ImGui controls with tooltips. Stores the position of each control in the last frame, by name.
class Widgets {
 public:
  /// Call before the first control of a frame.
  void begin() { m_places.clear(); }

  /// Shrinks the letters of the current window, at most to half, so that `letters` letters fit into `width`.
  static void shrinkLetters(float width, float letters);
  /// Shows a text whose lines are broken by breakLines(). `width`: of a line [units]; 0: what is left in the window.
  static void paragraph(const std::string& text, float width = 0);
  /// Shows a paragraph in the colour of descriptions.
  static void description(const std::string& text, float width = 0);
  /// Names the previous control, and shows `text` while the mouse is over it.
  void tip(const std::string& name, const std::string& text);
  bool button(const char* name, const std::string& text);
  /// Places the next button in the same line if its label fits.
  static void beside(const char* label);
  /// Places the next control in the same line if `width` is left there.
  static void besideIfWide(float width);
  /// Places the next check box in the same line if its label fits.
  static void besideBox(const char* label);
  bool checkBox(const char* name, const std::string& text, bool& on);
  bool slider(const char* name, const std::string& text, float& value, float least, float most,
              bool logarithmic = false);
  /// Adds a check box and a slider for an optional value. `first` is the value after the box is checked.
  void variant(const char* name, const std::string& text, std::optional<double>& value, double first, double least,
               double most, const char* format = "%.3f");
  bool choice(const std::string& name, const std::string& text, bool chosen);
  /// Adds the newest value in printf's format, the value of `top`, and a curve, see curveOf.
  void plot(const char* name, const std::string& text, const std::vector<float>& values, float top, const char* format);

  /// Returns the centre of a control in window units from the upper left corner; empty if it is not visible.
  std::optional<std::array<float, 2>> placeOf(const std::string& name) const;

 private:
  std::map<std::string, std::array<float, 2>> m_places;
};

}  // namespace pliant::detail
