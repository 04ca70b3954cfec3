#include <pliant/scenes/Scene.h>

#include <algorithm>

#include "SceneFiles.h"

namespace pliant {

Scene::~Scene() = default;
WorldSettings Scene::world() const {
  return {};
}
void Scene::beforeStep(Simulation&, int) {}
void Scene::afterStep(Simulation&, int) {}
void Scene::check(Simulation&, int) {}
Figures Scene::figures(const Simulation&) const {
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
  const auto& all = scenes();
  const auto at = std::find_if(all.begin(), all.end(), [&name](const SceneEntry& entry) { return entry.name == name; });
  return at == all.end() ? nullptr : &*at;
}

std::string unknownScene(const std::string& name) {
  return "unknown scene '" + name + "'; `pliant list` names the scenes";
}

}  // namespace pliant
