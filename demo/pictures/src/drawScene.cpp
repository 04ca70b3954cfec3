#include <btBulletDynamicsCommon.h>
#include <pliant/pictures/drawDetected.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/plugin/SoftCollision.h>

#include <vector>

namespace pliant {
namespace {

constexpr Colour kRigid{0.34f, 0.35f, 0.38f}, kContact{0.95f, 0.45f, 0.05f}, kInside{0.85f, 0.03f, 0.02f};
constexpr double kDot = 0.012;
constexpr double kOwn = 1e6;
constexpr Index kVolumePixels = 64;  ///< of what two bodies share, along its longest side

/// By the job that has taken longest, the body with itself before all others.
std::vector<AutoDetector::Engine> enginesOf(const Simulation& simulation) {
  const auto& bodies = simulation.bodies();
  std::vector<AutoDetector::Engine> engines(bodies.size(), AutoDetector::Engine::SpatialHash);
  std::vector<double> most(bodies.size(), -1);
  SoftCollision* const collision = simulation.softCollision();
  if (!collision) return engines;
  for (const SoftCollision::Choice& choice : collision->getChoices()) {
    const AutoDetector::Job& job = choice.job;
    const std::size_t engine = static_cast<std::size_t>(job.engine);
    double cost = job.cost[engine] * static_cast<double>(job.calls[engine]);
    if (choice.bodyA == choice.bodyB) cost *= kOwn;
    for (const int id : {choice.bodyA, choice.bodyB})
      for (std::size_t b = 0; id >= 0 && b < bodies.size(); ++b)
        if (bodies[b].body == collision->getBody(id) && cost > most[b]) {
          most[b] = cost;
          engines[b] = job.engine;
        }
  }
  return engines;
}

}  // namespace

Colour engineColour(AutoDetector::Engine engine) {
  switch (engine) {
    case AutoDetector::Engine::SpatialHash:
      return {0.16f, 0.36f, 0.72f};
    case AutoDetector::Engine::BucketTree:
      return {0.85f, 0.45f, 0.08f};
    default:
      return {0.16f, 0.58f, 0.24f};
  }
}

Drawing drawScene(const Simulation& simulation, const Verdict& verdict, const Overlay& overlay) {
  Drawing drawing;
  drawing.camera = simulation.scene().camera();
  drawing.scale = simulation.scale();
  const auto& bodies = simulation.bodies();
  const std::vector<AutoDetector::Engine> engines = enginesOf(simulation);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    DrawnSurface surface;
    surface.mesh.faces = bodies[b].mesh.faces;
    const btSoftBody& body = *bodies[b].body;
    for (int i = 0; i < body.m_nodes.size(); ++i) surface.mesh.positions.push_back(body.m_nodes[i].m_x);
    surface.colour = overlay.engines ? engineColour(engines[b]) : bodyColour(b);
    surface.marked.assign(surface.mesh.faces.size(), 0);
    drawing.surfaces.push_back(std::move(surface));
  }
  if (overlay.intersections) {
    for (const FacePair& pair : verdict.pairs) {
      drawing.surfaces[pair.bodyA].marked[pair.faceA] = 1;
      drawing.surfaces[pair.bodyB].marked[pair.faceB] = 1;
    }
  }
  if (overlay.volumes) {
    std::vector<BodyView> views;
    for (const SimulatedBody& body : bodies) views.push_back(body.view());
    DrawnVolumes volumes = drawVolumes(views, {.resolution = kVolumePixels});
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (volumes.holds[b] != 0) drawing.surfaces[b].opacity = kBodyGlass;
    }
    for (DrawnSurface& surface : volumes.surfaces) drawing.surfaces.push_back(std::move(surface));
  }
  for (const RigidSurface& rigid : simulation.rigid()) {
    if (rigid.look == RigidSurface::Look::Ground) drawing.ground = true;
    if (rigid.look != RigidSurface::Look::Solid) continue;
    DrawnSurface surface{rigid.mesh, kRigid, {}, true};
    place(surface.mesh, rigid.body->getWorldTransform().getOrigin(), rigid.body->getWorldTransform().getBasis());
    drawing.surfaces.push_back(std::move(surface));
  }
  if (overlay.inside) {
    for (const Verdict::Inside& inside : verdict.inside) {
      const btSoftBody& body = *bodies[inside.body].body;
      drawing.points.push_back({body.m_nodes[static_cast<int>(inside.vertex)].m_x, kDot * drawing.scale, kInside});
    }
  }
  if (overlay.contacts && simulation.softCollision()) {
    for (const SoftContact& contact : simulation.softCollision()->getContacts()) {
      drawing.points.push_back({(contact.pointOnA + contact.pointOnB) / 2, kDot * drawing.scale, kContact});
    }
  }
  return drawing;
}

}  // namespace pliant
