#include <pliant/models/garment.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

constexpr double kHeight = 2.4, kStand = 0.4;  // of the form and its stand
constexpr Index kRows = 32, kColumns = 44, kHalfGrip = 3;
// The hand grasps the front of the hem, lifts it, folds it up against the chest, and lets go [steps].
constexpr int kGrasp = 60, kOver = 150, kHold = 195, kLetGo = 225;

/// Returns a surface of the model as a mesh of this scene, above the ground.
SoftMesh formMesh(const models::SurfaceModel& model) {
  SoftMesh mesh;
  mesh.faces = model.faces;
  mesh.links = linksOf({}, model.faces);
  for (const auto& p : model.points)
    mesh.positions.push_back(
        vec(kHeight * double{p[0]}, kStand + kHeight * (double{p[1]} + 0.5), kHeight * double{p[2]}));
  return mesh;
}

/// A dress hangs on a tailor's form. A hand lifts and folds its front, and lets go.
class Garment : public Scene {
 public:
  Camera camera() const override { return {vec(2.2, 2.5, 4.8), vec(0, 1.4, 0), 38}; }

  void build(Simulation& simulation) override {
    simulation.addGround(6);
    simulation.addBox(vec(0.05, kStand / 2, 0.05), vec(0, kStand / 2, 0));
    simulation.addMesh(formMesh(models::tailorsForm()));
    simulation.addSoft("dress", formMesh(models::dressOnForm(kRows, kColumns)),
                       {.mass = 1,
                        .margin = 0.012,
                        .stiffness = 0.9,
                        .friction = 0.3,
                        .damping = 0.01,
                        .iterations = 15,
                        .bending = true});
  }

  void beforeStep(Simulation& simulation, int step) override {
    if (step == kGrasp) {
      std::vector<Index> held;
      const Index front = kColumns / 4;
      for (Index row = 0; row < 2; ++row)
        for (Index j = front - kHalfGrip; j <= front + kHalfGrip; ++j) held.push_back(row * kColumns + j);
      simulation.setDriven(0, held);
      simulation.drive(0, vec(0, 0.75, 0.12));
    }
    if (step == kOver) simulation.drive(0, vec(0, 0.35, -0.3));
    if (step == kHold) simulation.drive(0, vec(0, 0, 0));
    if (step == kLetGo) simulation.release(0);
  }

  void check(Simulation& simulation, int) override {
    double lowest = kStand + kHeight;
    const btSoftBody& dress = *simulation.bodies().front().body;
    for (int i = 0; i < dress.m_nodes.size(); ++i)
      lowest = std::min(lowest, static_cast<double>(dress.m_nodes[i].m_x.y()) / simulation.scale());
    m_hem.push_back(lowest);
    m_front.push_back(static_cast<double>(dress.m_nodes[int{kColumns / 4}].m_x.y()) / simulation.scale());
  }

  Figures figures(const Simulation&) const override { return {{"lowest_vertex", m_hem}, {"front_of_hem", m_front}}; }

 private:
  std::vector<double> m_hem, m_front;
};

}  // namespace

void registerGarment(std::vector<SceneEntry>& entries) {
  entries.push_back(
      entryOf<Garment>("sheets", "garment", "a dress hangs on a form; its front is lifted, folded and let go", 420));
}

}  // namespace pliant::detail
