#include <pliant/models/ModelScene.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/playedScenes.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pliant {
namespace {

constexpr double kPlayedMarginOfEdge = 0.2, kParticleMargin = 0.002;

/// Camera target and distance from which a scene is visible during its whole motion.
struct SeenFrom {
  std::string_view scene;
  std::array<double, 3> middle;
  double distance;
};
constexpr double kDistance = 2.55;  // for a model with a longest side of about 1, around the origin
constexpr SeenFrom kSeenFrom[] = {{"setupA", {0.475, 0.31, -0.475}, 3.1},
                                  {"setupB", {0.644, 0.10, -0.644}, 3.3},
                                  {"setupC", {0.488, 0.08, -0.488}, 2.5},
                                  {"setupD", {0.005, 0.555, 0.01}, 2.3},
                                  {"setupE", {0.41, 0.06, -0.41}, 2.2},
                                  {"loop", {0, 0, 0}, 4.6},
                                  {"soup", {0.04, 0.05, 0}, 3.7},
                                  {"soups", {0.04, 0.05, 0}, 7.4},
                                  {"knotrabbit", {0.17, -0.32, 0}, 2.9},
                                  {"rabbitreptile", {0.32, 0, 0.05}, kDistance},
                                  {"reptilesanta", {0.17, 0.15, 0.04}, kDistance},
                                  {"knotdragon", {0, 0.37, 0}, 3.0},
                                  {"santa", {0, 0.10, 0}, 3.4},
                                  {"hat", {0, 0.17, 0}, kDistance}};

btVector3 toBullet(const std::array<Real, 3>& p) {
  return {p[0], p[1], p[2]};
}

double meanEdge(const models::SurfaceModel& surface) {
  double sum = 0;
  for (const Triangle& f : surface.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const btVector3 edge = toBullet(surface.points[f[i]]) - toBullet(surface.points[f[(i + 1) % 3]]);
      sum += static_cast<double>(edge.length());
    }
  }
  return sum / static_cast<double>(3 * surface.faces.size());
}

class Played : public Scene {
 public:
  explicit Played(const models::ModelSceneEntry& entry) : m_entry(entry) {}

  WorldSettings world() const override { return {btVector3(0, 0, 0)}; }
  Camera camera() const override {
    SeenFrom from{{}, {0, 0, 0}, kDistance};
    for (const SeenFrom& known : kSeenFrom)
      if (known.scene == m_entry.name) from = known;
    const btVector3 middle(btScalar(from.middle[0]), btScalar(from.middle[1]), btScalar(from.middle[2]));
    const btVector3 back = btVector3(btScalar(0.85), btScalar(0.7), btScalar(2.3)).normalized();
    return {middle + btScalar(from.distance) * back, middle, 36};
  }

  void build(Simulation& simulation) override {
    m_model.emplace(m_entry.make({}));
    for (const models::ModelBody& body : m_model->bodies()) {
      const models::SurfaceModel& surface = body.surface;
      SoftMesh mesh;
      mesh.faces = surface.faces;
      mesh.tetrahedra = surface.tetrahedra;
      mesh.links = linksOf(surface.tetrahedra, surface.faces);  // stock Bullet builds the node tree from links
      for (const auto& p : surface.points) mesh.positions.push_back(toBullet(p));
      SoftMaterial material;
      material.margin = mesh.faces.empty() ? kParticleMargin : kPlayedMarginOfEdge * meanEdge(surface);
      material.iterations = 1;
      material.selfSolid = true;  // a rolled plate meets itself
      simulation.addSoft(body.name, mesh, material);
      simulation.setScripted(simulation.bodies().size() - 1);
    }
  }

  void beforeStep(Simulation& simulation, int step) override {
    m_model->setTime(playedTime(step + 1));
    for (std::size_t b = 0; b < m_model->bodies().size(); ++b) {
      const models::ModelBody& body = m_model->bodies()[b];
      if (!body.moves) continue;
      m_positions.clear();
      for (const auto& p : body.surface.points) m_positions.push_back(toBullet(p) + simulation.aside(b));
      simulation.setScriptedPositions(b, m_positions);
    }
  }

 private:
  const models::ModelSceneEntry& m_entry;
  std::optional<models::ModelScene> m_model;
  std::vector<btVector3> m_positions;
};

}  // namespace

double playedTime(int step) {
  const int at = step % (2 * kPlayedSteps);
  return static_cast<double>(std::min(at, 2 * kPlayedSteps - at)) / kPlayedSteps;
}

const std::vector<SceneEntry>& playedScenes() {
  static const std::vector<SceneEntry> all = [] {
    std::vector<SceneEntry> entries;
    for (const models::ModelSceneEntry& model : models::modelScenes()) {
      entries.push_back({"the papers' test beds", std::string(model.name),
                         std::string(model.description) + " (" + std::string(model.source) + ")",
                         [&model](const SceneOptions&) { return std::make_unique<Played>(model); }, kPlayedSteps});
      entries.back().scripted = true;
    }
    return entries;
  }();
  return all;
}

}  // namespace pliant
