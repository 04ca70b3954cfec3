#include <pliant/scenes/cutSolid.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kLiver = 0, kGland = 1, kTool = 2;
const btVector3 kLiverHalf = vec(0.60, 0.22, 0.40), kLiverAt = vec(0, 0.23, 0), kGlandAt = vec(0.05, 0.17, 0.60);
constexpr double kGlandRadius = 0.16, kPinnedBelow = 0.06;
// The tool is flat: half its width, its length and its thickness. It cuts like an electric knife, this far below its
// tip and this far ahead of it.
const btVector3 kToolHalf = vec(0.035, 0.30, 0.012);
constexpr double kReach = 0.25, kAhead = 0.06;
// Tissue is under tension: rest length of links beside their length at the start. So a cut gapes.
constexpr btScalar kTension = btScalar(0.93);
constexpr double kMostSpeed = 1.5;  // of the tool that the mouse leads [length/s at scale 1]

/// A place of the tool's tip at the end of a step.
struct Station {
  int step;
  double x, y, z;
};
constexpr Station kPath[] = {{15, 0.05, 0.17, 0.95},  {60, 0.05, 0.17, 0.69},  {80, 0.05, 0.17, 0.69},
                             {105, 0.05, 0.17, 0.95}, {125, 0.05, 0.62, 0.95}, {165, -0.72, 0.62, 0},
                             {180, -0.72, 0.49, 0},   {280, 0.30, 0.49, 0},    {320, 0.50, 0.75, 0}};

btVector3 tipAt(int step) {
  const Station* next = std::begin(kPath);
  while (next != std::end(kPath) && next->step < step) ++next;
  const Station& to = next == std::end(kPath) ? *(next - 1) : *next;
  const Station& from = next == std::begin(kPath) || next == std::end(kPath) ? to : *(next - 1);
  const double t = to.step > from.step ? double(step - from.step) / (to.step - from.step) : 1, s = t * t * (3 - 2 * t);
  return vec(from.x + s * (to.x - from.x), from.y + s * (to.y - from.y), from.z + s * (to.z - from.z));
}

/// A flat tool pushes a gland against a liver, then cuts into the liver. Both organs are closed bodies of tetrahedra.
/// In the browser the mouse leads the tool.
class Surgery : public Scene {
 public:
  Camera camera() const override { return {vec(0.7, 1.85, 1.2), vec(0, 0.25, 0.12), 38}; }

  void build(Simulation& simulation) override {
    simulation.addGround(3);
    SoftMesh liver = makeBall({12, 5, 8}, 1);
    for (btVector3& p : liver.positions) p = kLiverAt + p * kLiverHalf;
    const SoftMaterial tissue{.mass = 1.5,
                              .margin = 0.006,
                              .stiffness = 0.8,
                              .friction = 0.2,
                              .damping = 0.02,
                              .iterations = 10,
                              .selfSolid = true};
    btSoftBody& body = simulation.addSoft("liver", liver, tissue);
    for (int i = 0; i < body.m_links.size(); ++i) body.m_links[i].m_rl *= kTension;
    body.updateLinkConstants();
    const btScalar pinned = static_cast<btScalar>(kPinnedBelow * simulation.scale());
    for (int i = 0; i < body.m_nodes.size(); ++i)
      if (body.m_nodes[i].m_x.y() < pinned) body.setMass(i, 0);
    SoftMaterial gland = tissue;
    gland.mass = 0.2;
    simulation.addSoft("gland", placed(makeBall({5, 5, 5}, kGlandRadius), kGlandAt), gland);
    m_tool = makeSphere(3, 1);
    for (btVector3& p : m_tool.positions) p = p * kToolHalf + vec(0, double(kToolHalf.y()), 0);
    m_tip = tipAt(0);
    const btSoftBody& tool = simulation.addSoft("tool", placed(m_tool, m_tip), {.margin = 0.006, .iterations = 1});
    m_tip = tool.m_nodes[0].m_x / static_cast<btScalar>(simulation.scale()) - m_tool.positions[0];
    m_aside = m_tip - tipAt(0);
    simulation.setLed(kTool);
  }

  std::optional<std::size_t> tool() const override { return kTool; }
  void leadTool(const Simulation& simulation, const btVector3& velocity) override {
    m_led = velocity / static_cast<btScalar>(simulation.scale());
    const auto most = static_cast<btScalar>(kMostSpeed);
    if (m_led->length() > most) *m_led *= most / m_led->length();
  }

  void beforeStep(Simulation& simulation, int step) override {
    const btVector3 before = m_tip;
    if (m_led)
      m_tip += *m_led * static_cast<btScalar>(Simulation::kTimeStep);
    else
      m_tip = tipAt(step + 1) + m_aside;
    if (m_led) *m_led = btVector3(0, 0, 0);
    cut(simulation, before);
    std::vector<btVector3> positions;
    for (const btVector3& p : m_tool.positions) positions.push_back(m_tip + p);
    simulation.setScriptedPositions(kTool, positions);
  }

  void check(Simulation& simulation, int) override {
    m_cutSteps.push_back(m_cuts);
    m_gland.push_back(static_cast<double>(centroid(*simulation.bodies()[kGland].body).z()) / simulation.scale());
  }

  Figures figures(const Simulation&) const override { return {{"cuts", m_cutSteps}, {"gland_z", m_gland}}; }

 private:
  /// Cuts if the tool moves along its edge. Moved downwards or across, it pushes.
  void cut(Simulation& simulation, const btVector3& before) {
    const btVector3 way = (m_tip - before).absolute();
    if (way.x() <= std::max(way.y(), way.z())) return;
    const auto scale = static_cast<btScalar>(simulation.scale());
    const btScalar left = (std::min(before.x(), m_tip.x()) - static_cast<btScalar>(kAhead)) * scale,
                   right = (std::max(before.x(), m_tip.x()) + static_cast<btScalar>(kAhead)) * scale,
                   bottom = (m_tip.y() - static_cast<btScalar>(kReach)) * scale, top = m_tip.y() * scale;
    const auto reaches = [&](const btVector3& p) {
      return p.x() > left && p.x() < right && p.y() > bottom && p.y() < top;
    };
    for (const std::size_t organ : {kLiver, kGland})
      if (cutSolid(simulation, organ, {btVector3(0, 0, 1), m_tip.z() * scale}, reaches)) ++m_cuts;
  }

  SoftMesh m_tool;  ///< with its tip at the origin
  btVector3 m_tip{0, 0, 0}, m_aside{0, 0, 0};
  std::optional<btVector3> m_led;  ///< velocity by the mouse [length/s at scale 1]; empty until it leads
  int m_cuts = 0;                  ///< steps in which an organ was cut
  std::vector<double> m_cutSteps, m_gland;
};

}  // namespace

void registerSurgery(std::vector<SceneEntry>& entries) {
  entries.push_back(entryOf<Surgery>("solids", "surgery",
                                     "a tool pushes an organ, and cuts into another one (Heidelberger 2004)", 360));
  entries.back().stockCrashes = true;
}

}  // namespace pliant::detail
