#include <btBulletDynamicsCommon.h>
#include <pliant/pictures/frameBodies.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pliant {
namespace {

constexpr double kMargin = 0.96;  // share of the picture's width and height that is used

/// A camera that moves back from its target.
class Sight {
 public:
  Sight(const Camera& camera, const RenderSettings& picture)
      : m_eye(camera.eye), m_ahead((camera.target - camera.eye).normalized()) {
    m_right = m_ahead.cross(btVector3(0, 1, 0)).normalized();
    m_up = m_right.cross(m_ahead);
    m_tangent = kMargin * std::tan(camera.fieldOfView * std::numbers::pi / 360);
    m_across = m_tangent * picture.width / picture.height;
  }
  /// Returns the distance by which the camera must be moved back to see a point [length]; infinite for a NaN.
  double backFor(const btVector3& point) const {
    const btVector3 to = point - m_eye;
    const double x = std::abs(double{to.dot(m_right)}), y = std::abs(double{to.dot(m_up)});
    const double back = std::max(x / m_across, y / m_tangent) - double{to.dot(m_ahead)};
    return back <= std::numeric_limits<double>::max() ? back : std::numeric_limits<double>::infinity();
  }

 private:
  btVector3 m_eye, m_ahead, m_right, m_up;
  double m_tangent, m_across;
};

/// Distances by which the camera must be moved back to see some of a body, and all of it [length].
struct Needed {
  double some = std::numeric_limits<double>::infinity(), all = 0;
  void add(double back) {
    some = std::min(some, back);
    all = std::max(all, back);
  }
};

}  // namespace

Framing frameBodies(const Simulation& simulation, const RenderSettings& picture) {
  Framing framing{simulation.scene().camera(), {}};
  const Sight sight(framing.camera, picture);
  const auto scale = static_cast<btScalar>(simulation.scale());
  const auto& bodies = simulation.bodies();
  std::vector<Needed> all;
  for (const SimulatedBody& body : bodies) {
    Needed& needed = all.emplace_back();
    const bool isCloud = body.mesh.faces.empty() && body.mesh.links.empty();
    for (int i = 0; i < (isCloud ? 0 : body.body->m_nodes.size()); ++i)
      needed.add(sight.backFor(body.body->m_nodes[i].m_x / scale));
    if (isCloud) needed.add(0);
  }
  for (const RigidSurface& rigid : simulation.rigid()) {
    if (!(rigid.body->getInvMass() > 0)) continue;
    Needed& needed = all.emplace_back();
    for (const btVector3& p : rigid.mesh.positions)
      needed.add(sight.backFor(rigid.body->getWorldTransform() * p / scale));
  }
  const btVector3 away = framing.camera.eye - framing.camera.target;
  const double most = (kMostBack - 1) * double{away.length()};
  double back = 0;
  for (const Needed& needed : all) {
    if (needed.some <= most) back = std::max(back, std::min(needed.all, most));
  }
  framing.camera.eye += away.normalized() * static_cast<btScalar>(back);
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (all[b].some > back) framing.outside.push_back(bodies[b].name);
  return framing;
}

}  // namespace pliant
