#include "DetectArguments.h"

#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/io/numbers.h>
#include <pliant/io/printable.h>
#include <pliant/io/readMesh.h>
#include <pliant/io/writeFile.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "options.h"

namespace pliant::cli {
namespace {

constexpr std::int64_t kMostPixels = kMostLdiResolution;
constexpr std::int64_t kMostRimEdges = 10'000;
constexpr std::int64_t kMostThreads = 1024, kMostRepeats = 1'000'000, kMostFrames = 100'000;
constexpr std::int64_t kMostSceneFaces = 5'000'000;
constexpr double kMostAngle = 180;

unsigned parseCount(const char* option, const std::string& word, std::int64_t most) {
  std::int64_t value = 0;
  if (parseInteger(word, value) != NumberFault::None || value < 1 || value > most) {
    throw Error(std::string(option) + ": " + quoteWord(word) + " is not an integer from 1 to " + std::to_string(most));
  }
  return static_cast<unsigned>(value);
}

Real parseMargin(const std::string& word) {
  Real value = 0;
  const NumberFault fault = parseReal(word, value);
  if (fault != NumberFault::None) throw Error("--margin: " + describe(fault, word));
  // A negative number that is too small for Real has become -0.
  const bool isZero = word.find_first_of("123456789") == std::string::npos;
  if (value < 0 || (word.starts_with('-') && !isZero)) throw Error("--margin: " + quoteWord(word) + " is negative");
  return value == 0 ? 0 : value;
}

DetectArguments::Body splitFrames(const std::string& name) {
  DetectArguments::Body body{name, {}};
  for (std::size_t start = 0; start != std::string::npos;) {
    const std::size_t comma = name.find(',', start);
    body.frames.push_back(name.substr(start, comma == std::string::npos ? comma : comma - start));
    if (body.frames.back().empty()) throw Error("'" + name + "': a file name is empty");
    start = comma == std::string::npos ? comma : comma + 1;
  }
  return body;
}

/// Parses an angle [degrees]. Returns false if it is not a number or its magnitude exceeds `most`.
bool parseAngle(std::string_view word, double most, double& value) {
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  return code == std::errc() && end == word.data() + word.size() && std::abs(value) <= most;
}

/// Parses two angles joined by a comma [degrees].
void parseView(const std::string& word, double& azimuth, double& elevation) {
  const std::size_t comma = word.find(',');
  const std::string_view all = word;
  if (comma == std::string::npos || !parseAngle(all.substr(0, comma), 360, azimuth) ||
      !parseAngle(all.substr(comma + 1), 90, elevation)) {
    throw Error("--view: " + quoteWord(word) + " is not azimuth,elevation in degrees, -360 to 360 and -90 to 90");
  }
}

/// Returns the number of frames of the bodies with more than one frame. Throws Error if they differ.
std::size_t countFrames(const std::vector<DetectArguments::Body>& bodies) {
  const DetectArguments::Body* first = nullptr;
  for (const DetectArguments::Body& body : bodies) {
    if (body.frames.size() == 1) continue;
    if (first == nullptr) first = &body;
    if (body.frames.size() == first->frames.size()) continue;
    throw Error(body.name + ": has " + std::to_string(body.frames.size()) + " frames, but " + first->name + " has " +
                std::to_string(first->frames.size()));
  }
  return first == nullptr ? 1 : first->frames.size();
}

void checkNotRead(const std::string& path, const std::vector<DetectArguments::Body>& bodies) {
  for (const DetectArguments::Body& body : bodies) {
    for (const std::string& frame : body.frames) {
      for (const std::string& file : filesOf(frame)) {
        std::error_code code;
        if (std::filesystem::equivalent(path, file, code))
          throw Error(path + ": can't be written: it is also read as a body");
      }
    }
  }
}

void refuse(bool given, const char* option, const std::string& why) {
  if (given) throw Error(std::string(option) + ": " + why);
}

/// Checks the scene's name and options.
void checkScene(const DetectWords& words, DetectArguments& arguments) {
  if (!words.scene) {
    if (words.files.empty()) throw Error("FILE or --scene is missing; `pliant detect --help` has examples");
    refuse(words.frames.has_value(), "--frames", "needs --scene");
    refuse(words.faces.has_value(), "--faces", "needs --scene");
    refuse(words.angle.has_value(), "--angle", "needs --scene");
    refuse(words.exportFolder.has_value(), "--export", "needs --scene");
    return;
  }
  if (!words.files.empty()) throw Error(words.files[0] + ": either files or --scene are allowed, not both");
  arguments.scene = models::findModelScene(*words.scene);
  if (arguments.scene == nullptr) {
    throw Error("--scene: unknown scene " + quoteWord(*words.scene) + "; scenes of detect are " +
                joined(models::modelScenes(), ", ", &models::ModelSceneEntry::name));
  }
  const std::string lacks = "scene " + *words.scene + " has no such option";
  refuse(words.faces.has_value() && arguments.scene->faces.empty(), "--faces", lacks);
  refuse(words.angle.has_value() && !arguments.scene->hasAngle, "--angle", lacks);
  if (words.frames) arguments.frames = parseCount("--frames", *words.frames, kMostFrames);
  if (words.faces) arguments.sceneOptions.faces = parseCount("--faces", *words.faces, kMostSceneFaces);
  double& angle = arguments.sceneOptions.angle;
  if (words.angle && (!parseAngle(*words.angle, kMostAngle, angle) || angle < 0))
    throw Error("--angle: " + quoteWord(*words.angle) + " is not an angle from 0 to 180 degrees");
  arguments.exportFolder = words.exportFolder;
}

/// Parses --setting, and checks it against the options that set the same.
void checkSettings(const DetectWords& words, DetectArguments& arguments) {
  MethodValues& values = arguments.method.values;
  values = parseSettings(words.method, words.settings);
  const auto refuseBoth = [&](bool given, const char* option, std::string_view setting) {
    refuse(given && values.contains(setting), option,
           "--setting sets '" + std::string(setting) + "', too, as 'paper' and 'default' do; give one of them");
  };
  refuseBoth(words.resolution.has_value(), "--resolution", "resolution");
  refuseBoth(words.stretched, "--stretched", "stretched");
  refuseBoth(words.extended, "--extended", "interest");
  refuseBoth(words.exactVertices, "--exact-vertices", "exact-vertices");
  refuseBoth(words.contourTest.has_value(), "--contour-test", "contours");
  // Images that are kept would make later repetitions faster than the first.
  arguments.method.keepImages = arguments.repeat == 1;
  const auto keep = values.find("keep");
  if (arguments.method.keepImages || keep == values.end()) return;
  refuse(keep->second != 0 && std::ranges::count(words.settings, "keep=on") > 0, "--setting",
         "keep=on needs --repeat 1: images that are kept make later runs faster than the first");
  values.erase(keep);
}

/// Checks --steps.
void checkSteps(const DetectWords& words, DetectArguments& arguments) {
  if (!words.steps) return;
  arguments.stepwise = findStepwiseMethod(words.method);
  if (arguments.stepwise == nullptr) {
    throw Error("--steps: method " + words.method + " has no steps; methods with steps are " +
                joined(stepwiseMethods(), ", ", &StepwiseMethod::name));
  }
  const std::string why = "--steps does not show what this option adds";
  refuse(words.margin.has_value(), "--margin", why);
  refuse(words.sharedCorners, "--shared-corners", why);
  arguments.stepsFolder = words.steps;
  for (const auto& file : {words.json, words.screenshot})
    if (file) checkNotOneOf(*file, *words.steps, "--steps", "step-", ".png");
}

}  // namespace

DetectArguments checkArguments(const DetectWords& words, const Method& method) {
  const std::string lacks = "method " + words.method + " has no such option";
  const bool volumes = method.answers == Answers::Volumes;
  refuse(!volumes && words.resolution.has_value(), "--resolution", lacks);
  refuse(!volumes && words.stretched, "--stretched", lacks);
  refuse(!volumes && words.extended, "--extended", lacks);
  refuse(!volumes && words.exactVertices, "--exact-vertices", lacks);
  refuse(!volumes && words.contacts, "--contacts", lacks);
  refuse(!volumes && words.capHoles.has_value(), "--cap-holes", lacks);
  refuse(volumes && words.margin.has_value(), "--margin", lacks);
  refuse(volumes && words.sharedCorners, "--shared-corners", lacks);
  refuse(words.coordinates && method.answers != Answers::Elements, "--coordinates", lacks);
  refuse(words.coordinates && !words.json, "--coordinates", "needs --json");
  refuse(words.contourTest.has_value() && !hasPatches(method), "--contour-test", lacks);

  DetectArguments arguments;
  if (words.resolution) arguments.method.resolution = parseCount("--resolution", *words.resolution, kMostPixels);
  arguments.method.stretched = words.stretched;
  arguments.method.extended = words.extended;
  if (words.contourTest) {
    if (*words.contourTest != "exact" && *words.contourTest != "off")
      throw Error("--contour-test: " + quoteWord(*words.contourTest) + " is neither exact nor off");
    arguments.method.exactContours = *words.contourTest == "exact";
  }
  arguments.method.exactNearSurface = words.exactVertices;
  if (words.capHoles) arguments.capHoles = parseCount("--cap-holes", *words.capHoles, kMostRimEdges);
  arguments.self = words.self || !words.between;
  refuse(words.sharedCorners && !arguments.self, "--shared-corners", "needs --self, since --between is given");
  arguments.sharedCorners = words.sharedCorners;
  arguments.coordinates = words.coordinates;
  arguments.between = words.between || !words.self;
  refuse(words.contacts && !arguments.between, "--contacts", "needs --between, since --self is given");
  arguments.contacts = words.contacts;
  if (words.margin) arguments.margin = parseMargin(*words.margin);
  if (words.threads) arguments.threads = parseCount("--threads", *words.threads, kMostThreads);
  if (words.repeat) arguments.repeat = parseCount("--repeat", *words.repeat, kMostRepeats);
  checkSettings(words, arguments);
  checkScene(words, arguments);
  for (const std::string& file : words.files) arguments.bodies.push_back(splitFrames(file));
  if (!words.scene) arguments.frames = countFrames(arguments.bodies);
  arguments.json = words.json;
  if (arguments.json) {
    checkWritable(*arguments.json);
    checkNotRead(*arguments.json, arguments.bodies);
    if (arguments.exportFolder) checkNotOneOf(*arguments.json, *arguments.exportFolder, "--export", "", ".mesh");
  }
  checkSteps(words, arguments);
  refuse(words.view && !words.screenshot && !words.steps, "--view", "needs --screenshot or --steps");
  if (words.view) parseView(*words.view, arguments.azimuth, arguments.elevation);
  refuse(words.overlay && !words.screenshot, "--overlay", "needs --screenshot");
  if (words.overlay && *words.overlay != "found" && *words.overlay != "parts" && *words.overlay != "voi")
    throw Error("--overlay: " + quoteWord(*words.overlay) + " is neither found nor parts nor voi");
  arguments.showPatches = words.overlay == "parts";
  if (arguments.showPatches && !hasPatches(method))
    throw Error("--overlay parts: method " + words.method + " has no patches");
  arguments.showOutsideFaces = words.overlay == "voi";
  if (arguments.showOutsideFaces && !volumes)
    throw Error("--overlay voi: method " + words.method + " has no volumes of interest");
  arguments.screenshot = words.screenshot;
  if (arguments.screenshot) {
    checkPicture(*arguments.screenshot);
    checkNotRead(*arguments.screenshot, arguments.bodies);
    if (arguments.json && isSameFile(*arguments.json, *arguments.screenshot))
      throw Error(*arguments.screenshot + ": can't be written: --json and --screenshot name the same file");
  }
  return arguments;
}

}  // namespace pliant::cli
