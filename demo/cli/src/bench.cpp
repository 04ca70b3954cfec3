#include <pliant/benchmarks/benchmarks.h>
#include <pliant/detectors/Error.h>
#include <pliant/io/printable.h>
#include <pliant/io/writeFile.h>

#ifdef PLIANT_WITH_BROWSER
#include <pliant/browser/drawFrames.h>
#endif

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "StopSignals.h"
#include "commands.h"
#include "glMethods.h"
#include "options.h"
#include "papers.h"

namespace pliant::cli {
namespace {

using benchmarks::Table;

struct Arguments {
  std::vector<std::string> names, tables;
  benchmarks::BenchSettings settings;
  std::string json, folder, pictures;
  bool quick = false;
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

bool chosen(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

/// Returns the named benchmarks, or all of them.
std::vector<std::string> namesOf(const Arguments& arguments) {
  std::vector<std::string> names = arguments.names;
  if (names.empty())
    for (const auto& benchmark : benchmarks::allBenchmarks()) names.emplace_back(benchmark.name);
  return names;
}

void checkTables(const Arguments& arguments) {
  std::vector<benchmarks::TableEntry> known;
  for (const std::string& name : namesOf(arguments)) {
    const benchmarks::Benchmark& benchmark = benchmarks::findBenchmark(name);
    // The renderers of ldi-gl are not known yet.
    const auto tables = name == "ldi-gl" ? benchmark.tables : benchmark.tablesFor(arguments.settings);
    known.insert(known.end(), tables.begin(), tables.end());
  }
  for (const std::string& name : arguments.tables)
    if (std::none_of(known.begin(), known.end(), [&](const auto& table) { return table.name == name; }))
      throw Error("--table: unknown table '" + name + "'; tables of up to " + std::to_string(arguments.settings.faces) +
                  " faces are " + joined(known, ", ", &benchmarks::TableEntry::name));
}

/// An option that only some tables read.
struct TableOption {
  const char* name;
  const char* needs;
  bool (*reads)(std::string_view benchmark, std::string_view table);
};

constexpr TableOption kTableOptions[] = {
    {"--quick", "the benchmark papers or steps", [](auto benchmark, auto) { return benchmark == "steps"; }},
    {"--scene", "the benchmark steps", [](auto benchmark, auto) { return benchmark == "steps"; }},
    {"--mesh", "the table ldi-files of the benchmark ldi", [](auto, auto table) { return table == "ldi-files"; }},
    {"--setups", "the table table2 or threads",
     [](auto, auto table) { return table == "table2" || table == "threads"; }},
    {"--faces", "the benchmark regularity-tree or the table threads-surfaces",
     [](auto benchmark, auto table) { return benchmark == "regularity-tree" || table == "threads-surfaces"; }},
    {"--steps", "a table of medians over steps; steps, volino-1, volino-2 and bucket-memory are none",
     [](auto benchmark, auto table) {
       return benchmark != "steps" && table != "volino-1" && table != "volino-2" && table != "bucket-memory";
     }}};

/// Throws Error if none of the chosen tables reads an option that is given.
void checkTableOptions(const CLI::App& command, const Arguments& arguments) {
  for (const TableOption& option : kTableOptions) {
    bool read = command.count(option.name) == 0;
    for (const std::string& name : namesOf(arguments))
      for (const auto& table : benchmarks::findBenchmark(name).tables)
        read = read || (chosen(arguments.tables, table.name) && option.reads(name, table.name));
    if (!read) throw Error(std::string(option.name) + ": needs " + option.needs);
  }
}

void check(const CLI::App& command, const Arguments& arguments) {
  const std::string& setups = arguments.settings.setups;
  if (setups.empty() || setups.find_first_not_of("ABCDEFG") != std::string::npos)
    throw Error("--setups: '" + setups + "' must be letters from A to G");
  checkTables(arguments);
  checkTableOptions(command, arguments);
  benchmarks::checkMeasuredScenes(arguments.settings.scenes);
  if (command.count("--json") > 0) checkWritable(arguments.json);
  if (command.count("--out") > 0) makeFolder(arguments.folder);
  if (!arguments.json.empty() && !arguments.folder.empty())
    for (const char* const ending : {".csv", ".svg"})
      checkNotOneOf(arguments.json, arguments.folder, "--out", "", ending);
  if (command.count("--pictures") > 0) {
    if (!chosen(arguments.names, "ldi") && !chosen(arguments.names, "regularity-tree"))
      throw Error("--pictures: needs the benchmark ldi or regularity-tree");
    makeFolder(arguments.pictures);
  }
}

benchmarks::LdiSource sourceOf(GlDrawing drawing) {
  return {std::move(drawing.renderer), std::move(drawing.readBackMs), std::move(drawing.lastImage)};
}

/// Adds the renderers that are available here. Prints a line for each one that is not.
void addOpenGl(benchmarks::BenchSettings& settings) {
  std::string reason;
  for (const GlLayers layers : kGlLayers) {
    if (auto drawing = tryGlDrawing(layers, reason)) {
      settings.driver = drawing->driver;
      settings.sources.push_back(sourceOf(std::move(*drawing)));
    } else {
      std::cout << "skipped: " << reason << "\n\n" << std::flush;
    }
  }
  for (const Index frame : {128u, 256u, 512u, 2048u}) {
    auto drawing = tryGlDrawing(GlLayers::Unordered, reason, frame);
    if (!drawing) continue;
    settings.tiles.push_back({frame, sourceOf(std::move(*drawing))});
  }
}

/// Prints a table, adds it to `all`, and writes its files if there is a folder.
void show(const Table& table, const std::string& folder, nlohmann::ordered_json& all) {
  std::cout << table.text() << '\n' << std::flush;
  all[table.name] = jsonOf(table);
  if (folder.empty()) return;
  const std::filesystem::path file = std::filesystem::path(folder) / table.name;
  writeFile(file.string() + ".csv", table.csv(), Links::Replace);
  if (!table.plot.curves.empty()) writeFile(file.string() + ".svg", table.plot.svg(), Links::Replace);
}

/// Makes the page of the papers.
void benchPapers(const CLI::App& command, Arguments& arguments) {
  if (arguments.names.size() > 1) throw Error("papers: runs alone, without other benchmarks");
  for (const CLI::Option* const option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() > 0 && name != "NAME" && name != "--out" && name != "--quick")
      throw Error(name + ": has no effect on the benchmark papers");
  }
  if (arguments.folder.empty()) throw Error("papers: needs --out FOLDER");
  makeFolder(arguments.folder);
  addOpenGl(arguments.settings);
#ifdef PLIANT_WITH_BROWSER
  arguments.settings.drawFrames = [](int frames, const std::function<Drawing()>& next, std::string& driver) {
    return drawFrames(frames, next, 320, 240, driver);
  };
#endif
  makePapers(arguments.folder, std::move(arguments.settings), arguments.quick);
}

void bench(const CLI::App& command, Arguments& arguments) {
  if (std::find(arguments.names.begin(), arguments.names.end(), "papers") != arguments.names.end())
    return benchPapers(command, arguments);
  check(command, arguments);
  benchmarks::BenchSettings& settings = arguments.settings;
  settings.quick = arguments.quick;
  std::optional<QuietDrivers> quiet;
  settings.progress = [&quiet](const std::string& what) {
    const bool wasQuiet = quiet.has_value();
    quiet.reset();
    std::fprintf(stderr, "%s\n", what.c_str());
    if (wasQuiet) quiet.emplace();
  };
  nlohmann::ordered_json all;
  std::optional<StopSignals> signals;
  for (const std::string& name : namesOf(arguments)) {
    if (name == "ldi-gl" && settings.sources.empty()) addOpenGl(settings);
    if (name == "ldi-gl") quiet.emplace();
    const benchmarks::Benchmark& benchmark = benchmarks::findBenchmark(name);
    if (name == "steps") {
      signals.emplace(
          "\nends after this step or this world's building, with the rows so far; a second signal ends at once\n");
      settings.stopped = [] { return StopSignals::caught() != 0; };
    }
    for (const auto& table : benchmark.tablesFor(settings))
      if (chosen(arguments.tables, table.name)) show(table.make(settings), arguments.folder, all);
    if (benchmark.pictures != nullptr && !arguments.pictures.empty())
      benchmark.pictures(arguments.pictures, 3, settings.progress);
    quiet.reset();
    if (signals && StopSignals::caught() != 0) break;
    signals.reset();
  }
  if (!arguments.json.empty()) writeFile(arguments.json, all.dump(1) + "\n");
  if (signals) signals->obey();
}

}  // namespace

void addBench(CLI::App& app) {
  CLI::App* const command = app.add_subcommand("bench", "Runs benchmarks, and makes the papers' tables and figures");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("NAME", arguments->names,
                      "Benchmarks: " + joined(benchmarks::allBenchmarks(), ", ", &benchmarks::Benchmark::name) +
                          " (default: all); or papers: the page of the papers' tables and figures");
  oneWordEach(addOption(*command, "--mesh", "FILE", arguments->settings.meshes,
                        "ldi: file of a closed surface; may be repeated"));
  oneWordEach(addOption(*command, "--table", "NAME", arguments->tables,
                        "Only this table of the benchmarks; may be repeated (default: all)"));
  oneWordEach(addOption(*command, "--scene", "NAME", arguments->settings.scenes,
                        "steps: only this scene; may be repeated (default: all but layers50)"));
  command->add_option("--setups", arguments->settings.setups, "table2, threads: setups, letters A to G (default ABCDE)")
      ->type_name("LETTERS");
  command
      ->add_option("--faces", arguments->settings.faces,
                   "regularity-tree, threads: most faces of a surface, 1000 to 1000000 (default 1000000)")
      ->check(wholeNumber(1000, 1000000))
      ->type_name("N");
  command
      ->add_option("--steps", arguments->settings.steps,
                   "Number of steps of table2; most others take a part of it (default 1000)")
      ->check(wholeNumber(1, 1000000))
      ->type_name("N");
  command->add_option("--json", arguments->json, "File for all results")->type_name("OUT");
  command
      ->add_option("--out", arguments->folder,
                   "Folder for tables as CSV and figures as SVG; papers: folder of papers.md")
      ->type_name("FOLDER");
  command
      ->add_option("--pictures", arguments->pictures,
                   "ldi, regularity-tree: folder for the papers' pictures, drawn anew, as PNG")
      ->type_name("FOLDER");
  command->add_flag("--quick", arguments->quick,
                    "papers: fewer steps, smaller pictures, two minutes; steps: a quarter of the steps");
  command->callback([command, arguments] { bench(*command, *arguments); });
}

}  // namespace pliant::cli
