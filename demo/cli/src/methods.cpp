#include "methods.h"

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/io/numbers.h>

#include <array>
#include <string>

namespace pliant::cli {
namespace {

template <typename Type>
std::unique_ptr<Detector> make(const MethodSettings&) {
  return std::make_unique<Type>();
}

template <typename Renderer>
std::unique_ptr<Detector> makeLdi(const MethodSettings& settings) {
  const LdiGrid grid{.resolution = settings.resolution, .stretched = settings.stretched};
  return std::make_unique<LdiDetector>(std::make_unique<Renderer>(),
                                       LdiDetector::Settings{grid, settings.keepImages, settings.exactNearSurface});
}

constexpr std::array<Method, 3> kMethods = {
    {{"spatial-hash", "optimized spatial hashing (Teschner 2003)", Answers::Elements, make<SpatialHash>},
     {"brute-force", "every pair, tested one by one: the oracle", Answers::Elements, make<BruteForce>},
     {"ldi-software", "layered depth images, drawn by the CPU (Heidelberger 2003, 2004)", Answers::Volumes,
      makeLdi<SoftwareLdi>}}};

}  // namespace

std::span<const Method> methods() {
  return kMethods;
}

const Method& findMethod(std::string_view name) {
  std::string known;
  for (const Method& method : kMethods) {
    if (method.name == name) return method;
    known += std::string(known.empty() ? "" : ", ") + std::string(method.name);
  }
  throw Error("--method: " + quoteWord(name) + " is not a method; known are " + known);
}

}  // namespace pliant::cli
