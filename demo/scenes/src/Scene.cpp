#include <pliant/detectors/Error.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/largeScenes.h>
#include <pliant/scenes/playedScenes.h>

#include <algorithm>
#include <cmath>

#include "SceneFiles.h"

namespace pliant {

Scene::~Scene() = default;
WorldSettings Scene::world() const {
  return {};
}
void Scene::beforeStep(Simulation&, int) {}
void Scene::afterStep(Simulation&, int) {}
void Scene::check(Simulation&, int) {}
void Scene::leadTool(const Simulation&, const btVector3&) {}
Figures Scene::figures(const Simulation&) const {
  return {};
}
std::vector<std::uint8_t> Scene::touched(std::size_t) const {
  return {};
}

const std::vector<SceneEntry>& scenes() {
  static const std::vector<SceneEntry> all = [] {
    auto entries = detail::registerSceneFiles();
    std::stable_sort(entries.begin(), entries.end(),
                     [](const SceneEntry& a, const SceneEntry& b) { return a.category < b.category; });
    return entries;
  }();
  return all;
}

const SceneEntry* findScene(const std::string& name) {
  for (const auto* const all : {&scenes(), &playedScenes(), &largeScenes()}) {
    for (const SceneEntry& entry : *all)
      if (entry.name == name) return &entry;
  }
  return nullptr;
}

void checkOptions(const SceneOptions& options, const SceneEntry& entry) {
  const auto require = [](bool good, const std::string& what) {
    if (!good) throw Error(what);
  };
  const auto notNegative = [](const std::optional<double>& x) { return !x || (std::isfinite(*x) && *x >= 0); };
  require(notNegative(options.friction), "the friction must be finite and not negative");
  require(!options.margin || (std::isfinite(*options.margin) && *options.margin > 0), "the margin must be positive");
  require(!options.stiffness || (*options.stiffness >= 0 && *options.stiffness <= 1),
          "the stiffness must be from 0 to 1");
  require(!options.mass || (std::isfinite(*options.mass) && *options.mass > 0), "the mass must be positive");
  require(notNegative(options.pressure), "the pressure must be finite and not negative");
  require(!options.spacing || (std::isfinite(*options.spacing) && *options.spacing > 0),
          "the spacing must be positive");
  require(!options.spacing || entry.hasSpacing, "scene '" + entry.name + "' has no spacing");
  require(std::isfinite(options.scale) && options.scale >= 1e-3 && options.scale <= 1e3,
          "the scale must be from 0.001 to 1000");
}

std::string unknownScene(const std::string& name) {
  return "unknown scene '" + name + "'; `pliant list` names the scenes";
}

}  // namespace pliant
