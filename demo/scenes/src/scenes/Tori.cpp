#include <algorithm>
#include <cmath>
#include <numbers>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

constexpr Index kSegments = 40, kAcross = 4;
constexpr double kMajor = 1, kMinor = 0.25, kSpeed = 0.4;
constexpr int kRampSteps = 30, kPullSteps = 600;

/// Two interlocked solid rings are pulled apart by their far ends, and then held. They must stay linked.
class Tori : public Scene {
 public:
  WorldSettings world() const override { return {btVector3(0, 0, 0)}; }
  Camera camera() const override { return {vec(0.5, 2.6, 7.5), vec(0.5, 0, 0), 42}; }

  void build(Simulation& simulation) override {
    const SoftMesh ring = makeTorus(kSegments, kAcross, kMajor, kMinor);
    const btMatrix3x3 upright(btQuaternion(btVector3(1, 0, 0), SIMD_HALF_PI));
    const SoftMaterial material{.margin = 0.03, .selfSolid = true};
    simulation.addSoft("left ring", ring, material);
    simulation.addSoft("right ring", placed(ring, btVector3(1, 0, 0), upright), material);
    simulation.setDriven(0, end(kSegments / 2));
    simulation.setDriven(1, end(0));
  }

  void beforeStep(Simulation& simulation, int step) override {
    const double speed = step > kPullSteps ? 0 : kSpeed * std::min(step, kRampSteps) / kRampSteps / 2;
    simulation.drive(0, vec(-speed, 0, 0));
    simulation.drive(1, vec(speed, 0, 0));
  }

  void afterStep(Simulation& simulation, int step) override {
    if (step % 5 == 0 && m_unlinkedAt < 0 && !(std::abs(linking(simulation)) > 0.5)) m_unlinkedAt = step;
  }

  void check(Simulation& simulation, int) override {
    m_linking.push_back(linking(simulation));
    m_distance.push_back(static_cast<double>((core(simulation, 1)[0] - core(simulation, 0)[kSegments / 2]).length()));
  }

  Figures figures(const Simulation& simulation) const override {
    // End distance if both core curves are taut double strands that hook into each other at two tube radii.
    const double taut = simulation.scale() * (2 * std::numbers::pi * kMajor - 2 * kMinor);
    return {{"linking_number", m_linking},
            {"end_distance", m_distance},
            {"taut_length", taut},
            {"unlinked_at_step", static_cast<double>(m_unlinkedAt)}};
  }

 private:
  // Returns the vertices of the segment and of its two neighbours.
  static std::vector<Index> end(Index segment) {
    std::vector<Index> vertices;
    const Index layer = torusLayer(kAcross);
    for (const Index s : {segment + kSegments - 1, segment, segment + 1}) {
      for (Index k = 0; k < layer; ++k) vertices.push_back((s % kSegments) * layer + k);
    }
    return vertices;
  }

  static std::vector<btVector3> core(const Simulation& simulation, std::size_t body) {
    std::vector<btVector3> curve;
    for (Index i = 0; i < kSegments; ++i) {
      curve.push_back(simulation.bodies()[body].body->m_nodes[static_cast<int>(torusCore(i, kAcross))].m_x);
    }
    return curve;
  }

  static double linking(const Simulation& simulation) {
    return linkingNumber(core(simulation, 0), core(simulation, 1));
  }

  std::vector<double> m_linking, m_distance;
  int m_unlinkedAt = -1;
};

}  // namespace

void registerTori(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Tori>("solids", "tori", "two interlocked soft rings are pulled apart", 450));
  entries.back().featured = true;
  entries.push_back(deformable(entryOf<Tori>("", "dtori", "two interlocked soft rings are pulled apart", 450)));
}

}  // namespace pliant::detail
