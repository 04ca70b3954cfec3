#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Error.h>

#include <iterator>

#include "auto/AutoMethod.h"

namespace pliant {
namespace {

detail::AutoMethod& autoMethodOf(detail::SurfaceMethod& method) {
  return static_cast<detail::AutoMethod&>(method);
}

}  // namespace

AutoDetector::AutoDetector() : AutoDetector(Settings{}) {}

AutoDetector::AutoDetector(const Settings& settings) : SurfaceDetector(std::make_unique<detail::AutoMethod>()) {
  setSettings(settings);
}

const AutoDetector::Settings& AutoDetector::settings() const {
  return autoMethodOf(SurfaceDetector::method()).settings;
}

void AutoDetector::setSettings(const Settings& settings) {
  autoMethodOf(SurfaceDetector::method()).settings = settings;
}

void AutoDetector::setMethod(Index body, std::optional<Method> method) {
  if (method && static_cast<std::size_t>(*method) >= kMethods) throw Error("auto: there is no such method");
  autoMethodOf(SurfaceDetector::method()).setMethod(body, method);
}

std::optional<AutoDetector::Method> AutoDetector::method(Index body) const {
  return autoMethodOf(SurfaceDetector::method()).method(body);
}

std::string_view AutoDetector::name() const {
  return "auto";
}

std::string_view AutoDetector::name(Method method) {
  static constexpr std::string_view kNames[] = {"spatial-hash", "bucket-tree", "regularity-tree", "patches"};
  static_assert(std::size(kNames) == kMethods + 1);
  return kNames[static_cast<std::size_t>(method)];
}

std::string_view AutoDetector::name(Reason reason) {
  static constexpr std::string_view kNames[] = {"set",     "no surface", "small", "no hierarchy yet",
                                                "surface", "many faces"};
  return kNames[static_cast<std::size_t>(reason)];
}

bool AutoDetector::gathersEachStep(const BodySet& bodies) const {
  return autoMethodOf(SurfaceDetector::method()).hasManyFaces(bodies);
}

void AutoDetector::candidates(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates,
                              Counters& counters, Workers& workers) {
  if (!query.thisMotion || query.faceFace)
    return SurfaceDetector::candidates(bodies, query, candidates, counters, workers);
  detail::AutoMethod& method = autoMethodOf(SurfaceDetector::method());
  if (method.gatherByPatches(bodies, query, candidates, counters, workers)) freeScratch();
}

std::span<const AutoDetector::WorkItem> AutoDetector::workItems() const {
  return autoMethodOf(SurfaceDetector::method()).workItems();
}

}  // namespace pliant
