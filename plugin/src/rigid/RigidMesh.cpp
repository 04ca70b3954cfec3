#include "RigidMesh.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btStridingMeshInterface.h>
#include <BulletCollision/CollisionShapes/btTriangleCallback.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/BodyElements.h"

namespace pliant::detail {
namespace {

// Number of triangles up to which the set holds the whole mesh. A part would save little, and only a whole mesh shows
// if it is closed.
constexpr int kWhole = 1024;
// Number of triangles up to which the set holds a whole closed mesh if volumes are tested. A larger one is held in part
// and tested by its elements.
constexpr int kWholeVolume = 1 << 16;
constexpr btScalar kFlat = btScalar(1e-3);  // an extent below this fraction of the longest one counts as 0
constexpr btScalar kEndless = btScalar(1e18);

const btStridingMeshInterface* meshInterfaceOf(const btConcaveShape& shape) {
  switch (shape.getShapeType()) {
    case SCALED_TRIANGLE_MESH_SHAPE_PROXYTYPE: {
      auto& scaled = const_cast<btScaledBvhTriangleMeshShape&>(static_cast<const btScaledBvhTriangleMeshShape&>(shape));
      return scaled.getChildShape()->getMeshInterface();
    }
    case GIMPACT_SHAPE_PROXYTYPE:
      return static_cast<const btGImpactMeshShape&>(shape).getMeshInterface();
    default:
      return static_cast<const btTriangleMeshShape&>(shape).getMeshInterface();
  }
}

/// Tests that all corners are finite.
struct Survey : btInternalTriangleIndexCallback {
  void internalProcessTriangleIndex(btVector3* corners, int, int) override {
    for (int k = 0; k < 3; ++k) allFinite = allFinite && finite(corners[k]);
  }
  bool allFinite = true;
};

struct Found {
  RigidMesh::Name name;
  btVector3 corners[3];
};

struct Collector : btTriangleCallback {
  void processTriangle(btVector3* corners, int part, int index) override {
    found.push_back({{part, index}, {corners[0], corners[1], corners[2]}});
  }
  std::vector<Found> found;
};

/// Returns true if both transforms are equal up to rounding.
bool isSame(const btTransform& a, const btTransform& b) {
  constexpr btScalar kBoxRounding = 64 * std::numeric_limits<btScalar>::epsilon();
  bool same = (a.getOrigin() - b.getOrigin()).length() <= kBoxRounding * a.getOrigin().length();
  for (int row = 0; row < 3; ++row) same = same && (a.getBasis()[row] - b.getBasis()[row]).length() <= kBoxRounding;
  return same;
}

Eigen::Affine3d mapOf(const btTransform& frame) {
  Eigen::Affine3d map = Eigen::Affine3d::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      map.matrix()(row, column) = double(frame.getBasis()[row].m_floats[column]);
    map.matrix()(row, 3) = double(frame.getOrigin().m_floats[row]);
  }
  return map;
}

/// Returns the innermost wrapper, from `part` outwards, of a compound's child; null if there is none.
const btCollisionObjectWrapper* childOf(const btCollisionObjectWrapper* part) {
  while (part && part->m_index < 0) part = part->m_parent;
  return part;
}

}  // namespace

const btConcaveShape* triangleMeshOf(const btCollisionShape& shape) {
  switch (shape.getShapeType()) {
    case TRIANGLE_MESH_SHAPE_PROXYTYPE:
    case SCALED_TRIANGLE_MESH_SHAPE_PROXYTYPE:
    case MULTIMATERIAL_TRIANGLE_MESH_PROXYTYPE:
      return static_cast<const btConcaveShape*>(&shape);
    case GIMPACT_SHAPE_PROXYTYPE: {
      const auto& gimpact = static_cast<const btGImpactShapeInterface&>(shape);
      return const_cast<btGImpactShapeInterface&>(gimpact).getGImpactShapeType() == CONST_GIMPACT_TRIMESH_SHAPE
                 ? &gimpact
                 : nullptr;
    }
    default:
      return nullptr;
  }
}

MeshSignature::MeshSignature(const btConcaveShape& of) : shape(&of), mesh(meshInterfaceOf(of)) {
  const btVector3& scale = of.getLocalScaling();
  scaling = {scale.x(), scale.y(), scale.z()};
  if (!mesh) return;
  parts = mesh->getNumSubParts();
  for (int part = 0; part < parts; ++part) {
    const unsigned char *vertexBase = nullptr, *indexBase = nullptr;
    int vertexCountOfPart = 0, vertexStride = 0, indexStride = 0, triangleCountOfPart = 0;
    PHY_ScalarType vertexType = PHY_FLOAT, indexType = PHY_INTEGER;
    mesh->getLockedReadOnlyVertexIndexBase(&vertexBase, vertexCountOfPart, vertexType, vertexStride, &indexBase,
                                           indexStride, triangleCountOfPart, indexType, part);
    vertexCount += vertexCountOfPart;
    triangleCount += triangleCountOfPart;
    if (part == 0) vertices = vertexBase, indices = indexBase;
    mesh->unLockReadOnlyVertexBase(part);
  }
}

RigidMesh::RigidMesh(const btCollisionObjectWrapper& place, const btConcaveShape& shape)
    : m_object(const_cast<btCollisionObject*>(place.getCollisionObject())),
      m_signature(shape),
      m_proxy(proxyOf(*m_object)) {
  for (const btCollisionObjectWrapper* part = childOf(&place); part; part = childOf(part->m_parent))
    m_path.push_back(part->m_index);
  m_local.setIdentity();
  member.body = m_object;
  readAll();
}

bool RigidMesh::isAt(const btCollisionObjectWrapper& place, const btConcaveShape& shape) const {
  if (m_object != place.getCollisionObject() || m_signature.shape != &shape) return false;
  const btCollisionObjectWrapper* part = childOf(&place);
  for (const int child : m_path) {
    if (!part || part->m_index != child) return false;
    part = childOf(part->m_parent);
  }
  return !part;
}

bool RigidMesh::isUnchanged(const btConcaveShape& shape) const {
  return !changed && m_proxy == proxyOf(*m_object) && m_signature == MeshSignature(shape);
}

bool RigidMesh::reshape(const btConcaveShape& shape) {
  if (!m_whole || unseen > 1 || !m_refusal.empty() || m_proxy != proxyOf(*m_object)) return false;
  const MeshSignature now(shape);
  m_signature.scaling = now.scaling;
  if (!(now == m_signature)) return false;
  readAll();
  if (!m_refusal.empty()) return false;
  m_before.swap(m_corners);
  const std::vector<Triangle> triangles = std::move(m_triangles);
  readNear();
  if (m_triangles != triangles || m_corners.size() != m_before.size()) return false;
  const btScalar most = shortestExtent();
  for (std::size_t i = 0; i < m_corners.size(); ++i)
    if (!((m_corners[i] - m_before[i]).length2() <= most * most)) return false;
  changed = false;
  m_reshaped = member.deforms = true;
  m_moved = false;
  return true;
}

void RigidMesh::endReshape() {
  if (!m_reshaped) return;
  m_reshaped = member.deforms = false;
  m_start = m_end;
  m_movedStart = m_movedEnd;
}

bool RigidMesh::before(const RigidMesh& other) const {
  return std::tie(m_proxy, m_path) < std::tie(other.m_proxy, other.m_path);
}

void RigidMesh::readAll() {
  if (!m_signature.mesh) {
    m_refusal = "a rigid mesh has no triangles to read; Bullet handles its collisions";
    return;
  }
  Survey survey;
  const btVector3 endless(kEndless, kEndless, kEndless);
  m_signature.mesh->InternalProcessAllTriangles(&survey, -endless, endless);
  const btVector3 scaling(m_signature.scaling[0], m_signature.scaling[1], m_signature.scaling[2]);
  if (!survey.allFinite || !finite(scaling))
    m_refusal = "a rigid mesh has a vertex that is not finite; Bullet handles its collisions";
}

void RigidMesh::placeStart(const btTransform& object, const btTransform& shape, btScalar driveTime, bool lately) {
  m_local = shape == object ? btTransform::getIdentity() : object.inverse() * shape;
  const btTransform left = m_to;
  m_known = m_known && (lately || !m_object->isKinematicObject());
  if (m_object->isKinematicObject()) {
    // The program has already moved it to t1. Its pose at t0 is that of the last step, or follows from its velocity.
    if (!m_known)
      btTransformUtil::integrateTransform(object, -m_object->getInterpolationLinearVelocity(),
                                          -m_object->getInterpolationAngularVelocity(), driveTime, m_from);
    m_from = m_known ? m_to : m_from * m_local;
  } else if (m_object->isStaticObject()) {
    m_to = shape;
    m_from = lately && m_known && mayCarry(left, shape) ? left : shape;
  } else {
    m_from = shape;
  }
  isStatic = m_object->isStaticObject();
  fresh = !m_known || !isSame(m_from, left);
}

/// Returns the shortest extent of the mesh's box that is not 0 (kFlat) [length].
btScalar RigidMesh::shortestExtent() const {
  btVector3 low, high;
  shape().getAabb(btTransform::getIdentity(), low, high);
  const btVector3 size = high - low - btVector3(2, 2, 2) * shape().getMargin();
  btScalar shortest = size[size.maxAxis()];
  for (int k = 0; k < 3; ++k)
    if (size[k] > kFlat * size[size.maxAxis()]) shortest = std::min(shortest, size[k]);
  return shortest;
}

/// Returns true if no corner of the mesh's box moves farther than the shortest extent between the two poses.
/// A longer motion is a jump and carries no soft bodies.
bool RigidMesh::mayCarry(const btTransform& from, const btTransform& to) const {
  btVector3 low, high;
  shape().getAabb(btTransform::getIdentity(), low, high);
  const btScalar shortest = shortestExtent();
  for (int corner = 0; corner < 8; ++corner) {
    const btVector3 at((corner & 1 ? high : low).x(), (corner & 2 ? high : low).y(), (corner & 4 ? high : low).z());
    if (!((to * at - from * at).length2() <= shortest * shortest)) return false;
  }
  return true;
}

void RigidMesh::placeEnd(const btTransform& object) {
  m_to = object * m_local;
}

void RigidMesh::placeEnd() {
  const btTransform& object = m_object->getWorldTransform();
  if (m_object->isKinematicObject() || !m_object->isStaticObject()) m_to = object * m_local;
  m_known = true;
}

Bounds RigidMesh::localBox(const Bounds& box) const {
  const auto within = [&](const btTransform& frame) {
    Bounds local;
    btTransformAabb(box.low, box.high, 0, frame.inverse(), local.low, local.high);
    return local;
  };
  Bounds local = within(m_from);
  if (!(m_to == m_from)) local.include(within(m_to));
  return local;
}

bool RigidMesh::mayBeWhole(bool volumes) const {
  return m_signature.triangleCount <= (volumes && !m_open ? kWholeVolume : kWhole);
}

bool RigidMesh::covers(const std::vector<Bounds>& boxes, bool volumes) const {
  if (m_whole || mayBeWhole(volumes)) return m_whole && mayBeWhole(volumes);
  return std::all_of(boxes.begin(), boxes.end(), [this](const Bounds& box) {
    return std::any_of(m_covered.begin(), m_covered.end(), [&](const Bounds& has) { return has.holds(box); });
  });
}

void RigidMesh::take(std::vector<Bounds> boxes, bool volumes) {
  m_whole = mayBeWhole(volumes);
  const btVector3 endless(kEndless, kEndless, kEndless);
  if (m_whole) {
    m_covered = {{-endless, endless}};
    readNear();
    BodySet set;
    m_open = m_triangles.empty() || !set.topology(set.add(view())).closed;
    m_whole = mayBeWhole(volumes);
  }
  if (!m_whole) {
    m_covered = std::move(boxes);
    readNear();
  }
  m_moved = m_reshaped = member.deforms = false;
}

void RigidMesh::readNear() {
  Collector collector;
  for (const Bounds& box : m_covered) shape().processAllTriangles(&collector, box.low, box.high);
  std::vector<Found>& found = collector.found;
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.name < b.name; });
  found.erase(std::unique(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.name == b.name; }),
              found.end());

  // Merges coincident corners: many meshes do not share vertices between neighbouring triangles.
  std::vector<btVector3> corners;
  for (const Found& each : found) corners.insert(corners.end(), each.corners, each.corners + 3);
  const PositionsView x{corners.empty() ? nullptr : corners[0].m_floats, static_cast<Index>(corners.size()), 4};
  const std::vector<Index> first = firstAtPlaces(x, [](Index) { return true; });
  std::vector<Index> vertex(corners.size());
  m_corners.clear();
  for (Index i = 0; i < x.count; ++i) {
    vertex[i] = first[i] == i ? static_cast<Index>(m_corners.size()) : vertex[first[i]];
    if (first[i] == i) m_corners.push_back(corners[i]);
  }
  m_triangles.clear();
  m_names.clear();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Triangle t{vertex[3 * i], vertex[3 * i + 1], vertex[3 * i + 2]};
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;  // degenerate; neighbouring triangles have its edge
    m_triangles.push_back(t);
    m_names.push_back(found[i].name);
  }
  m_start.resize(m_corners.size());
  m_end.resize(m_corners.size());
}

void RigidMesh::move() {
  if (m_moved && m_movedStart == m_from && m_movedEnd == m_to) return;
  const auto put = [](const btTransform& frame, const std::vector<btVector3>& corners,
                      std::vector<PackedPosition>& positions) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const btVector3 x = frame * corners[i];
      positions[i] = {x.x(), x.y(), x.z(), 0};
    }
  };
  if (!m_moved || !(m_movedStart == m_from)) {
    if (m_moved && m_movedEnd == m_from)
      m_start = m_end;
    else
      put(m_from, m_reshaped ? m_before : m_corners, m_start);
  }
  if (m_from == m_to && !m_reshaped)
    m_end = m_start;
  else if (!m_moved || !(m_movedEnd == m_to))
    put(m_to, m_corners, m_end);
  m_movedStart = m_from;
  m_movedEnd = m_to;
  m_moved = true;
  member.way = m_from == m_to ? Eigen::Affine3d::Identity() : mapOf(m_to) * mapOf(m_from).inverse();
}

BodyView RigidMesh::view() const {
  BodyView view;
  view.positions = endView();
  view.positions_t0 = startView();
  view.triangles = viewOf(m_triangles);
  return view;
}

}  // namespace pliant::detail
