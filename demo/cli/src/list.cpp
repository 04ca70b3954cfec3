#include "list.h"

#include <pliant/scenes/Scene.h>

#include <CLI/CLI.hpp>
#include <array>
#include <iomanip>
#include <iostream>
#include <string>
#include <utility>

#include "methods.h"

namespace pliant::cli {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 4> kWorlds{
    {{"auto", "Pliant's own choice: spatial-hash, so far the only one beside the oracle"},
     {"bullet", "stock Bullet, vertices against faces (VF_SS)"},
     {"bullet-clusters", "stock Bullet, clusters against clusters (CL_SS)"},
     {"none", "stock Bullet, soft bodies pass through each other"}}};

}  // namespace

void addList(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("list", "Names the detectors and the scenes");
  command->callback([] {
    std::cout << "detectors\n";
    for (const Method& method : methods()) {
      std::cout << "  " << std::left << std::setw(16) << method.name << method.description << '\n';
    }
    std::cout << "in scenes also\n";
    for (const auto& [name, description] : kWorlds) {
      std::cout << "  " << std::left << std::setw(16) << name << description << '\n';
    }
    std::string category;
    for (const SceneEntry& scene : scenes()) {
      if (scene.category != category) std::cout << "scenes: " << scene.category << '\n';
      category = scene.category;
      std::cout << "  " << std::left << std::setw(16) << scene.name << scene.description << '\n';
    }
  });
}

}  // namespace pliant::cli
