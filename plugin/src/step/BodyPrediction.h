#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>

#include <span>
#include <vector>

#include "core/BodySeams.h"
#include "core/Bounds.h"

namespace pliant::detail {

/// Bullet trees of a body that are kept up to date:
/// - None: no tree is built; an existing m_fdbvt is refitted.
/// - Rays: the boxes of m_fdbvt contain everything, so that a ray reaches all faces and no refit is needed. Without an
///   m_fdbvt, btSoftBody::rayTest builds one, which never ends if faces are not connected.
/// - All: m_ndbvt, and m_fdbvt, which is built if it is empty.
enum class Trees { None, Rays, All };

/// Predicts as btSoftBody::predictMotion does, with the same arithmetic, but without trees that are not kept. m_bounds
/// exclude nodes that are not finite. Returns bounds of the whole motion, widened by the larger of `margin` and the
/// shape's margin [length].
Bounds predictMotion(btSoftBody& body, btScalar timeStep, Trees trees, btScalar margin);

/// Returns bounds of the motion from m_q to m_x or back, widened by the larger of `margin` and the shape's margin
/// [length].
Bounds sweptBounds(const btSoftBody& body, btScalar margin);

/// Postpones the constants (rest lengths, areas, trees) that Bullet's prediction of a deformable world would compute
/// anew: its trees take quadratic time. Bullet computes them after the forces of the step, which see the old ones. What
/// was not computed is left to the next step.
class LateConstants {
 public:
  explicit LateConstants(const btAlignedObjectArray<btSoftBody*>& bodies);
  LateConstants(const LateConstants&) = delete;
  LateConstants& operator=(const LateConstants&) = delete;
  ~LateConstants();
  /// Computes them, with the trees of BodyTrees.h. A body that collides by faces and has no face tree gets one, also if
  /// its constants are not out of date: it may have begun to collide so, or its faces have changed. Call after the
  /// prediction.
  void compute();

 private:
  const btAlignedObjectArray<btSoftBody*>& m_all;
  std::vector<btSoftBody*> m_bodies;
};

/// Extends the bounds to contain `points` (3 × points), widened by `margin` [length].
void includePoints(Bounds& bounds, std::span<const Real> points, btScalar margin);

/// Moves the vertices of each seam to one position. The prediction separates them by the forces on their faces.
void joinSeams(btSoftBody& body, const BodySeams& seams);

}  // namespace pliant::detail
