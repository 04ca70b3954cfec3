// The registry of methods. Command line, scenes, browser and plugin know a method from here.

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/Patches.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/methods.h>

#include <algorithm>

namespace pliant {
namespace {

using Method = AutoDetector::Method;

template <typename Type>
std::unique_ptr<Detector> make() {
  return std::make_unique<Type>();
}

std::unique_ptr<Detector> makeRegularityTree() {
  return std::make_unique<RegularityTree>(RegularityTree::Settings{.refuse = false});
}

constexpr DetectionMethod kMethods[] = {
    {"auto", "spatial-hash or regularity-tree for each pair of bodies, by a rule; patches for large surfaces in a step",
     Answers::Elements, make<AutoDetector>},
    {"spatial-hash", "spatial hashing (Teschner 2003)", Answers::Elements, make<SpatialHash>, nullptr,
     Method::SpatialHash},
    {"bucket-tree", "octrees of buckets over surfaces (Ganovelli 2000)", Answers::Surfaces, make<BucketTree>, nullptr,
     Method::BucketTree},
    {"regularity-tree", "hierarchy of patches; skips patches that can't meet themselves (Volino 1994)",
     Answers::Surfaces, makeRegularityTree, RegularityTree::check, Method::RegularityTree},
    {"patches", "patches with boxes at both ends of a step, for large surfaces in motion", Answers::Elements,
     make<Patches>, nullptr, std::nullopt, true},
    {"brute-force", "tests every pair, except rows of elements that are far away; for comparison", Answers::Elements,
     make<BruteForce>},
    {"ldi-software", "layered depth images drawn by the CPU (Heidelberger 2003, 2004)", Answers::Volumes,
     make<LdiDetector>, LdiDetector::check},
};

}  // namespace

std::span<const DetectionMethod> detectionMethods() {
  return kMethods;
}

const DetectionMethod* findDetectionMethod(std::string_view name) {
  const auto* const at = std::find_if(std::begin(kMethods), std::end(kMethods),
                                      [&](const DetectionMethod& method) { return method.name == name; });
  return at == std::end(kMethods) ? nullptr : at;
}

}  // namespace pliant
