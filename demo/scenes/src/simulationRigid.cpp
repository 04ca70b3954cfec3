#include <btBulletDynamicsCommon.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

#include <algorithm>
#include <memory>
#include <utility>

// Rigid bodies.

namespace pliant {
namespace {

constexpr btScalar kRigidFriction = btScalar(0.6);

}  // namespace

btRigidBody& Simulation::addRigid(std::unique_ptr<btCollisionShape> shape, const btVector3& at, double mass,
                                  RigidSurface surface) {
  btVector3 inertia(0, 0, 0);
  const btScalar m = static_cast<btScalar>(mass);
  if (m > 0) shape->calculateLocalInertia(m, inertia);
  auto body = std::make_unique<btRigidBody>(m, nullptr, shape.get(), inertia);
  body->setWorldTransform(btTransform(btQuaternion::getIdentity(), at * length(1)));
  body->setInterpolationWorldTransform(body->getWorldTransform());
  body->setFriction(kRigidFriction);
  if (m > 0) body->setActivationState(DISABLE_DEACTIVATION);
  m_world->addRigidBody(body.get());
  surface.body = body.get();
  m_rigid.push_back(std::move(surface));
  m_shapes.push_back(std::move(shape));
  m_ownedRigid.push_back(std::move(body));
  return *m_ownedRigid.back();
}

btRigidBody& Simulation::addBox(const btVector3& half, const btVector3& at, double mass, RigidSurface::Look look) {
  const btScalar margin = btBoxShape(half).getMargin();
  auto shape = std::make_unique<btBoxShape>(half * length(1));
  shape->setMargin(margin * length(1));
  return addRigid(std::move(shape), at, mass, {nullptr, makeBox(half * length(1)), false, look});
}

void Simulation::addGround(double halfWidth, double walls) {
  using Look = RigidSurface::Look;
  const btScalar half = static_cast<btScalar>(halfWidth), outer = walls > 0 ? half + 2 : half;
  const btScalar height = static_cast<btScalar>(walls / 2);
  addBox(btVector3(outer, 1, outer), btVector3(0, -1, 0), 0, Look::Ground);
  if (walls <= 0) return;
  // Wide boxes are drawn as high as they are wide, shafts whole.
  const btScalar drawn = half < 1 ? 2 * height : std::min(2 * height, 2 * half);
  const auto addWall = [&](const btVector3& size, const btVector3& at, const btVector3& along) {
    addBox(size, at, 0, Look::Wall);
    const btVector3 inner = btVector3(at.x(), 0, at.z()).normalized() * -1, low = inner - btVector3(0, height, 0),
                    high = low + btVector3(0, drawn, 0);
    SoftMesh& mesh = m_rigid.back().mesh;
    mesh.positions = {low - along, low + along, high + along, high - along};
    for (btVector3& p : mesh.positions) p *= length(1);
    mesh.faces = {{0, 1, 2}, {0, 2, 3}};
  };
  for (const btScalar side : {btScalar(-1), btScalar(1)})
    addWall(btVector3(1, height, outer), btVector3(side * (half + 1), height, 0), btVector3(0, 0, half));
  for (const btScalar side : {btScalar(-1), btScalar(1)})
    addWall(btVector3(outer, height, 1), btVector3(0, height, side * (half + 1)), btVector3(half, 0, 0));
}

btRigidBody& Simulation::addBall(double radius, const btVector3& at, double mass) {
  return addRigid(std::make_unique<btSphereShape>(length(radius)), at, mass,
                  {nullptr, makeSphere(4, scale() * radius), false, RigidSurface::Look::Solid});
}

void Simulation::driveRigid(btRigidBody& body, const btVector3& velocity) {
  const auto isThis = [&](const auto& known) { return known.body == &body; };
  const auto known = std::find_if(m_drivenRigid.begin(), m_drivenRigid.end(), isThis);
  if (known != m_drivenRigid.end()) {
    known->velocity = velocity * length(1);
    return;
  }
  m_drivenRigid.push_back({&body, velocity * length(1)});
  std::find_if(m_rigid.begin(), m_rigid.end(), isThis)->isDriven = true;
  body.setFlags(body.getFlags() | BT_DISABLE_WORLD_GRAVITY);
  body.setGravity(btVector3(0, 0, 0));
}

btRigidBody& Simulation::addBar(double radius, double halfLength, const btVector3& at) {
  const btScalar across = length(radius);
  return addRigid(std::make_unique<btCylinderShapeX>(btVector3(length(halfLength), across, across)), at, 0,
                  {nullptr, makeBar(scale() * radius, 2 * scale() * halfLength), false, RigidSurface::Look::Solid});
}

btRigidBody& Simulation::addMesh(const SoftMesh& mesh, const btVector3& at) {
  SoftMesh scaled = mesh;
  for (btVector3& p : scaled.positions) p *= length(1);
  auto triangles = std::make_unique<btTriangleMesh>();
  for (const Triangle& f : scaled.faces) {
    triangles->addTriangle(scaled.positions[f[0]], scaled.positions[f[1]], scaled.positions[f[2]]);
  }
  auto shape = std::make_unique<btBvhTriangleMeshShape>(triangles.get(), true);
  shape->setMargin(shape->getMargin() * length(1));
  m_meshes.push_back(std::move(triangles));
  return addRigid(std::move(shape), at, 0, {nullptr, std::move(scaled), true, RigidSurface::Look::Solid});
}

btRigidBody& Simulation::addRoom(const SoftMesh& mesh) {
  btRigidBody& room = addMesh(mesh);
  m_rigid.back().look = RigidSurface::Look::Frame;
  m_rigid.back().isRoom = true;
  return room;
}

}  // namespace pliant
