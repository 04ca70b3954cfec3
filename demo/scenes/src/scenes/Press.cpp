#include "sceneParts.h"

namespace pliant::detail {
namespace {

/// A soft ball on a rigid mesh at 1 g or 4 g. The mesh is an open bowl or a knotted tube.
class Press : public Scene {
 public:
  Press(bool bowl, double gravity) : m_bowl(bowl), m_gravity(gravity) {}

  WorldSettings world() const override { return {vec(0, -m_gravity, 0)}; }
  Camera camera() const override {
    return m_bowl ? Camera{vec(1.6, 2.2, 2.6), vec(0, -0.35, 0), 42} : Camera{vec(1.9, 1.6, 2.6), vec(0, 0.15, 0), 42};
  }

  void build(Simulation& simulation) override {
    simulation.addMesh(m_bowl ? makeBowl(20, 50, 1) : makeKnotTube({2, 3, 0.55, 0.35, 0.15, 200, 10}));
    const bool pushed = m_bowl && m_gravity > 20;
    simulation.addSoft("ball", placed(makeBall({8, 8, 8}, 0.5), m_bowl ? vec(0.2, 0.5, 0) : vec(0.05, 1.3, 0)),
                       {.margin = 0.02}, vec(0, pushed ? -10 : 0, 0));
  }

  void afterStep(Simulation& simulation, int step) override {
    const btScalar floor = btScalar((m_bowl ? -1.2 : -1.5) * simulation.scale());
    if (m_fellAt < 0 && centroid(*simulation.bodies().front().body).y() < floor) m_fellAt = step;
  }

  void check(Simulation& simulation, int) override {
    m_height.push_back(static_cast<double>(centroid(*simulation.bodies().front().body).y()));
  }

  Figures figures(const Simulation&) const override {
    return {{"ball_height", m_height}, {"fell_through_at_step", static_cast<double>(m_fellAt)}};
  }

 private:
  bool m_bowl;
  double m_gravity;
  int m_fellAt = -1;
  std::vector<double> m_height;
};

}  // namespace

void registerPress(std::vector<SceneEntry>& entries) {
  const auto add = [&entries](const char* name, const char* description, bool bowl, double gravity) {
    entries.push_back(entryOf<Press>("soft on rigid", name, description, 120, bowl, gravity));
    entries.back().featured = gravity == 10;
  };
  add("restbowl", "a soft ball that should come to rest in a rigid bowl of triangles", true, 10);
  add("restknot", "a soft ball that should come to rest on a rigid knotted tube", false, 10);
  add("pressbowl", "a soft ball is pressed into a rigid bowl of triangles at 4 g", true, 40);
  add("pressknot", "a soft ball is pressed onto a rigid knotted tube at 4 g", false, 40);
}

}  // namespace pliant::detail
