#include "sceneParts.h"

namespace pliant::detail {
namespace {

constexpr Index kNetCells = 24;

/// A soft ball falls into a net whose rim is pinned.
class Net : public Scene {
 public:
  Camera camera() const override { return {vec(2.4, 1.9, 3.2), vec(0, 0.8, 0), 40}; }

  void build(Simulation& simulation) override {
    pinRim(simulation.addSoft("net", placed(makeCloth(kNetCells, 2.4), vec(0, 1, 0)),
                              {.mass = 1, .margin = 0.02, .stiffness = 0.6, .iterations = 10}),
           kNetCells);
    simulation.addSoft("ball", placed(makeBall({6, 6, 6}, 0.5), vec(0.05, 1.9, 0.03)), {.mass = 2, .margin = 0.02});
  }

  void check(Simulation& simulation, int step) override {
    const btSoftBody& ball = *simulation.bodies()[1].body;
    btScalar low = ball.m_nodes[0].m_x.y();
    for (int i = 1; i < ball.m_nodes.size(); ++i) low = btMin(low, ball.m_nodes[i].m_x.y());
    m_low.push_back(static_cast<double>(low));
    // An intact net sags by less than half its width.
    if (m_fellAt < 0 && centroid(ball).y() < btScalar(-0.2 * simulation.scale())) m_fellAt = step;
  }

  Figures figures(const Simulation&) const override {
    return {{"ball_lowest", m_low}, {"fell_through_at_step", static_cast<double>(m_fellAt)}};
  }

 private:
  std::vector<double> m_low;
  int m_fellAt = -1;
};

}  // namespace

void registerNet(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Net>("sheets", "net", "a soft ball falls into a net with a pinned rim", 300));
}

}  // namespace pliant::detail
