#include "MethodSet.h"

#include <pliant/detectors/Error.h>

#include <cmath>

namespace pliant::detail {
namespace {

bool isFinite(PositionsView positions) {
  for (Index v = 0; v < positions.count; ++v)
    for (std::size_t k = 0; k < 3; ++k)
      if (!std::isfinite(positions[v][k])) return false;
  return true;
}

bool takes(const BodyView& view, void (*check)(const Topology&)) {
  if (view.positions.count == 0 || !isFinite(view.positions)) return false;
  try {
    BodySet alone;
    const Index id = alone.add(view);
    if (check) check(alone.topology(id));
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace

MethodSet::MethodSet(std::span<const MethodBody> bodies, void (*check)(const Topology&)) {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const MethodBody& body = bodies[b];
    if (!takes(body.view, check)) continue;
    const Index id = set.add(body.view);
    if (body.rest.count == body.view.positions.count && isFinite(body.rest)) set.setRestPositions(id, body.rest);
    set.setSelf(id, body.self);
    bodyOf.push_back(b);
  }
  set.update(workers);
}

std::vector<std::vector<std::uint8_t>> testedFaces(Detector& detector, MethodSet& method, const Query& query) {
  Candidates candidates;
  Counters counters;
  detector.candidates(method.set, {.faceFace = true, .between = query.between, .self = query.self}, candidates,
                      counters, method.workers);
  std::vector<std::vector<std::uint8_t>> tested(method.size());
  for (Index body = 0; body < method.size(); ++body) tested[body].resize(method.set.faces(body).size());
  for (const FaceFaceCandidate& pair : candidates.faceFace)
    for (const Index face : {pair.faceA, pair.faceB}) {
      const Index body = method.set.bodyOfFace()[face];
      tested[body][face - method.set.faces(body).begin] = 1;
    }
  return tested;
}

}  // namespace pliant::detail
