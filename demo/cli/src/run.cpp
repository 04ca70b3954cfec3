#include <pliant/detectors/Error.h>
#include <pliant/io/printable.h>
#include <pliant/io/writeFile.h>
#include <pliant/io/writeMesh.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/frameBodies.h>
#include <pliant/plugin/SoftCollisionSettings.h>
#include <pliant/scenes/Runner.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ExportFolder.h"
#include "Supervisor.h"
#include "commands.h"
#include "format.h"
#include "glMethods.h"
#include "methods.h"
#include "options.h"
#include "reportJson.h"

namespace pliant::cli {
namespace {

constexpr std::int64_t kMostRunSteps = 1'000'000'000;

struct RunArguments {
  RunSettings run;
  SuperviseSettings supervise;
  std::vector<std::string> bodyDetectors, settings;
  std::string json, exportFolder, screenshot, overlay = "intersections";
};

void exportBodies(const ExportFolder& folder, const Simulation& simulation, int step) {
  std::size_t index = 0;
  for (const SimulatedBody& body : simulation.bodies()) {
    writeMesh(folder.file(static_cast<std::size_t>(step), index++), body.view().positions, body.mesh.faces,
              body.mesh.tetrahedra, Links::Replace);
  }
}

/// Returns what a picture shows: scene, detector, step, colours and the bodies that are not in it.
std::vector<CaptionLine> captionOf(const RunArguments& arguments, const Simulation& simulation, Overlay overlay,
                                   const std::vector<std::string>& outside) {
  constexpr Rgb kFaint{105, 108, 114};
  constexpr std::size_t kMostNamed = 4;
  const int steps = simulation.steps();
  std::vector<CaptionLine> lines{
      {arguments.run.scene + ", " + titleOf(arguments.run.simulation.detector) + ", " +
       (steps == 0 ? "at the start" : "after " + std::to_string(steps) + (steps == 1 ? " step" : " steps"))}};
  const auto& bodies = simulation.bodies();
  const bool hasCloud = std::any_of(bodies.begin(), bodies.end(), [](const SimulatedBody& body) {
    return body.mesh.faces.empty() && body.mesh.links.empty();
  });
  if (overlay.intersections) {
    lines.push_back(
        {hasCloud ? "red: faces that intersect, particles in a body or just touched" : "red: faces that intersect",
         kFaint});
  }
  overlay.intersections = false;
  for (const std::string& key : overlayKeys(overlay)) lines.push_back({key, kFaint});
  if (outside.empty()) return lines;
  std::string names = "out of the picture: ";
  for (std::size_t i = 0; i < std::min(outside.size(), kMostNamed); ++i) names += (i > 0 ? ", " : "") + outside[i];
  if (outside.size() > kMostNamed) names += " and " + std::to_string(outside.size() - kMostNamed) + " more";
  lines.push_back({names, kFaint});
  return lines;
}

void takePicture(const RunArguments& arguments, const Simulation& simulation, const Verdict& verdict,
                 const SceneTrail* trail = nullptr) {
  const Overlay overlay = parseOverlay(arguments.overlay);
  const Framing framing = frameBodies(simulation);
  Drawing drawing = drawScene(simulation, verdict, overlay, trail);
  drawing.camera = framing.camera;
  withCaption(render(drawing), captionOf(arguments, simulation, overlay, framing.outside)).save(arguments.screenshot);
}

RunObserver observe(const RunArguments& arguments, const std::optional<ExportFolder>& folder) {
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

/// The counters to print: key in the report, name in the table.
constexpr std::array<std::pair<const char*, const char*>, 8> kCounters{{{"candidates", "candidates"},
                                                                        {"cells_visited", "cells"},
                                                                        {"nodes_visited", "nodes"},
                                                                        {"procedure_calls", "calls"},
                                                                        {"parts_skipped", "patches skipped (I)"},
                                                                        {"pairs_skipped", "pairs skipped (II)"},
                                                                        {"element_tests", "element tests"},
                                                                        {"box_tests", "box tests"}}};

void printTable(const Json& report) {
  const auto number = [](const Json& value) {
    return value.is_number() ? format("%.3f", value.get<double>()) : std::string("-");
  };
  std::string drawnBy;
  if (report.contains("gl_renderer")) drawnBy = ", drawn by " + report["gl_renderer"].get<std::string>();
  if (report.contains("drawn_by")) drawnBy = ", " + describeDrawnBy(report["drawn_by"]);
  std::printf("%s under %s%s: %d steps, %s\n", report["scene"].get<std::string>().c_str(),
              report["detector"].get<std::string>().c_str(), drawnBy.c_str(), report["steps"].get<int>(),
              report["ended"].get<std::string>().c_str());
  std::printf("ms per step (median, CPU time of the stepping thread):");
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
  if (report.contains("settings")) {
    std::printf("settings:");
    for (const auto& [name, value] : report["settings"].items())
      std::printf(" %s=%s", name.c_str(), value.get<std::string>().c_str());
    std::printf("\n");
  }
  if (report.contains("chosen")) std::printf("%s", describeChoices(report["chosen"]).c_str());
  std::printf("%6s %9s %9s %9s %11s %11s %11s %9s %9s %9s\n", "step", "between", "self", "inside", "depth", "kinetic",
              "potential", "stretch", "contacts", "contacts");
  std::printf("%6s %9s %9s %9s %11s %11s %11s %9s %9s %9s\n", "1/60 s", "pairs", "pairs", "vertices", "m", "J", "J",
              "x rest", "all", "volumes");
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
    throw Error("--body-detector: '" + text + "' is not BODY=NAME, for example 'left ring=bucket-tree'");
  return {text.substr(0, at), text.substr(at + 1)};
}

Json settingsJson(const std::string& detector, const MethodValues& values) {
  Json written = Json::object();
  for (const auto& [name, value] : values) written[name] = writtenValue(*findMethodSetting(detector, name), value);
  return written;
}

void run(const CLI::App& command, const RunArguments& arguments) {
  RunSettings settings = arguments.run;
  const std::string& detector = settings.simulation.detector;
  for (const std::string& own : arguments.bodyDetectors) {
    settings.simulation.bodyDetectors.push_back(parseBodyDetector(own));
    Simulation::checkBodyDetector(detector, settings.simulation.bodyDetectors.back());
  }
  settings.simulation.methodValues = parseSettings(detector, arguments.settings);
  const bool stock = Simulation::isStock(detector);
  if (stock && settings.simulation.threads != 1) throw Error("--threads: stock Bullet has one thread");
  const Overlay overlay = parseOverlay(arguments.overlay);
  if (command.count("--cap-holes") > 0) {
    const Method* const method = tryFindMethod(detector);
    if (!method || method->answers != Answers::Volumes)
      throw Error("--cap-holes: detector " + detector + " has no such option");
  }
  const bool hasContacts = !stock || detector == "bullet" || detector == "bullet-deformable";
  if (!hasContacts && (overlay.contacts || overlay.normals))
    throw Error("--overlay: '" + detector + "' has no contacts to show");
  if (command.count("--json") > 0) {
    checkWritable(arguments.json);
    if (command.count("--export") > 0) checkNotOneOf(arguments.json, arguments.exportFolder, "--export", "", ".mesh");
  }
  if (command.count("--screenshot") > 0) checkPicture(arguments.screenshot);
  if (!arguments.json.empty() && isSameFile(arguments.json, arguments.screenshot))
    throw Error(arguments.json + ": can't be written: --json and --screenshot name the same file");
  if (const Method* const method = tryFindMethod(detector)) {
    settings.simulation.given = [method] { return makeDetector(*method, {.option = "--detector"}); };
  }
  std::optional<ExportFolder> folder;
  if (command.count("--export") > 0) folder.emplace(arguments.exportFolder);
  const RunObserver observer = observe(arguments, folder);
  // Stock Bullet hangs in some scenes, and reads freed memory in one.
  SuperviseSettings supervise = arguments.supervise;
  supervise.mayCrash = stock;
  const bool supervised = detector.starts_with("bullet") || command.count("--step-limit") > 0;
  Json report = [&] {
    std::optional<QuietDrivers> quiet;
    if (const Method* const method = tryFindMethod(detector); method && method->makeGl) quiet.emplace();
    try {
      return supervised ? runSupervised(settings, observer, supervise) : toJson(runScene(settings, observer));
    } catch (const DetectorFailed& error) {
      throw failedMethod("--detector", error.what());
    }
  }();
  if (!arguments.settings.empty()) report["settings"] = settingsJson(detector, settings.simulation.methodValues);
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
  if (folder) folder->reportReplaced();
}

}  // namespace

void addRun(CLI::App& app) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App* const command = app.add_subcommand("run", "Steps a Bullet scene; prints times, intersections and energies");
  RunSettings& run = arguments->run;
  SceneOptions& options = run.simulation.options;
  command->add_option("SCENE", run.scene, "Scene; pliant list describes the scenes")->required();
  addOption(*command, "--detector", "NAME", run.simulation.detector,
            "Detector of Pliant or of stock Bullet; pliant list describes the detectors (default auto)");
  oneWordEach(addOption(*command, "--body-detector", "BODY=NAME", arguments->bodyDetectors,
                        "With auto: detector of one body, with itself and with others: auto, spatial-hash, bucket-tree "
                        "or regularity-tree; for example 'left ring=bucket-tree'; may be repeated"));
  addSettingOption(*command, arguments->settings);
  addOption(*command, "--steps", "N", run.steps, "Number of steps of 1/60 s (default 600)")
      ->check(wholeNumber(1, kMostRunSteps));
  addOption(*command, "--check-every", "K", run.checkEvery, "Number of steps from one check to the next (default 4)")
      ->check(wholeNumber(1, kMostRunSteps));
  addOption(*command, "--threads", "N", run.simulation.threads,
            "Number of threads of Pliant's detection, 0 to 1024; 0: one per core (default 1: times are CPU times of "
            "one thread)")
      ->check(wholeNumber(0, 1024));
  addOption(*command, "--cap-holes", "N", run.simulation.capHoles,
            "With an ldi detector: holes of at most N edges are closed, 1 to 10000 (default: none)")
      ->check(wholeNumber(1, SoftCollisionSettings::kMostCapEdges));
  addOption(*command, "--export", "FOLDER", arguments->exportFolder,
            "Folder for every soft body at every check, as STEP-BODY.mesh");
  CLI::Option* const screenshot =
      addOption(*command, "--screenshot", "PNG", arguments->screenshot, "PNG file for a picture of the end");
  addOption(*command, "--overlay", "LIST", arguments->overlay,
            ("What the picture shows, joined by commas; needs --screenshot: " +
             joined(overlayKinds(), ", ", &OverlayKind::name) +
             ", or none. The caption has the colours, docs/scenes.md describes all (default intersections)")
                .c_str())
      ->needs(screenshot);
  addOption(*command, "--json", "OUT", arguments->json, "File for the whole report, instead of a table");
  addOption(*command, "--limit", "S", run.limit,
            "Wall time in seconds after which no step begins; 0: no limit (default 0)")
      ->check(timeInSeconds(true));
  addOption(*command, "--step-limit", "S", arguments->supervise.stepLimit,
            "CPU time in seconds after which a step is ended; the scene runs in a child process, as it always "
            "does under stock Bullet (default 20)")
      ->check(timeInSeconds());
  addOption(*command, "--friction", "F", options.friction,
            "Friction of all soft bodies, at least 0 (default: the scene's)")
      ->check(notNegativeNumber());
  addOption(*command, "--margin", "M", options.margin, "Margin of all soft bodies in m, above 0 (default: the scene's)")
      ->check(positiveNumber());
  addOption(*command, "--stiffness", "K", options.stiffness,
            "Stiffness of the links of all soft bodies, 0 to 1 (default: the scene's)")
      ->check(numberBetween(0, 1));
  addOption(*command, "--mass", "KG", options.mass, "Mass of each soft body in kg, above 0 (default: the scene's)")
      ->check(positiveNumber());
  addOption(*command, "--pressure", "P", options.pressure,
            "Gas pressure of all soft bodies that have one, at least 0 (default: the scene's)")
      ->check(notNegativeNumber());
  addOption(*command, "--spacing", "D", options.spacing,
            "Distance of the bodies of a pile in m, centre to centre, above 0 (default: the scene's)")
      ->check(positiveNumber());
  addOption(*command, "--scale", "S", options.scale,
            "Factor on all lengths, gravity included, 0.001 to 1000 (default 1)")
      ->check(numberBetween(Real(0.001), 1000));
  addOption(
      *command, "--seed", "N", options.seed,
      "Moves the start of each soft body by up to 1 % of its size, differently for each N; 0: no move (default 0)")
      ->check(wholeNumber(0, std::numeric_limits<std::uint32_t>::max()));
  command->footer("Example: pliant run knot --detector bullet --steps 400 --screenshot knot.png");
  command->callback([command, arguments] { pliant::cli::run(*command, *arguments); });
}

}  // namespace pliant::cli
