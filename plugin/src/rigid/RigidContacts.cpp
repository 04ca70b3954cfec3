#include "RigidContacts.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletSoftBody/btSoftBodyInternals.h>

#include <algorithm>
#include <cmath>

#include "core/BodyElements.h"

namespace pliant::detail {
namespace {

constexpr btScalar kFarthestCell = btScalar(1e8);
constexpr int kNodesForGrid = 64;  // below this count a pass over all nodes is faster than a grid

/// Sets the other fields of a contact with a static or kinematic object for btSoftBody::PSolve_RContacts.
/// m_cti (object and plane) must be set.
void complete(const btSoftBody& body, btSoftBody::Node& node, btSoftBody::RContact& contact) {
  const btCollisionObject& object = *contact.m_cti.m_colObj;
  const btRigidBody* rigid = btRigidBody::upcast(&object);
  const btVector3 arm = node.m_x - object.getWorldTransform().getOrigin(), &normal = contact.m_cti.m_normal;
  const btVector3 carried = rigid ? rigid->getVelocityInLocalPoint(arm) * body.m_sst.sdt : btVector3(0, 0, 0);
  const btVector3 slip = node.m_x - node.m_q - carried;
  const btScalar into = slip.dot(normal), friction = body.m_cfg.kDF * object.getFriction();
  const bool holds = (slip - normal * into).length2() < into * into * friction * friction;
  contact.m_node = &node;
  contact.m_c0 = ImpulseMatrix(body.m_sst.sdt, node.m_im, 0, btMatrix3x3(0, 0, 0, 0, 0, 0, 0, 0, 0), arm);
  contact.m_c1 = arm;
  contact.m_c2 = node.m_im * body.m_sst.sdt;
  contact.m_c3 = holds ? btScalar(0) : 1 - friction;
  contact.m_c4 = body.m_cfg.kKHR;
  contact.t1.setZero();  // used for multibodies only
  contact.t2.setZero();
}

}  // namespace

void RigidContacts::collidePlane(btSoftBody& body, const btCollisionObject& plane) {
  const auto& shape = static_cast<const btStaticPlaneShape&>(*plane.getCollisionShape());
  const btTransform& at = plane.getWorldTransform();
  const btVector3 normal = at.getBasis() * shape.getPlaneNormal();
  // The plane constant is the offset along the normal from the object's origin.
  const btScalar offset = normal.dot(at.getOrigin()) + shape.getPlaneConstant();
  const btScalar margin = body.getCollisionShape()->getMargin();
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    btSoftBody::Node& node = body.m_nodes[i];
    const btScalar depth = offset + margin - normal.dot(node.m_x);
    if (!(depth > 0) || node.m_im <= 0 || node.m_battach != 0) continue;
    // A node that was already deep comes out slowly: Bullet derives velocities from corrections. So the correction is
    // at most the node's motion into the plane plus the margin.
    const btScalar come = std::max(btScalar(0), normal.dot(node.m_q - node.m_x));
    btSoftBody::RContact contact;
    contact.m_cti.m_colObj = &plane;
    contact.m_cti.m_normal = normal;
    contact.m_cti.m_offset = -normal.dot(node.m_x) - std::min(depth, come + margin);
    complete(body, node, contact);
    body.m_rcontacts.push_back(contact);
  }
}

void RigidContacts::collide(btSoftBody& body, const btCollisionObjectWrapper& rigid, bool inStep) {
  const int kind = body.m_cfg.collisions & btSoftBody::fCollision::RVSmask;
  const bool clusters = kind == btSoftBody::fCollision::CL_RS;
  const bool response = body.hasContactResponse() && rigid.getCollisionObject()->hasContactResponse();
  if (clusters && response) return body.defaultCollisionHandler(&rigid);
  // Cluster joints ignore CF_NO_CONTACT_RESPONSE, so sensor pairs get contacts of nodes instead.
  if (!clusters && kind != btSoftBody::fCollision::SDF_RS) return;  // SDF_RD is for the deformable world

  const btScalar margin = body.getCollisionShape()->getMargin();
  btSoftColliders::CollideSDF_RS collider;
  collider.psb = &body;
  collider.m_colObj1Wrap = &rigid;
  collider.m_rigidBody = const_cast<btRigidBody*>(btRigidBody::upcast(rigid.getCollisionObject()));
  collider.dynmargin = margin;
  collider.stamargin = margin;

  // Bullet tests nodes whose boxes, widened by the margin, overlap the rigid body's box, widened by the margin.
  Bounds box;
  rigid.getCollisionShape()->getAabb(rigid.getWorldTransform(), box.low, box.high);
  box = box.widened(2 * margin);
  // Bullet's sparse distance field has int cell indices, which overflow for nodes farther away.
  const btScalar far = kFarthestCell * body.m_worldInfo->m_sparsesdf.voxelsz;
  box.low.setMax(btVector3(-far, -far, -far));
  box.high.setMin(btVector3(far, far, far));

  const bool partOfMesh = rigid.m_partId >= 0 || rigid.m_index >= 0;
  if (!inStep || !partOfMesh || body.m_nodes.size() < kNodesForGrid) {
    for (int i = 0; i < body.m_nodes.size(); ++i)
      if (box.holds(body.m_nodes[i].m_x)) collider.DoNode(body.m_nodes[i]);
    return;
  }
  Grid& grid = m_grids[&body];
  if (!grid.built) grid.build(body);
  m_found.clear();
  grid.gather(box, m_found);
  std::sort(m_found.begin(), m_found.end());
  for (const Index i : m_found) {
    btSoftBody::Node& node = body.m_nodes[static_cast<int>(i)];
    if (box.holds(node.m_x)) collider.DoNode(node);
  }
}

void RigidContacts::clear() {
  for (auto& grid : m_grids) grid.second.built = false;
  if (m_grids.size() > 4096) m_grids.clear();
}

void RigidContacts::hideSensorContacts(const btAlignedObjectArray<btSoftBody*>& bodies) {
  m_hiddenCount = 0;
  for (int i = 0; i < bodies.size(); ++i) {
    btSoftBody& body = *bodies[i];
    if (body.hasContactResponse() || body.m_rcontacts.size() == 0) continue;
    if (m_hiddenCount == m_hidden.size()) m_hidden.emplace_back();
    Hidden& hidden = m_hidden[m_hiddenCount++];
    hidden.body = &body;
    hidden.contacts.assign(&body.m_rcontacts[0], &body.m_rcontacts[0] + body.m_rcontacts.size());
    while (body.m_rcontacts.size() > 0) body.m_rcontacts.pop_back();
  }
}

void RigidContacts::restoreSensorContacts() {
  for (std::size_t i = 0; i < m_hiddenCount; ++i)
    for (const btSoftBody::RContact& contact : m_hidden[i].contacts) m_hidden[i].body->m_rcontacts.push_back(contact);
  m_hiddenCount = 0;
}

int RigidContacts::Grid::cellOf(btScalar x, int axis) const {
  const btScalar cell = (x - origin[axis]) * inverseCell[axis];
  if (!(cell > 0)) return 0;
  return cell < btScalar(cells[axis]) ? std::min(static_cast<int>(cell), cells[axis] - 1) : cells[axis] - 1;
}

std::size_t RigidContacts::Grid::index(int x, int y, int z) const {
  const auto row = static_cast<std::size_t>(z) * static_cast<std::size_t>(cells[1]) + static_cast<std::size_t>(y);
  return row * static_cast<std::size_t>(cells[0]) + static_cast<std::size_t>(x);
}

void RigidContacts::Grid::build(const btSoftBody& body) {
  built = true;
  const int count = body.m_nodes.size();
  const auto [low, high] = nodeBounds(body);
  origin = low;
  const btVector3 extent = high - low;
  // About two nodes per cell if the nodes fill the box; a flat body gets one layer of cells.
  const btScalar longest = std::max({extent.x(), extent.y(), extent.z()});
  btScalar volume = 1;
  int axes = 0;
  for (int k = 0; k < 3; ++k)
    if (extent[k] > longest * btScalar(1e-3)) volume *= extent[k], ++axes;
  const btScalar edge = axes ? std::pow(volume * 2 / btScalar(count), 1 / btScalar(axes)) : btScalar(0);
  for (int k = 0; k < 3; ++k) {
    const btScalar wanted = edge > 0 ? extent[k] / edge : btScalar(0);
    cells[k] = wanted > 1 ? static_cast<int>(std::min(wanted, btScalar(256))) : 1;
    inverseCell[k] = extent[k] > 0 ? btScalar(cells[k]) / extent[k] : btScalar(0);
    if (!std::isfinite(inverseCell[k])) inverseCell[k] = 0;
  }
  const auto cellCount =
      static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) * static_cast<std::size_t>(cells[2]);
  nodes.build(static_cast<std::size_t>(count), cellCount, [&](std::size_t i) {
    const btVector3& x = body.m_nodes[static_cast<int>(i)].m_x;
    return static_cast<Index>(index(cellOf(x.x(), 0), cellOf(x.y(), 1), cellOf(x.z(), 2)));
  });
}

void RigidContacts::Grid::gather(const Bounds& box, std::vector<Index>& out) const {
  int first[3], last[3];
  for (int k = 0; k < 3; ++k) {
    first[k] = cellOf(box.low[k], k);
    last[k] = cellOf(box.high[k], k);
  }
  for (int z = first[2]; z <= last[2]; ++z)
    for (int y = first[1]; y <= last[1]; ++y) {
      const auto row = nodes.between(index(first[0], y, z), index(last[0], y, z));
      out.insert(out.end(), row.begin(), row.end());
    }
}

}  // namespace pliant::detail
