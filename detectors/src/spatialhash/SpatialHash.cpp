#include <pliant/detectors/Error.h>
#include <pliant/detectors/SpatialHash.h>

#include <cmath>

#include "spatialhash/HashMethod.h"

namespace pliant {
namespace {

detail::HashMethod& hashOf(detail::SurfaceMethod& method) {
  return static_cast<detail::HashMethod&>(method);
}

}  // namespace

SpatialHash::SpatialHash() : SpatialHash(Settings{}) {}

SpatialHash::SpatialHash(const Settings& settings) : SurfaceDetector(std::make_unique<detail::HashMethod>()) {
  setSettings(settings);
}

const SpatialHash::Settings& SpatialHash::settings() const {
  return hashOf(method()).settings();
}

void SpatialHash::setSettings(const Settings& settings) {
  if (!(settings.cellSize >= 0) || !std::isfinite(settings.cellSize)) {
    throw Error("spatial hash: the cell size must be finite and not negative");
  }
  hashOf(method()).setSettings(settings);
}

std::string_view SpatialHash::name() const {
  return "spatial-hash";
}

SpatialHash::Load SpatialHash::load(const BodySet& bodies, Workers& workers) const {
  return hashOf(method()).tetra().load(bodies, workers);
}

}  // namespace pliant
