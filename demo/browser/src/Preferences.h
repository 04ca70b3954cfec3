#pragma once

#include <pliant/pictures/drawScene.h>

#include <optional>
#include <string>

namespace pliant::detail {

/// Settings that are saved for the next start.
struct Preferences {
  std::string scene = "clothedge", detector = "auto";
  Overlay overlay;
  bool beside = true;  ///< stock Bullet is shown on the left
  bool dark = false, wires = false, shadows = true;
  float fontScale = 0;        ///< relative to the display's scale; 0: by the window's size
  int width = 0, height = 0;  ///< size of the window; 0: the default size
};

/// Returns the saved preferences, and the default for each one that is missing or can't be read.
Preferences loadPreferences();
/// Saves all preferences or none. A failure is not reported, because only the next start depends on it.
void savePreferences(const Preferences& preferences) noexcept;

/// Preferences to save. A value from a command line option is not saved until the user changes it; the scene is.
class Remembered {
 public:
  explicit Remembered(const Preferences& last) : m_kept(last) {}
  /// Call once with the initial preferences, then once a frame. Saves one second after the last change.
  void look(const Preferences& now, double seconds);
  void save() const { savePreferences(m_kept); }

 private:
  Preferences m_kept;
  std::optional<Preferences> m_seen;
  std::optional<double> m_saveIn;  ///< [s]
};

}  // namespace pliant::detail
