#include <pliant/models/ModelScene.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/largeScenes.h>

#include <CLI/CLI.hpp>
#include <array>
#include <iomanip>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include "commands.h"
#include "methods.h"

namespace pliant::cli {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 4> kWorlds{
    {{"bullet", "stock Bullet, vertices against faces (VF_SS)"},
     {"bullet-clusters", "stock Bullet, clusters against clusters (CL_SS)"},
     {"bullet-deformable", "stock Bullet's deformable world (VF_DD), for the scenes of that world"},
     {"none", "stock Bullet, soft bodies pass through each other"}}};

void print(std::string_view name, std::string_view description) {
  std::cout << "  " << std::left << std::setw(18) << name << description << '\n';
}

void listMethods(Answers answers) {
  for (const Method& method : methods()) {
    if (method.answers == answers && !method.onlyInSteps) print(method.name, method.description);
  }
}

}  // namespace

void addList(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("list", "Describes the detectors and the scenes");
  command->callback([] {
    std::cout << "detectors\n";
    listMethods(Answers::Elements);
    listMethods(Answers::Surfaces);
    std::cout << "methods by volumes; in scenes only for closed bodies, with spatial-hash for the others\n";
    listMethods(Answers::Volumes);
    std::cout << "only in scenes\n";
    for (const Method& method : methods())
      if (method.onlyInSteps) print(method.name, method.description);
    for (const auto& [name, description] : kWorlds) print(name, description);
    std::string category;
    for (const auto* const some : {&scenes(), &largeScenes()}) {
      for (const SceneEntry& scene : *some) {
        if (scene.category != category) std::cout << "scenes: " << scene.category << '\n';
        category = scene.category;
        print(scene.name, scene.description);
      }
    }
    std::cout << "scenes of the papers, for detect --scene, run and browse\n";
    for (const models::ModelSceneEntry& scene : models::modelScenes())
      print(scene.name, std::string(scene.description) + " (" + std::string(scene.source) + ")");
  });
}

}  // namespace pliant::cli
