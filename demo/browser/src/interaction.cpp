#include "interaction.h"

#include <pliant/scenes/cutSolid.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "cutCloth.h"

namespace pliant::detail {
namespace {

// Share of the distance to the drag target that is covered in a step, and the largest speed [length/s at scale 1].
constexpr double kPull = 0.25, kMostSpeed = 12;
// Limits of the search for a vertex near a ray: the largest slope from ray to vertex, and the slope that equals one
// length of distance at scale 1.
constexpr btScalar kNearSight = btScalar(0.08), kBehind = btScalar(0.01);
// Radius of the vertices that are dragged together, as a share of the distance from the eye.
constexpr btScalar kAround = btScalar(0.03);
// Share of a held rigid body's angular velocity that remains after a step.
constexpr btScalar kTurnLeft = btScalar(0.9);
// Distance below which vertices are cut through, as a share of the mean edge length.
constexpr btScalar kCutNear = btScalar(0.2);
// A thrown ball: radius and mass at scale 1; speed per distance to the target [1/s]; start ahead of the eye and below
// the ray [radii], so that the ball does not hide the scene.
constexpr double kBallRadius = 0.12, kBallMass = 0.5, kThrow = 2.5, kAhead = 8, kThrownBelow = 1.5;

btVector3 toBullet(const Eigen::Vector3f& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

/// Returns the distance from the eye at which a view ray meets a face; empty if it does not.
std::optional<btScalar> meeting(const btVector3& from, const btVector3& along, const std::array<btVector3, 3>& face) {
  const btVector3 ab = face[1] - face[0], ac = face[2] - face[0], to = from - face[0];
  const btVector3 p = along.cross(ac), q = to.cross(ab);
  const btScalar volume = ab.dot(p);
  if (volume == 0) return std::nullopt;
  const btScalar u = to.dot(p) / volume, v = along.dot(q) / volume, ahead = ac.dot(q) / volume;
  const bool meets = u >= 0 && v >= 0 && u + v <= 1 && ahead > 0;
  return meets ? std::optional(ahead) : std::nullopt;
}

/// First meeting of a view ray with a mesh.
struct Met {
  btScalar distance = std::numeric_limits<btScalar>::max();  ///< from the eye
  Triangle face{};
};

/// `at` returns the position of a vertex.
template <typename At>
Met nearestMeeting(const btVector3& from, const btVector3& along, const SoftMesh& mesh, const At& at) {
  Met nearest;
  for (const Triangle& t : mesh.faces)
    if (const auto met = meeting(from, along, {at(t[0]), at(t[1]), at(t[2])}); met && *met < nearest.distance)
      nearest = {*met, t};
  return nearest;
}

struct RigidMet {
  btRigidBody* body = nullptr;
  btScalar distance = std::numeric_limits<btScalar>::max();
};

RigidMet firstRigid(const Simulation& simulation, const btVector3& from, const btVector3& along) {
  RigidMet first;
  for (const RigidSurface& rigid : simulation.rigid()) {
    using Look = RigidSurface::Look;
    if (rigid.look == Look::Wall || rigid.look == Look::Frame) continue;
    const btTransform& world = rigid.body->getWorldTransform();
    const auto at = [&](Index v) { return rigid.mesh.positions[v]; };
    const Met met = nearestMeeting(world.invXform(from), along * world.getBasis(), rigid.mesh, at);
    if (met.distance < first.distance) first = {rigid.body, met.distance};
  }
  return first;
}

struct SoftMet {
  std::size_t body = 0;
  Met met;
};

SoftMet firstSoft(const Simulation& simulation, const btVector3& from, const btVector3& along,
                  std::optional<std::size_t> without = {}) {
  SoftMet first;
  for (std::size_t b = 0; b < simulation.bodies().size(); ++b) {
    if (b == without) continue;
    const SimulatedBody& body = simulation.bodies()[b];
    const auto at = [&](Index v) { return body.body->m_nodes[static_cast<int>(v)].m_x; };
    const Met met = nearestMeeting(from, along, body.mesh, at);
    if (met.distance < first.met.distance) first = {b, met};
  }
  return first;
}

/// Returns true if forces can move the vertex: it is not pinned, and no driver moves it.
bool isFree(const SimulatedBody& body, int vertex) {
  const auto v = static_cast<std::size_t>(vertex);
  return body.body->m_nodes[vertex].m_im > 0 && (v >= body.driven.size() || body.driven[v] == 0);
}

/// Returns the reason why a body can't be cut; empty if it can.
std::string whyWhole(const SimulatedBody& body) {
  const auto isDriven = [](std::uint8_t is) { return is != 0; };
  if (std::any_of(body.driven.begin(), body.driven.end(), isDriven)) return "it is scripted";
  if (body.body->m_pose.m_bframe) return "a pose keeps its shape";
  return {};
}

}  // namespace

void Picker::take(const Simulation& simulation, const Ray& ray) {
  letGo();
  const btVector3 from = toBullet(ray.from), along = toBullet(ray.along);
  const RigidMet rigid = firstRigid(simulation, from, along);
  const SoftMet soft = firstSoft(simulation, from, along);
  if (rigid.distance < soft.met.distance && rigid.body->getInvMass() > 0) {
    m_holds = Holds::Rigid;
    m_rigid = rigid.body;
    m_place = m_rigid->getWorldTransform().invXform(from + along * rigid.distance);
    m_distance = rigid.distance;
    return;
  }
  if (soft.met.distance < rigid.distance) {
    const btVector3 met = from + along * soft.met.distance;
    const SimulatedBody& body = simulation.bodies()[soft.body];
    const auto away = [&](Index v) { return body.body->m_nodes[static_cast<int>(v)].m_x.distance(met); };
    Triangle corners = soft.met.face;
    std::sort(corners.begin(), corners.end(), [&](Index a, Index b) { return away(a) < away(b); });
    if (simulation.scene().tool() == soft.body) return takeTool(simulation, soft.body, from, along);
    for (const Index v : corners)
      if (isFree(body, static_cast<int>(v)))
        return takeVertex(simulation, soft.body, static_cast<int>(v), soft.met.distance);
  }
  takeNear(simulation, ray);
}

void Picker::takeVertex(const Simulation& simulation, std::size_t body, int vertex, btScalar distance) {
  m_holds = Holds::Vertex;
  m_body = body;
  m_vertex = vertex;
  m_distance = distance;
  m_around.clear();
  const auto& nodes = simulation.bodies()[body].body->m_nodes;
  const btVector3 at = nodes[vertex].m_x;
  for (int i = 0; i < nodes.size(); ++i)
    if (i == vertex || nodes[i].m_x.distance(at) < kAround * distance) m_around.push_back(i);
}

/// Takes the tool's lowest vertex, its tip.
void Picker::takeTool(const Simulation& simulation, std::size_t body, const btVector3& from, const btVector3& along) {
  const auto& nodes = simulation.bodies()[body].body->m_nodes;
  int tip = 0;
  for (int i = 1; i < nodes.size(); ++i)
    if (nodes[i].m_x.y() < nodes[tip].m_x.y()) tip = i;
  takeVertex(simulation, body, tip, along.dot(nodes[tip].m_x - from));
  m_holds = Holds::Tool;
}

void Picker::takeNear(const Simulation& simulation, const Ray& ray) {
  const btVector3 from = toBullet(ray.from), along = toBullet(ray.along);
  const btScalar behind = kBehind / static_cast<btScalar>(simulation.scale());
  btScalar best = std::numeric_limits<btScalar>::max(), distance = 0;
  std::size_t bodyTaken = 0;
  int taken = -1;
  for (std::size_t b = 0; b < simulation.bodies().size(); ++b) {
    const SimulatedBody& body = simulation.bodies()[b];
    for (int i = 0; i < body.body->m_nodes.size(); ++i) {
      if (!isFree(body, i)) continue;
      const btVector3 way = body.body->m_nodes[i].m_x - from;
      const btScalar ahead = way.dot(along), slope = (way - along * ahead).length() / ahead;
      if (!(ahead > 0) || !(slope < kNearSight)) continue;
      // Nearness to the ray counts more than nearness to the eye.
      const btScalar off = slope + behind * ahead;
      if (!(off < best)) continue;
      best = off;
      bodyTaken = b;
      taken = i;
      distance = ahead;
    }
  }
  if (taken >= 0) takeVertex(simulation, bodyTaken, taken, distance);
}

void Picker::pull(Simulation& simulation, const Ray& to) {
  const std::optional<btVector3> from = held(simulation);
  if (!from) return;
  if (m_holds == Holds::Tool) {
    const SoftMet under = firstSoft(simulation, toBullet(to.from), toBullet(to.along), m_body);
    if (under.met.distance < std::numeric_limits<btScalar>::max()) m_distance = under.met.distance;
  }
  const btVector3 end = toBullet(to.from) + toBullet(to.along) * m_distance;
  btVector3 velocity = (end - *from) * btScalar(kPull / Simulation::kTimeStep);
  const auto most = static_cast<btScalar>(kMostSpeed * simulation.scale());
  if (velocity.length() > most) velocity *= most / velocity.length();
  if (m_holds == Holds::Rigid) return pullRigid(velocity);
  if (m_holds == Holds::Tool) return simulation.scene().leadTool(simulation, velocity);
  auto& nodes = simulation.bodies()[m_body].body->m_nodes;
  for (const int i : m_around)
    if (i < nodes.size() && nodes[i].m_im > 0) nodes[i].m_v = velocity;
}

/// Sets the velocity of the held point, and damps the body's rotation about it.
void Picker::pullRigid(const btVector3& velocity) const {
  const btVector3 turn = m_rigid->getAngularVelocity() * kTurnLeft;
  const btTransform& world = m_rigid->getWorldTransform();
  m_rigid->activate(true);
  m_rigid->setAngularVelocity(turn);
  m_rigid->setLinearVelocity(velocity - turn.cross(world * m_place - m_rigid->getCenterOfMassPosition()));
}

std::optional<btVector3> Picker::held(const Simulation& simulation) const {
  if (m_holds == Holds::Nothing) return std::nullopt;
  if (m_holds == Holds::Rigid) return m_rigid->getWorldTransform() * m_place;
  const auto& nodes = simulation.bodies()[m_body].body->m_nodes;
  return m_vertex < nodes.size() ? std::optional(nodes[m_vertex].m_x) : std::nullopt;
}

std::string cutAlong(Simulation& simulation, const Ray& from, const Ray& to) {
  const btVector3 eye = toBullet(from.from), first = toBullet(from.along), last = toBullet(to.along);
  btVector3 normal = first.cross(last);
  if (normal.length() < btScalar(1e-4)) return {};
  if (!simulation.softCollision()) return "not cut: stock Bullet may crash in a cut body";
  normal.normalize();
  const CutWedge wedge{eye, normal.cross(first), last.cross(normal), {normal, normal.dot(eye)}};
  std::string whole;
  for (std::size_t b = 0; b < simulation.bodies().size(); ++b) {
    const SimulatedBody& body = simulation.bodies()[b];
    bool meets = false;
    btScalar edges = 0;
    const auto& links = body.body->m_links;
    for (int i = 0; i < links.size(); ++i) {
      edges += links[i].m_rl;
      meets = meets || wedge.meets(links[i].m_n[0]->m_x, links[i].m_n[1]->m_x) > 0;
    }
    if (!meets) continue;
    if (const std::string why = whyWhole(body); !why.empty()) {
      whole = "not cut: " + body.name + ", because " + why;
      continue;
    }
    if (!body.mesh.tetrahedra.empty())
      cutSolid(simulation, b, wedge.plane, [&wedge](const btVector3& p) { return wedge.holds(p); });
    else if (cutCloth(*body.body, wedge, kCutNear * edges / static_cast<btScalar>(links.size())))
      simulation.topologyChanged(b);
  }
  return whole;
}

void throwBall(Simulation& simulation, const Ray& ray, double distance) {
  const auto scale = static_cast<btScalar>(simulation.scale()), far = static_cast<btScalar>(distance);
  const btScalar radius = static_cast<btScalar>(kBallRadius) * scale;
  const btVector3 eye = toBullet(ray.from), along = toBullet(ray.along);
  // A vertical ray has no direction below it.
  btVector3 below = along * along.y() - btVector3(0, 1, 0);
  below = below.length() > btScalar(1e-3) ? below.normalized() : btVector3(0, 0, 0);
  const btScalar ahead = std::min(static_cast<btScalar>(kAhead) * radius, far / 2);
  const btVector3 start = eye + along * ahead + below * static_cast<btScalar>(kThrownBelow) * radius;
  btRigidBody& ball = simulation.addBall(kBallRadius, start / scale, kBallMass);
  ball.setLinearVelocity((eye + along * far - start).normalized() * static_cast<btScalar>(kThrow) * far);
}

}  // namespace pliant::detail
