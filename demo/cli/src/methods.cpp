#include "methods.h"

#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/io/numbers.h>

#include <array>
#include <string>

namespace pliant::cli {
namespace {

template <typename Type>
std::unique_ptr<Detector> make() {
  return std::make_unique<Type>();
}

constexpr std::array<Method, 2> kMethods = {
    {{"spatial-hash", "optimized spatial hashing (Teschner 2003)", make<SpatialHash>},
     {"brute-force", "every pair, tested one by one: the oracle", make<BruteForce>}}};

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
