#include <pliant/benchmarks/bucketTree.h>
#include <pliant/benchmarks/ldi.h>
#include <pliant/benchmarks/ldiSources.h>
#include <pliant/benchmarks/paperPictures.h>
#include <pliant/benchmarks/regularity.h>
#include <pliant/benchmarks/regularityPictures.h>
#include <pliant/benchmarks/spatialHash.h>
#include <pliant/benchmarks/surfaces.h>
#include <pliant/detectors/Error.h>
#include <pliant/io/writeFile.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.h"
#include "glMethods.h"

namespace pliant::cli {
namespace {

using benchmarks::Table;

const std::vector<std::string> kNames{"table2",      "objects", "threads", "hashes",          "variants", "surface",
                                      "bucket-tree", "ldi",     "ldi-gl",  "regularity-tree", "figures"};

struct Arguments {
  std::vector<std::string> names, tables, meshes;
  std::string setups = "ABCDE";
  int steps = 1000;
  std::size_t faces = 1000000;
  std::string json, folder, pictures;
};

nlohmann::ordered_json jsonOf(const Table& table) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    nlohmann::ordered_json object;
    for (std::size_t c = 0; c < row.size(); ++c) {
      std::visit([&](const auto& value) { object[table.columns[c]] = value; }, row[c]);
    }
    rows.push_back(std::move(object));
  }
  return {{"caption", table.caption}, {"rows", rows}};
}

void checkTables(const Arguments& arguments) {
  const auto& names = arguments.names;
  if (!names.empty() && std::find(names.begin(), names.end(), "regularity-tree") == names.end())
    throw Error("--table: needs the benchmark regularity-tree");
  for (const std::string& table : arguments.tables) {
    std::string known;
    bool found = false;
    for (const auto& maker : benchmarks::regularityTables(arguments.faces, 1, {})) {
      known += (known.empty() ? "" : ", ") + maker.name;
      found = found || maker.name == table;
    }
    if (!found)
      throw Error("--table: unknown table '" + table + "'; tables of up to " + std::to_string(arguments.faces) +
                  " faces are " + known);
  }
}

void check(const CLI::App& command, const Arguments& arguments) {
  for (const std::string& name : arguments.names) {
    if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) continue;
    std::string known;
    for (const std::string& one : kNames) known += (known.empty() ? "" : ", ") + one;
    throw Error("unknown benchmark '" + name + "'; benchmarks are " + known);
  }
  if (arguments.setups.empty() || arguments.setups.find_first_not_of("ABCDEFG") != std::string::npos) {
    throw Error("--setups: '" + arguments.setups + "' must be letters from A to G");
  }
  if (!arguments.tables.empty()) checkTables(arguments);
  if (command.count("--json") > 0) checkWritable(arguments.json);
  if (command.count("--out") > 0) makeFolder(arguments.folder);
  if (command.count("--pictures") > 0) {
    const auto& names = arguments.names;
    const auto draws = [](const std::string& name) { return name == "ldi" || name == "regularity-tree"; };
    if (!names.empty() && std::none_of(names.begin(), names.end(), draws)) {
      throw Error("--pictures: needs the benchmark ldi or regularity-tree");
    }
    makeFolder(arguments.pictures);
  }
}

/// Returns the tables for each renderer that is available here. Prints a line for each one that is not.
std::vector<Table> ldiByOpenGl(int repeats, const benchmarks::Progress& progress) {
  std::vector<benchmarks::LdiSource> sources;
  std::string driver, reason;
  for (const GlLayers layers : kGlLayers) {
    if (auto drawing = tryGlDrawing(layers, reason)) {
      driver = drawing->driver;
      sources.push_back({std::move(drawing->renderer), std::move(drawing->readBackMs)});
    } else {
      std::cout << "skipped: " << reason << "\n\n" << std::flush;
    }
  }
  if (sources.empty()) return {};
  return benchmarks::ldiSourceTables(sources, driver, repeats, progress);
}

void bench(const CLI::App& command, const Arguments& arguments) {
  check(command, arguments);
  const auto progress = [](const std::string& what) { std::fprintf(stderr, "%s\n", what.c_str()); };
  nlohmann::ordered_json all;
  const auto show = [&](const Table& table) {
    std::cout << table.text() << '\n' << std::flush;
    all[table.name] = jsonOf(table);
    if (!arguments.folder.empty()) {
      writeFile((std::filesystem::path(arguments.folder) / (table.name + ".csv")).string(), table.csv(),
                Links::Replace);
    }
  };
  const auto showFigure = [&](const benchmarks::Figure& figure) {
    show(figure.table);
    if (arguments.folder.empty()) return;
    writeFile((std::filesystem::path(arguments.folder) / (figure.table.name + ".svg")).string(), figure.plot.svg(),
              Links::Replace);
  };
  const int few = std::max(3, arguments.steps / 100);
  for (const std::string& name : arguments.names.empty() ? kNames : arguments.names) {
    if (name == "table2") show(benchmarks::table2(arguments.setups, arguments.steps, progress));
    if (name == "objects") show(benchmarks::objects(std::max(3, arguments.steps / 5)));
    if (name == "threads") {
      const int steps = std::max(3, arguments.steps / 5);
      show(benchmarks::threads(arguments.setups, steps));
      show(benchmarks::surfaceThreads(arguments.faces, steps, progress));
    }
    if (name == "hashes") show(benchmarks::hashFunctions(few));
    if (name == "variants") show(benchmarks::variants(few));
    if (name == "surface") show(benchmarks::surface(std::max(3, arguments.steps / 5), progress));
    if (name == "regularity-tree") {
      const auto& only = arguments.tables;
      for (const auto& table : benchmarks::regularityTables(arguments.faces, few, progress))
        if (only.empty() || std::find(only.begin(), only.end(), table.name) != only.end()) show(table.make());
      if (!arguments.pictures.empty()) benchmarks::regularityPictures(arguments.pictures, 3, progress);
    }
    if (name == "bucket-tree") {
      for (const auto& figure : {benchmarks::bucketAlgorithms(few), benchmarks::bucketLevels(few)}) showFigure(figure);
      show(benchmarks::bucketPairs(few));
      show(benchmarks::bucketsAndBoxTrees(few));
      show(benchmarks::touchingSurfaces(std::max(3, arguments.steps / 5), progress));
    }
    if (name == "ldi") {
      if (!arguments.meshes.empty()) show(benchmarks::ldiFiles(arguments.meshes, few, progress));
      for (const Table& table : benchmarks::ldiTables(few, progress)) show(table);
      if (!arguments.pictures.empty()) benchmarks::paperPictures(arguments.pictures, 3, progress);
    }
    if (name == "ldi-gl") {
      for (const Table& table : ldiByOpenGl(std::min(few, 5), progress)) show(table);
    }
    if (name == "figures") {
      for (const benchmarks::Figure& figure : benchmarks::figures(few, progress)) showFigure(figure);
    }
  }
  if (!arguments.json.empty()) writeFile(arguments.json, all.dump(1) + "\n");
}

}  // namespace

void addBench(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("bench", "Runs benchmarks, and makes the papers' tables and figures");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("NAME", arguments->names,
                      "Benchmarks: table2, objects, threads, hashes, variants, surface, bucket-tree, ldi, ldi-gl, "
                      "regularity-tree, figures (default: all)");
  command->add_option("--mesh", arguments->meshes, "ldi: file of a closed surface; may be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("FILE");
  command->add_option("--table", arguments->tables, "regularity-tree: only this table; may be repeated (default: all)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("NAME");
  command->add_option("--setups", arguments->setups, "table2, threads: setups, letters A to G (default ABCDE)")
      ->type_name("LETTERS");
  command
      ->add_option("--faces", arguments->faces,
                   "regularity-tree, threads: most faces of a surface, 1000 to 1000000 (default 1000000)")
      ->check(CLI::Range(1000, 1000000))
      ->type_name("N");
  command
      ->add_option("--steps", arguments->steps,
                   "Number of steps of table2; the others take a part of it (default 1000)")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  command->add_option("--json", arguments->json, "File for all results")->type_name("OUT");
  command->add_option("--out", arguments->folder, "Folder for tables as CSV and figures as SVG")->type_name("FOLDER");
  command
      ->add_option("--pictures", arguments->pictures,
                   "ldi, regularity-tree: folder for the papers' pictures, drawn anew, as PNG")
      ->type_name("FOLDER");
  command->callback([command, arguments] { bench(*command, *arguments); });
}

}  // namespace pliant::cli
