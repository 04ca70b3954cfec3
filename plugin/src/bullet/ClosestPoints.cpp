#include "ClosestPoints.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletCollision/CollisionShapes/btTetrahedronShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <BulletSoftBody/btSoftBody.h>
#include <pliant/plugin/SoftBodySolver.h>

#include <algorithm>
#include <vector>

#include "core/BodyElements.h"

namespace pliant::detail {
namespace {

/// A node, link, face or tetrahedron of a soft body.
struct Element {
  const btVector3* corners[4] = {};
  int count = 0;
  int index = -1;
  Bounds box = Bounds::none();
};

bool place(Element& element, const btSoftBody::Node* const* nodes, int count, int index) {
  element.count = count;
  element.index = index;
  for (int k = 0; k < count; ++k) {
    if (!nodes[k]) return false;
    const btVector3& x = nodes[k]->m_x;
    if (!finite(x)) return false;
    element.corners[k] = &x;
    element.box.include(x);
  }
  return true;
}

template <typename Array>
void gather(const Array& items, int count, const Bounds& where, std::vector<Element>& out) {
  for (int i = 0; i < items.size(); ++i) {
    Element element;
    if (place(element, items[i].m_n, count, i) && element.box.meets(where)) out.push_back(element);
  }
}

/// Returns the elements of the body's surface (`inner` false) or its tetrahedra (true) whose boxes overlap `where`.
std::vector<Element> elementsOf(const btSoftBody& body, const Bounds& where, bool inner) {
  std::vector<Element> out;
  if (inner || (body.m_faces.size() == 0 && body.m_tetras.size()))
    gather(body.m_tetras, 4, where, out);
  else if (body.m_faces.size())
    gather(body.m_faces, 3, where, out);
  else if (body.m_links.size())
    gather(body.m_links, 2, where, out);
  else
    for (int i = 0; i < body.m_nodes.size(); ++i) {
      const btSoftBody::Node* node = &body.m_nodes[i];
      Element element;
      if (place(element, &node, 1, i) && element.box.meets(where)) out.push_back(element);
    }
  return out;
}

/// Convex shape of an element, relative to its first corner: no loss of precision far from the origin.
struct ElementShape {
  btBU_Simplex1to4 shape;
  btTransform transform;

  ElementShape(const Element& element, btScalar margin) {
    transform.setIdentity();
    transform.setOrigin(*element.corners[0]);
    for (int k = 0; k < element.count; ++k) shape.addVertex(*element.corners[k] - *element.corners[0]);
    shape.setMargin(margin);
  }
};

struct Point : btDiscreteCollisionDetectorInterface::Result {
  btVector3 normalOnB, onB;
  btScalar distance = 0;
  bool found = false;

  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3& normal, const btVector3& point, btScalar depth) override {
    if (found && depth >= distance) return;
    normalOnB = normal;
    onB = point;
    distance = depth;
    found = true;
  }
};

Point closest(const btConvexShape& a, const btTransform& atA, const btConvexShape& b, const btTransform& atB,
              btScalar within) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  btGjkPairDetector detector(&a, &b, &simplex, &depth);
  btDiscreteCollisionDetectorInterface::ClosestPointInput input;
  input.m_transformA = atA;
  input.m_transformB = atB;
  const btScalar reach = a.getMargin() + b.getMargin() + std::max(within, btScalar(0));
  input.m_maximumDistanceSquared = reach * reach;
  Point point;
  detector.getClosestPoints(input, point, nullptr);
  if (point.found && !(point.distance <= within)) point.found = false;
  return point;
}

/// Adds points between A (soft) and B to the result, in the caller's order of the two objects.
struct Reporter {
  btManifoldResult& result;
  bool swapped;
  btScalar within;
  int points = 0;

  void add(int indexA, int partB, int indexB, const Point& point) {
    if (!point.found) return;
    ++points;
    if (swapped) {
      result.setShapeIdentifiersA(partB, indexB);
      result.setShapeIdentifiersB(0, indexA);
      result.addContactPoint(-point.normalOnB, point.onB + point.normalOnB * point.distance, point.distance);
    } else {
      result.setShapeIdentifiersA(0, indexA);
      result.setShapeIdentifiersB(partB, indexB);
      result.addContactPoint(point.normalOnB, point.onB, point.distance);
    }
  }
};

void againstConvex(const btSoftBody& body, const btConvexShape& shape, const btTransform& at, int part, int index,
                   bool inner, Reporter& out) {
  const btScalar margin = body.getCollisionShape()->getMargin();
  Bounds box;
  shape.getAabb(at, box.low, box.high);
  for (const Element& element : elementsOf(body, box.widened(margin + out.within), inner)) {
    const ElementShape soft(element, margin);
    out.add(element.index, part, index, closest(soft.shape, soft.transform, shape, at, out.within));
  }
}

void againstPlane(const btSoftBody& body, const btStaticPlaneShape& plane, const btTransform& at, Reporter& out) {
  const btScalar margin = body.getCollisionShape()->getMargin();
  const btVector3 normal = at.getBasis() * plane.getPlaneNormal();
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    const btVector3& x = body.m_nodes[i].m_x;
    Point point;
    const btScalar height = plane.getPlaneNormal().dot(at.invXform(x)) - plane.getPlaneConstant();
    point.distance = height - margin;
    point.normalOnB = normal;
    point.onB = x - normal * height;
    point.found = point.distance <= out.within;
    out.add(i, -1, -1, point);
  }
}

struct TriangleVisitor : btTriangleCallback {
  const btSoftBody& body;
  const btTransform& at;
  btScalar margin;
  Reporter& out;

  TriangleVisitor(const btSoftBody& b, const btTransform& t, btScalar m, Reporter& o)
      : body(b), at(t), margin(m), out(o) {}
  void processTriangle(btVector3* triangle, int part, int index) override {
    btTriangleShape shape(triangle[0], triangle[1], triangle[2]);
    shape.setMargin(margin);
    againstConvex(body, shape, at, part, index, false, out);
  }
};

void againstShape(const btSoftBody& body, const btCollisionShape& shape, const btTransform& at, int index,
                  Reporter& out) {
  if (shape.isCompound()) {
    const auto& compound = static_cast<const btCompoundShape&>(shape);
    for (int i = 0; i < compound.getNumChildShapes(); ++i)
      againstShape(body, *compound.getChildShape(i), at * compound.getChildTransform(i), i, out);
  } else if (shape.isConvex()) {
    const int before = out.points;
    const auto& convex = static_cast<const btConvexShape&>(shape);
    againstConvex(body, convex, at, -1, index, false, out);
    // A shape that touches no face may lie wholly inside the body.
    if (out.points == before && body.m_faces.size() && body.m_tetras.size())
      againstConvex(body, convex, at, -1, index, true, out);
  } else if (shape.getShapeType() == STATIC_PLANE_PROXYTYPE) {
    againstPlane(body, static_cast<const btStaticPlaneShape&>(shape), at, out);
  } else if (shape.isConcave()) {
    const Bounds box = nodeBounds(body).widened(body.getCollisionShape()->getMargin() + shape.getMargin() + out.within);
    btVector3 low, high;
    btTransformAabb(box.low, box.high, 0, at.inverse(), low, high);
    TriangleVisitor visitor(body, at, shape.getMargin(), out);
    static_cast<const btConcaveShape&>(shape).processAllTriangles(&visitor, low, high);
  }
}

btScalar softMargin(const btSoftBody& body) {
  if (auto* solver = dynamic_cast<SoftBodySolver*>(body.getSoftBodySolver()))
    if (solver->softCollision().getBodyId(&body) >= 0) return solver->softCollision().getMargin(&body);
  return body.getCollisionShape()->getMargin();
}

void softAgainstSoft(const btSoftBody& a, const btSoftBody& b, Reporter& out) {
  const btScalar marginA = softMargin(a), marginB = softMargin(b);
  const btScalar reach = marginA + marginB + out.within;
  const auto pass = [&](bool innerA, bool innerB) {
    const std::vector<Element> ofA = elementsOf(a, nodeBounds(b).widened(reach), innerA);
    std::vector<Element> ofB = elementsOf(b, nodeBounds(a).widened(reach), innerB);
    const auto lower = [](const Element& x, const Element& y) { return x.box.low.x() < y.box.low.x(); };
    std::stable_sort(ofB.begin(), ofB.end(), lower);
    btScalar widest = 0;
    for (const Element& e : ofB) widest = std::max(widest, e.box.high.x() - e.box.low.x());
    for (const Element& e : ofA) {
      const Bounds box = e.box.widened(reach);
      Element first;
      first.box.low.setX(box.low.x() - widest);
      const ElementShape shapeA(e, marginA);
      for (auto at = std::lower_bound(ofB.begin(), ofB.end(), first, lower);
           at != ofB.end() && at->box.low.x() <= box.high.x(); ++at) {
        if (!at->box.meets(box)) continue;
        const ElementShape shapeB(*at, marginB);
        out.add(e.index, 0, at->index,
                closest(shapeA.shape, shapeA.transform, shapeB.shape, shapeB.transform, out.within));
      }
    }
  };
  pass(false, false);
  if (out.points == 0 && a.m_tetras.size()) pass(true, false);
  if (out.points == 0 && b.m_tetras.size()) pass(false, true);
}

}  // namespace

void reportClosestPoints(const btCollisionObjectWrapper& first, const btCollisionObjectWrapper& second,
                         btManifoldResult& result) {
  const btSoftBody* a = btSoftBody::upcast(first.getCollisionObject());
  const btSoftBody* b = btSoftBody::upcast(second.getCollisionObject());
  Reporter out{result, a == nullptr, result.m_closestPointDistanceThreshold};
  if (a && b)
    softAgainstSoft(*a, *b, out);
  else if (a)
    againstShape(*a, *second.getCollisionShape(), second.getWorldTransform(), second.m_index, out);
  else if (b)
    againstShape(*b, *first.getCollisionShape(), first.getWorldTransform(), first.m_index, out);
}

}  // namespace pliant::detail
