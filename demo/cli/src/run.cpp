#include "run.h"

#include <pliant/detectors/Error.h>
#include <pliant/io/writeFile.h>
#include <pliant/io/writeMesh.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Runner.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ExportFolder.h"
#include "Supervisor.h"
#include "glMethods.h"
#include "methods.h"
#include "runJson.h"
#include "validators.h"

namespace pliant::cli {
namespace {

struct Arguments {
  RunSettings run;
  SuperviseSettings supervise;
  double friction = 0, margin = 0, stiffness = 0, mass = 0, pressure = 0, spacing = 0;
  std::vector<std::string> bodyDetectors;
  std::string json, exportFolder, screenshot, overlay = "intersections";
};

void exportBodies(const ExportFolder& folder, const Simulation& simulation, int step) {
  std::size_t index = 0;
  for (const SimulatedBody& body : simulation.bodies()) {
    writeMesh(folder.file(static_cast<std::size_t>(step), index++), body.view().positions, body.mesh.faces,
              body.mesh.tetrahedra, Links::Replace);
  }
}

void takePicture(const Arguments& arguments, const Simulation& simulation, const Verdict& verdict,
                 const SceneTrail* trail = nullptr) {
  render(drawScene(simulation, verdict, parseOverlay(arguments.overlay), trail)).save(arguments.screenshot);
}

RunObserver observe(const Arguments& arguments, const std::optional<ExportFolder>& folder) {
  RunObserver observer;
  if (folder) {
    observer.checked = [&folder](const Simulation& simulation, const RunCheck& check, const Verdict&) {
      exportBodies(*folder, simulation, check.step);
    };
  }
  if (!arguments.screenshot.empty()) {
    const auto trail = std::make_shared<SceneTrail>();
    const Overlay overlay = parseOverlay(arguments.overlay);
    const auto follow = [trail, overlay](const Simulation& simulation) { trail->follow(simulation, overlay); };
    observer.started = [follow](const Simulation& simulation, const RunReport&) { follow(simulation); };
    observer.stepped = follow;
    observer.ended = [&arguments, trail](const Simulation& simulation, const RunReport&, const Verdict& last) {
      takePicture(arguments, simulation, last, trail.get());
    };
  }
  return observer;
}

void printChoice(const Json& choice) {
  const auto named = [](const Json& body) { return body.is_null() ? "a rigid mesh" : body.get<std::string>(); };
  const auto& bodies = choice["bodies"];
  const std::string who = bodies.empty()
                              ? "all small jobs"
                              : named(bodies[0]) + " with " + (bodies[0] == bodies[1] ? "itself" : named(bodies[1]));
  std::printf("%s, %s: %s (by %s", who.c_str(), choice["asked"].get<std::string>().c_str(),
              choice["engine"].get<std::string>().c_str(),
              choice["reason"] == "kind"  ? "kind"
              : choice["reason"] == "set" ? "setting"
                                          : "time");
  for (const auto& [engine, ms] : choice["ms"].items())
    std::printf(", %s %.3f ms in %d", engine.c_str(), ms.get<double>(), choice["calls"][engine].get<int>());
  std::printf(")\n");
}

/// The counters to print: key in the report, name in the table.
constexpr std::array<std::pair<const char*, const char*>, 8> kCounters{{{"candidates", "candidates"},
                                                                        {"cells_visited", "cells"},
                                                                        {"nodes_visited", "nodes"},
                                                                        {"procedure_calls", "calls"},
                                                                        {"parts_skipped", "parts skipped (I)"},
                                                                        {"pairs_skipped", "pairs skipped (II)"},
                                                                        {"element_tests", "element tests"},
                                                                        {"box_tests", "box tests"}}};

void printTable(const Json& report) {
  const auto number = [](const Json& value) {
    char text[32] = "-";
    if (value.is_number()) std::snprintf(text, sizeof text, "%.3f", value.get<double>());
    return std::string(text);
  };
  std::string drawnBy;
  if (report.contains("gl_renderer")) drawnBy = ", drawn by " + report["gl_renderer"].get<std::string>();
  if (report.contains("drawn_by")) drawnBy = ", " + describeDrawnBy(report["drawn_by"]);
  std::printf("%s under %s%s: %d steps, %s\n", report["scene"].get<std::string>().c_str(),
              report["detector"].get<std::string>().c_str(), drawnBy.c_str(), report["steps"].get<int>(),
              report["ended"].get<std::string>().c_str());
  std::printf("ms per step (median, CPU of the stepping thread):");
  for (const auto& [stage, value] : report["ms"].items()) std::printf(" %s %s", stage.c_str(), number(value).c_str());
  std::printf("\n");
  if (report.contains("counters")) {
    std::printf("detection per step (mean):");
    for (const auto& [key, words] : kCounters) {
      std::printf(" %s %.1f", words,
                  report["counters"][key].get<double>() / std::max(1.0, report["steps"].get<double>()));
    }
    std::printf("\n");
  }
  if (report.contains("chosen"))
    for (const Json& choice : report["chosen"]) printChoice(choice);
  std::printf("%6s %9s %9s %9s %11s %11s %11s %9s %9s %9s\n", "step", "between", "self", "inside", "depth", "kinetic",
              "potential", "stretch", "contacts", "volumes");
  std::printf("%6s %9s %9s %9s %11s %11s %11s %9s %9s %9s\n", "1/60 s", "pairs", "pairs", "vertices", "m", "J", "J",
              "x rest", "all", "of these");
  const Json& checks = report["checks"];
  // Prints about twenty checks; the JSON has all of them.
  const std::size_t every = checks.size() / 20 + 1;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (i % every != 0 && i + 1 != checks.size()) continue;
    const Json& c = checks[i];
    std::printf("%6d %9d %9d %9d %11s %11s %11s %9s %9d %9d\n", c["step"].get<int>(), c["pairs_between"].get<int>(),
                c["pairs_self"].get<int>(), c["vertices_inside"].get<int>(), number(c["worst_depth"]).c_str(),
                number(c["kinetic"]).c_str(), number(c["potential"]).c_str(), number(c["worst_stretch"]).c_str(),
                c["contacts"].get<int>(), c["volume_contacts"].get<int>());
  }
}

BodyDetector parseBodyDetector(const std::string& text) {
  const std::size_t at = text.rfind('=');
  if (at == std::string::npos || at == 0 || at + 1 == text.size())
    throw Error("--body-detector: '" + text + "' is not BODY=NAME, as in 'left ring=bucket-tree'");
  return {text.substr(0, at), text.substr(at + 1)};
}

void run(const CLI::App& command, const Arguments& arguments) {
  RunSettings settings = arguments.run;
  SceneOptions& options = settings.simulation.options;
  if (command.count("--friction") > 0) options.friction = arguments.friction;
  if (command.count("--margin") > 0) options.margin = arguments.margin;
  if (command.count("--stiffness") > 0) options.stiffness = arguments.stiffness;
  if (command.count("--mass") > 0) options.mass = arguments.mass;
  if (command.count("--pressure") > 0) options.pressure = arguments.pressure;
  if (command.count("--spacing") > 0) options.spacing = arguments.spacing;
  const std::string& detector = settings.simulation.detector;
  for (const std::string& own : arguments.bodyDetectors) {
    settings.simulation.bodyDetectors.push_back(parseBodyDetector(own));
    Simulation::checkBodyDetector(detector, settings.simulation.bodyDetectors.back());
  }
  const bool stock = Simulation::isStock(detector);
  if (stock && settings.simulation.threads != 1) throw Error("--threads: stock Bullet steps on one thread");
  const Overlay overlay = parseOverlay(arguments.overlay);
  const bool tellsContacts = !stock || detector == "bullet";
  if (!tellsContacts && (overlay.contacts || overlay.normals))
    throw Error("--overlay: '" + detector + "' tells no contacts");
  if (command.count("--json") > 0) checkWritable(arguments.json);
  if (command.count("--screenshot") > 0) {
    const std::string& picture = arguments.screenshot;
    if (std::filesystem::path(picture).extension() != ".png") throw Error(picture + ": pictures are .png files");
    checkWritable(picture);
  }
  std::error_code code;
  if (!arguments.json.empty() && (arguments.json == arguments.screenshot ||
                                  std::filesystem::equivalent(arguments.json, arguments.screenshot, code))) {
    throw Error(arguments.json + ": can't be written: it is both report and picture");
  }
  if (const Method* const method = tryFindMethod(detector)) {
    settings.simulation.given = [method] { return method->make({.option = "--detector"}); };
  }
  std::optional<ExportFolder> folder;
  if (command.count("--export") > 0) folder.emplace(arguments.exportFolder);
  const RunObserver observer = observe(arguments, folder);
  // Stock Bullet hangs in some scenes, and reads freed memory in one.
  SuperviseSettings supervise = arguments.supervise;
  supervise.mayCrash = stock;
  const bool supervised = detector == "bullet" || detector == "bullet-clusters" || command.count("--step-limit") > 0;
  const Json report = [&] {
    try {
      return supervised ? runSupervised(settings, observer, supervise) : toJson(runScene(settings, observer));
    } catch (const DetectorFailed& error) {
      throw NoOpenGl(error.what());
    }
  }();
  // A run that hangs or crashes has no last picture, so the picture shows the start.
  const bool noEnd = report["ended"] == runEndName(RunEnd::Hang) || report["ended"] == runEndName(RunEnd::Crash);
  if (noEnd && !arguments.screenshot.empty()) {
    takePicture(arguments, Simulation(*findScene(settings.scene), settings.simulation), {});
  }
  if (arguments.json.empty()) {
    printTable(report);
  } else {
    writeFile(arguments.json, report.dump(1) + "\n");
  }
  if (folder) folder->tellReplaced();
}

}  // namespace

void addRun(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* const command =
      app.add_subcommand("run", "Steps a Bullet scene and tells what it cost and what is left wrong");
  RunSettings& run = arguments->run;
  command->add_option("SCENE", run.scene, "A scene's name; pliant list names them")->required();
  command
      ->add_option("--detector", run.simulation.detector,
                   "A detector, none, or stock Bullet: bullet (vertices against faces), bullet-clusters (auto: for "
                   "each pair of bodies and each body with itself spatial-hash, bucket-tree, regularity-tree or "
                   "regularity-hash, "
                   "whichever takes the least time)")
      ->type_name("NAME");
  command
      ->add_option("--body-detector", arguments->bodyDetectors,
                   "With auto: a body by its name in the scene, and the detector that it, and it and others, go by "
                   "(auto, spatial-hash, bucket-tree, regularity-tree, regularity-hash), as in 'left "
                   "ring=bucket-tree'; may be repeated")
      ->type_name("BODY=NAME")
      ->take_all()
      ->expected(1);
  command->add_option("--steps", run.steps, "Steps of 1/60 s (600)")->type_name("N");
  command->add_option("--check-every", run.checkEvery, "Steps between two checks (4)")->type_name("K");
  command
      ->add_option(
          "--threads", run.simulation.threads,
          "Threads for Pliant's detection, 0: one a core (1, since times are told as one thread's CPU time, beside "
          "stock Bullet, which has one; detect takes one a core)")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
  command->add_option("--export", arguments->exportFolder, "Folder for every soft body at every check, STEP-BODY.mesh")
      ->type_name("FOLDER");
  CLI::Option* const screenshot =
      command->add_option("--screenshot", arguments->screenshot, "PNG file for a picture of the end")->type_name("PNG");
  command
      ->add_option(
          "--overlay", arguments->overlay,
          "What the picture of --screenshot shows, joined by commas: intersections, inside, contacts, volumes (shared "
          "by closed bodies), engines (what auto chose for each job: hash blue, buckets orange, regularity green, "
          "regularity and hash violet); what a method makes of the bodies: cells (of the spatial hash, blue few "
          "vertices, yellow many), buckets (of octrees, orange those that meet others), marks (nodes of octrees, "
          "violet where this step has marked them, orange where an earlier one has), hierarchy (parts of a level of "
          "the regularity tree), directions (to which all faces of one look, red where there is none), parts (blue "
          "optimisation I, can't meet itself, ochre optimisation II, can't meet a neighbour, grey its box meets none, "
          "red tested), layers (layered depth images: rays enter at blue points, leave at yellow ones), normals (of "
          "contacts, the longer the deeper); none (intersections)")
      ->needs(screenshot)
      ->type_name("LIST");
  command->add_option("--json", arguments->json, "File for the whole report, instead of a table")->type_name("OUT");
  command->add_option("--limit", run.limit, "Seconds after which no further step begins (0: none)")
      ->check(notNegativeNumber())
      ->type_name("S");
  command
      ->add_option("--step-limit", arguments->supervise.stepLimit,
                   "Seconds of CPU time that one step may take; runs the scene in a child process, as stock Bullet "
                   "always is (20)")
      ->check(positiveNumber())
      ->type_name("S");
  command->add_option("--friction", arguments->friction, "Of all soft bodies, instead of the scene's own")
      ->check(notNegativeNumber())
      ->type_name("F");
  command->add_option("--margin", arguments->margin, "Of all soft bodies, instead of the scene's own")
      ->check(positiveNumber())
      ->type_name("M");
  command->add_option("--stiffness", arguments->stiffness, "Of all soft bodies' links, 0 to 1")
      ->check(notNegativeNumber() & CLI::Range(0.0, 1.0))
      ->type_name("K");
  command->add_option("--mass", arguments->mass, "Of each soft body, instead of the scene's own")
      ->check(positiveNumber())
      ->type_name("KG");
  command->add_option("--pressure", arguments->pressure, "Of the gas in those soft bodies that hold one")
      ->check(notNegativeNumber())
      ->type_name("P");
  command->add_option("--spacing", arguments->spacing, "Of a pile's bodies, instead of the scene's own")
      ->check(positiveNumber())
      ->type_name("D");
  command->add_option("--scale", run.simulation.options.scale, "Of all lengths, gravity included (1)")
      ->check(positiveNumber())
      ->type_name("S");
  command
      ->add_option(
          "--seed", run.simulation.options.seed,
          "Soft bodies start up to a hundredth of their size elsewhere, by this number (0: as the scene has it)")
      ->type_name("N");
  command->footer("Example: pliant run knot --detector bullet --steps 400 --screenshot knot.png");
  command->callback([command, arguments] { pliant::cli::run(*command, *arguments); });
}

}  // namespace pliant::cli
