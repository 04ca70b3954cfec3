#include "methods.h"

#include <pliant/detectors/Error.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/io/numbers.h>
#include <pliant/io/printable.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "glMethods.h"

namespace pliant::cli {
namespace {

GivenDetector makeLdi(GlDrawing drawing) {
  return {std::make_unique<LdiDetector>(std::move(drawing.renderer)), std::move(drawing.driver),
          std::move(drawing.drawnBy), std::move(drawing.lastImage)};
}

template <GlLayers layers>
GivenDetector makeGlLdi(std::string_view option) {
  return makeLdi(makeGlDrawing(layers, option));
}

GivenDetector makeAutoLdi(std::string_view) {
  return makeLdi(makeAutoDrawing());
}

constexpr Method glMethod(std::string_view name, std::string_view description,
                          GivenDetector (*makeGl)(std::string_view option)) {
  return {{name, description, Answers::Volumes, nullptr, LdiDetector::check}, makeGl};
}

constexpr Method kGlMethods[] = {
    glMethod("ldi-gl-unordered", "the same images drawn by OpenGL: unordered layers, counted in the stencil buffer",
             makeGlLdi<GlLayers::Unordered>),
    glMethod("ldi-gl-ordered", "the same images drawn by OpenGL: ordered layers, peeled by depth",
             makeGlLdi<GlLayers::Ordered>),
    glMethod("ldi-gl-abuffer", "the same images drawn by OpenGL 4.3: all layers in one pass, sorted by shaders",
             makeGlLdi<GlLayers::Abuffer>),
    glMethod("ldi", "the same images, drawn by the CPU, or by OpenGL if they are large and there is a graphics card",
             makeAutoLdi)};

std::vector<Method> allMethods() {
  std::vector<Method> all;
  for (const DetectionMethod& method : detectionMethods()) all.push_back({method, nullptr});
  all.insert(all.end(), std::begin(kGlMethods), std::end(kGlMethods));
  return all;
}

}  // namespace

std::span<const Method> methods() {
  static const std::vector<Method> all = allMethods();
  return all;
}

const Method* tryFindMethod(std::string_view name) {
  const auto all = methods();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Method& method) { return method.name == name; });
  return at == all.end() ? nullptr : &*at;
}

std::string titleOf(const std::string& detector) {
  if (detector == "auto") return "Pliant's default detector (auto)";
  if (detector == "bullet") return "stock Bullet (VF_SS)";
  if (detector == "bullet-clusters") return "stock Bullet (CL_SS)";
  if (detector == "bullet-deformable") return "stock Bullet's deformable world (VF_DD)";
  if (detector == "none") return "stock Bullet without soft contacts";
  return "Pliant's detector " + detector;
}

const Method& findMethod(std::string_view name) {
  const Method* const method = tryFindMethod(name);
  if (method && !method->onlyInSteps) return *method;
  std::vector<Method> known(methods().begin(), methods().end());
  std::erase_if(known, [](const Method& one) { return one.onlyInSteps; });
  throw Error("--method: " +
              (method ? std::string(name) + " answers in steps of a scene only" : "unknown method " + quoteWord(name)) +
              "; methods are " + joined(known, ", ", &Method::name));
}

GivenDetector makeDetector(const Method& method, const MethodSettings& settings) {
  GivenDetector given = method.makeGl ? method.makeGl(settings.option) : GivenDetector{method.make(), {}, {}};
  applyMethodValues(settingsOf(settings, methodFamily(method.name)), *given.detector);
  return given;
}

MethodValues settingsOf(const MethodSettings& settings, std::string_view family) {
  MethodValues values = settings.values;
  // emplace() keeps what --setting has set.
  if (family == "ldi") {
    values.emplace("resolution", settings.resolution);
    values.emplace("stretched", settings.stretched);
    values.emplace("interest", settings.extended);
    values.emplace("keep", settings.keepImages);
    values.emplace("exact-vertices", settings.exactNearSurface);
  }
  if (family == "regularity-tree") values.emplace("contours", !settings.exactContours);
  return values;
}

void checkBody(const Method& method, const Topology& topology) {
  if (!method.check) return;
  try {
    method.check(topology);
  } catch (const Error& error) {
    const bool hasHoles = method.answers == Answers::Volumes && topology.openEdges > 0;
    throw Error(error.what() + std::string(hasHoles ? "; --cap-holes N closes holes of at most N edges" : ""));
  }
}

bool hasPatches(const Method& method) {
  return method.make && method.make()->patches() != nullptr;
}

}  // namespace pliant::cli
