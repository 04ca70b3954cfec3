#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <pliant/detectors/BodyView.h>

#include <span>

#include "BodySeams.h"

namespace pliant::detail {

struct Bounds {
  btVector3 low, high;
};

/// Which of a body's own trees are kept. All: m_fdbvt, which is also built where there is none, and m_ndbvt. Rays: an
/// m_fdbvt that leads each ray to all faces, so that nothing must be kept. Without any btSoftBody::rayTest builds one,
/// which never ends where faces don't hang together.
enum class Trees { None, Rays, All };

void clearFaceTree(btSoftBody& body);

/// Predicts as btSoftBody::predictMotion does, with the same arithmetic, but without trees that are not kept. m_bounds
/// leave out nodes that are not finite. Returns bounds of the whole motion, widened by `reach` or the shape's margin,
/// whichever is more.
Bounds predictMotion(btSoftBody& body, btScalar timeStep, Trees trees, btScalar reach);

/// Makes the bounds hold these points, 3 × points, widened by `reach`.
void include(Bounds& bounds, std::span<const Real> points, btScalar reach);

/// The prediction takes vertices of a seam to different places, by what acts on their faces: brings them together.
void joinSeams(btSoftBody& body, const BodySeams& seams);

}  // namespace pliant::detail
