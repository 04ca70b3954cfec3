#include "solve/leverage.h"

#include <algorithm>
#include <cmath>

namespace pliant::detail {
namespace {

/// Least distance restored per step, as a fraction of the contact distance, so that the recovery ends after some steps.
constexpr Real kLeastRecovery = Real(0.005);

}  // namespace

ContactAim::ContactAim(const SurfaceContact& contact, const SolveSettings& settings)
    : target(std::min(contact.distance_t0, contact.contactDistance)) {
  const Real missing = std::max(Real(0), contact.contactDistance - contact.distance_t0);
  recovered = std::min(missing, std::max(settings.recovery * missing, kLeastRecovery * contact.contactDistance));
}

bool hasLever(const SolveContext& context, const SurfaceContact& contact) {
  return hasLever(contact, [&](std::size_t i) {
    const Index vertex = contact.vertices[i];
    const RigidMotion* const motion = context.motionOf(vertex);
    return motion != nullptr ? !motion->restrained : context.inverseMass(vertex) > 0;
  });
}

Real farthestMotion(const SolveContext& context, const SurfaceContact& contact) {
  const Lane normal = toLane(contact.normal);
  Real end = 0, start = 0;
  for (std::size_t i = 0; i < contact.vertices.size(); ++i) {
    end += contact.weights[i] * dot(normal, toLane(context.end(contact.vertices[i])));
    start += contact.weights[i] * dot(normal, toLane(context.start(contact.vertices[i])));
  }
  return std::max(Real(0), contact.contactDistance - end) + std::max(Real(0), start - end);
}

}  // namespace pliant::detail
