#include "methods.h"

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/io/numbers.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "glMethods.h"

namespace pliant::cli {
namespace {

template <typename Type>
GivenDetector make(const MethodSettings&) {
  return {std::make_unique<Type>(), {}, {}};
}

GivenDetector makeLdi(const MethodSettings& settings, GlDrawing drawing) {
  const LdiGrid grid{.resolution = settings.resolution, .stretched = settings.stretched};
  return {std::make_unique<LdiDetector>(std::move(drawing.renderer),
                                        LdiDetector::Settings{grid, settings.keepImages, settings.exactNearSurface}),
          std::move(drawing.driver), std::move(drawing.drawnBy)};
}

GivenDetector makeSoftwareLdi(const MethodSettings& settings) {
  return makeLdi(settings, {std::make_unique<SoftwareLdi>(), {}, {}, {}});
}

GivenDetector makeAutoLdi(const MethodSettings& settings) {
  return makeLdi(settings, makeAutoDrawing());
}

template <GlLayers layers>
GivenDetector makeGlLdi(const MethodSettings& settings) {
  return makeLdi(settings, makeGlDrawing(layers, settings.option));
}

template <RegularityTree::Rest rest>
GivenDetector makeRegularityTree(const MethodSettings& settings) {
  RegularityTree::Settings tree;
  tree.rest = rest;
  if (!settings.exactContours) tree.contourTest = RegularityTree::ContourTest::Off;
  return {std::make_unique<RegularityTree>(tree), {}, {}};
}

void checkClosed(const Topology& topology) {
  try {
    LdiDetector::check(topology);
  } catch (const Error& error) {
    const char* const remedy = topology.openEdges > 0 ? "; --cap-holes N closes holes of at most N edges" : "";
    throw Error(error.what() + std::string(remedy));
  }
}

constexpr std::array<Method, 11> kMethods = {
    {{"auto", "fastest of spatial-hash, bucket-tree, regularity-tree and regularity-hash for each pair of bodies",
      Answers::Elements, make<AutoDetector>},
     {"spatial-hash", "spatial hashing (Teschner 2003)", Answers::Elements, make<SpatialHash>},
     {"brute-force", "tests every pair, except rows of elements that are far away; for comparison", Answers::Elements,
      make<BruteForce>},
     {"bucket-tree", "octrees of buckets over surfaces (Ganovelli 2000)", Answers::Surfaces, make<BucketTree>},
     {"regularity-tree", "hierarchy of patches; skips patches that can't meet themselves (Volino 1994)",
      Answers::Surfaces, makeRegularityTree<RegularityTree::Rest::Pairs>, true, RegularityTree::check, true},
     {"regularity-hash", "regularity-tree first, then spatial hashing of the remaining patches", Answers::Surfaces,
      makeRegularityTree<RegularityTree::Rest::Hash>, true, RegularityTree::check, true},
     {"ldi-software", "layered depth images drawn by the CPU (Heidelberger 2003, 2004)", Answers::Volumes,
      makeSoftwareLdi, false, checkClosed},
     {"ldi-gl-unordered", "the same images drawn by OpenGL: unordered layers, counted in the stencil buffer",
      Answers::Volumes, makeGlLdi<GlLayers::Unordered>, false, checkClosed},
     {"ldi-gl-ordered", "the same images drawn by OpenGL: ordered layers, peeled by depth", Answers::Volumes,
      makeGlLdi<GlLayers::Ordered>, false, checkClosed},
     {"ldi-gl-abuffer", "the same images drawn by OpenGL 4.3: all layers in one pass, sorted by shaders",
      Answers::Volumes, makeGlLdi<GlLayers::Abuffer>, false, checkClosed},
     {"ldi", "the same images, drawn by the CPU, or by OpenGL if they are large and there is a graphics card",
      Answers::Volumes, makeAutoLdi, false, checkClosed}}};

}  // namespace

std::span<const Method> methods() {
  return kMethods;
}

const Method* tryFindMethod(std::string_view name) {
  const auto at =
      std::find_if(kMethods.begin(), kMethods.end(), [&](const Method& method) { return method.name == name; });
  return at == kMethods.end() ? nullptr : &*at;
}

const Method& findMethod(std::string_view name) {
  if (const Method* const method = tryFindMethod(name)) return *method;
  std::string known;
  for (const Method& method : kMethods) known += std::string(known.empty() ? "" : ", ") + std::string(method.name);
  throw Error("--method: unknown method " + quoteWord(name) + "; methods are " + known);
}

}  // namespace pliant::cli
