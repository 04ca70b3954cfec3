#pragma once

#include <LinearMath/btVector3.h>
#include <pliant/scenes/SceneOptions.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pliant {

class Simulation;

/// Measurements of a scene in addition to the judge's: a number, a flag, or one number per check. The order is that of
/// insertion.
using Figure = std::variant<bool, double, std::vector<double>>;
using Figures = std::vector<std::pair<std::string, Figure>>;

/// Settings that the world needs before the scene builds its bodies, at scale 1.
struct WorldSettings {
  btVector3 gravity{0, -10, 0};
  bool implicit = false;  ///< integration of a deformable world
};

/// Camera for pictures, at scale 1.
struct Camera {
  btVector3 eye{4, 3, 6}, target{0, 1, 0};
  double fieldOfView = 40;  ///< vertical [degrees]
};

/// Builds the bodies of a scene at scale 1 (Simulation applies the scale), moves the driven ones, and measures the
/// scene's own figures. An object serves one simulation.
class Scene {
 public:
  virtual ~Scene();
  Scene() = default;
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  virtual WorldSettings world() const;
  virtual Camera camera() const = 0;
  virtual void build(Simulation& simulation) = 0;

  /// `step`: number of steps done, 0 before the first.
  virtual void beforeStep(Simulation& simulation, int step);
  virtual void afterStep(Simulation& simulation, int step);
  /// Called at each check, in order, after `step` steps; first with 0.
  virtual void check(Simulation& simulation, int step);
  /// Returns the body that the mouse leads in the browser. Default: none.
  virtual std::optional<std::size_t> tool() const { return std::nullopt; }
  /// Sets the tool's velocity in the next step [length/s in world units]. From the first call on, the tool leaves its
  /// path; without a call before a step it rests. Default: nothing.
  virtual void leadTool(const Simulation& simulation, const btVector3& velocity);
  /// Returns all measurements so far.
  virtual Figures figures(const Simulation& simulation) const;
  /// Returns, for pictures, the vertices of a body without faces that touched another body in the last steps: one value
  /// per vertex, 1 if it did. Empty: the scene does not note contacts.
  virtual std::vector<std::uint8_t> touched(std::size_t body) const;
};

/// Name, description and factory of a scene.
struct SceneEntry {
  std::string category, name, description;
  std::function<std::unique_ptr<Scene>(const SceneOptions&)> make;
  int steps = 300;            ///< default number of steps
  bool hasSpacing = false;    ///< true if SceneOptions::spacing is used
  bool featured = false;      ///< true for the scenes that `pliant compare` runs if none is named
  bool stockCrashes = false;  ///< true if stock Bullet reads invalid memory in it, which ends the program
  bool scripted = false;      ///< true if all bodies follow paths of the scene; a world's contacts move nothing
  bool deformable = false;    ///< true if the scene is in Bullet's deformable world, else it is in the classic one
};

/// Returns all scenes but playedScenes() and largeScenes(). They are sorted by category; within a category the order is
/// that of the files. Each file in src/scenes registers its scenes.
const std::vector<SceneEntry>& scenes();

/// Searches scenes(), playedScenes() and largeScenes(). Returns nullptr if no scene has that name.
const SceneEntry* findScene(const std::string& name);

/// Throws Error if an option is out of its range, or if the scene does not use it.
void checkOptions(const SceneOptions& options, const SceneEntry& entry);

/// Returns the error message for an unknown scene name.
std::string unknownScene(const std::string& name);

}  // namespace pliant
