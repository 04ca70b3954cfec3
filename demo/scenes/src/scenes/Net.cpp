#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>
#include <pliant/scenes/mechanics.h>

namespace pliant {
namespace {

constexpr Index kCells = 24;

/// A soft ball falls into a net whose rim is pinned.
class Net : public Scene {
 public:
  Camera camera() const override {
    return {btVector3(btScalar(2.4), btScalar(1.9), btScalar(3.2)), btVector3(0, btScalar(0.8), 0), 40};
  }

  void build(Simulation& simulation) override {
    SoftMesh net = makeCloth(kCells, 2.4);
    place(net, btVector3(0, 1, 0));
    SoftMaterial material;
    material.mass = 1;
    material.stiffness = 0.6;
    material.margin = 0.02;
    material.iterations = 10;
    btSoftBody& pinned = simulation.addSoft("net", net, material);
    for (Index i = 0; i <= kCells; ++i) {
      for (Index j = 0; j <= kCells; ++j) {
        if (i == 0 || j == 0 || i == kCells || j == kCells) pinned.setMass(static_cast<int>(i * (kCells + 1) + j), 0);
      }
    }
    SoftMesh ball = makeBall({6, 6, 6}, 0.5);
    place(ball, btVector3(btScalar(0.05), btScalar(1.9), btScalar(0.03)));
    SoftMaterial heavy;
    heavy.mass = 2;
    heavy.margin = 0.02;
    simulation.addSoft("ball", ball, heavy);
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

namespace detail {

void registerNet(std::vector<SceneEntry>& entries) {
  entries.push_back({"sheets", "net", "a soft ball falls into a net with a pinned rim",
                     [](const SceneOptions&) { return std::make_unique<Net>(); }});
}

}  // namespace detail
}  // namespace pliant
