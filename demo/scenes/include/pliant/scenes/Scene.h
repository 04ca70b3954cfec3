#pragma once

#include <LinearMath/btVector3.h>
#include <pliant/scenes/SceneOptions.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pliant {

class Simulation;

/// What a scene measures beside the judge: a number, a flag, or one number a check. In the order in which they were
/// added.
using Figure = std::variant<bool, double, std::vector<double>>;
using Figures = std::vector<std::pair<std::string, Figure>>;

/// What the world needs to know before anything is built; at scale 1.
struct WorldSettings {
  btVector3 gravity{0, -10, 0};
};

/// Where a picture is taken from, at scale 1.
struct Camera {
  btVector3 eye{4, 3, 6}, target{0, 1, 0};
  double fieldOfView = 40;  ///< vertical, degrees
};

/// A scene as it runs: builds its bodies at scale 1 (Simulation applies the scale), moves what it drives, and measures
/// what is its own. One object serves one simulation.
class Scene {
 public:
  virtual ~Scene();
  Scene() = default;
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  virtual WorldSettings world() const;
  virtual Camera camera() const = 0;
  virtual void build(Simulation& simulation) = 0;

  /// `step` counts the steps done: 0 before the first.
  virtual void beforeStep(Simulation& simulation, int step);
  virtual void afterStep(Simulation& simulation, int step);
  /// Called at each check, after `step` steps (first with 0), in order.
  virtual void check(Simulation& simulation, int step);
  /// Everything measured so far.
  virtual Figures figures(const Simulation& simulation) const;
};

/// How a scene is found and started.
struct SceneEntry {
  std::string category, name, description;
  std::function<std::unique_ptr<Scene>(const SceneOptions&)> make;
  int steps = 300;            ///< after which it has shown what it is for
  bool hasSpacing = false;    ///< heeds SceneOptions::spacing
  bool main = false;          ///< one of the few that show the most: a comparison begins with them
  bool stockCrashes = false;  ///< stock Bullet reads what is no longer there, which ends the program
  bool scripted = false;      ///< bodies are led along, whatever they meet: it shows what is found, not what is done
};

/// All scenes, by category, within one in the order of the files that register them. Each file in src/scenes registers
/// its own. Without playedScenes().
const std::vector<SceneEntry>& scenes();

/// Of scenes() and playedScenes(); nullptr where none has that name.
const SceneEntry* findScene(const std::string& name);

/// Throws Error where an option is out of its range, or the scene doesn't heed it.
void checkOptions(const SceneOptions& options, const SceneEntry& entry);

/// What to tell one who asked for a scene of that name, where there is none.
std::string unknownScene(const std::string& name);

}  // namespace pliant
