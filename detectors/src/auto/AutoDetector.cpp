#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Error.h>

#include "auto/MethodRule.h"

namespace pliant {
namespace {

detail::MethodRule& ruleOf(detail::SurfaceMethod& method) {
  return static_cast<detail::MethodRule&>(method);
}

}  // namespace

AutoDetector::AutoDetector() : AutoDetector(Settings{}) {}

AutoDetector::AutoDetector(const Settings& settings) : SurfaceDetector(std::make_unique<detail::MethodRule>()) {
  setSettings(settings);
}

const AutoDetector::Settings& AutoDetector::settings() const {
  return ruleOf(method()).settings;
}

void AutoDetector::setSettings(const Settings& settings) {
  ruleOf(method()).settings = settings;
}

void AutoDetector::setEngine(Index body, std::optional<Engine> engine) {
  if (engine && static_cast<std::size_t>(*engine) >= kEngines) throw Error("auto: there is no such method");
  ruleOf(method()).setEngine(body, engine);
}

std::optional<AutoDetector::Engine> AutoDetector::engine(Index body) const {
  return ruleOf(method()).engine(body);
}

std::string_view AutoDetector::name() const {
  return "auto";
}

std::string_view AutoDetector::name(Engine engine) {
  switch (engine) {
    case Engine::SpatialHash:
      return "spatial-hash";
    case Engine::BucketTree:
      return "bucket-tree";
    default:
      return "regularity-tree";
  }
}

std::string_view AutoDetector::name(Reason reason) {
  static constexpr std::string_view kNames[] = {"set", "no surface", "small", "no hierarchy yet", "surface"};
  return kNames[static_cast<std::size_t>(reason)];
}

std::span<const AutoDetector::Job> AutoDetector::jobs() const {
  return ruleOf(method()).jobs();
}

}  // namespace pliant
