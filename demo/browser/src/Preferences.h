#pragma once

#include <pliant/pictures/drawScene.h>

#include <optional>
#include <string>

namespace pliant::detail {

/// What the window remembers.
struct Preferences {
  std::string scene = "clothedge", detector = "auto";
  Overlay overlay;
  bool beside = true;  ///< stock Bullet on the left
  bool dark = false, wires = false, shadows = true;
  float fontScale = 1;        ///< of the display's own
  int width = 0, height = 0;  ///< of the window; 0: a new one's
};

/// Those of last time; defaults where there are none, or they can't be read.
Preferences loadPreferences();
/// All or nothing of them. Not being able to is no error: nothing is lost but the next time's start.
void savePreferences(const Preferences& preferences) noexcept;

/// What is kept for the next time: what a command line's option gave for once is not, until it is changed.
class Remembered {
 public:
  explicit Remembered(const Preferences& last) : m_kept(last) {}
  /// Call once with what it begins with, then once a frame. Saves a little after a change.
  void look(const Preferences& now, double seconds);
  void save() const { savePreferences(m_kept); }

 private:
  Preferences m_kept;
  std::optional<Preferences> m_seen;
  std::optional<double> m_saveIn;  ///< seconds
};

}  // namespace pliant::detail
