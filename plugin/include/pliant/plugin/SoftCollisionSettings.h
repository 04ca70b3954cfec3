#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/SurfaceContacts.h>
#include <pliant/plugin/Precision.h>

#include <cstdint>
#include <optional>

namespace pliant {

/// Detection method.
/// - Auto: for each pair of bodies, and each body with itself, SpatialHash or RegularityTree, by a rule (AutoDetector).
/// - RegularityTree: bodies with an edge of more than two faces are tested by boxes alone.
/// - LdiSoftware: closed bodies collide with each other, with themselves and with closed rigid triangle meshes by
///   their volumes, in layered depth images that the CPU draws. A body that is not closed, is thin, or moves too fast
///   for this is handled as by SpatialHash.
/// - Patches: gathers the pairs of each step anew, by boxes of patches at both ends of the step. For large surfaces in
///   contact while they move.
/// - Off: no contacts between soft bodies; rigid triangle meshes are left to Bullet.
/// - Named: a method of detectionMethods() that has no value here. Only SoftCollision::setMethod(name) sets it.
///
/// All but LdiSoftware and Off give the same contacts, bit for bit, in different times.
enum class SoftCollisionMethod : std::uint8_t {
  Auto,
  SpatialHash,
  BucketTree,
  RegularityTree,
  BruteForce,
  LdiSoftware,
  Patches,
  Off,
  Named
};

/// Settings of a world, for SoftCollision::setSettings.
/// Lengths are in world units [length]. All settings take effect in the next step.
struct SoftCollisionSettings {
  /// Threads of a step. 0: one per core of the machine.
  /// Allocators and profile functions that the program gave to Bullet must be thread-safe if this is more than 1.
  /// The maximum is the number of cores, or the limit of tbb::global_control; larger numbers are reduced to it.
  /// Results do not depend on the number of threads.
  unsigned threads = 1;
  /// A detector of SoftCollision::setDetector takes precedence.
  SoftCollisionMethod method = SoftCollisionMethod::Auto;
  /// Image resolution of LdiSoftware: number of pixels along the longest side of the intersection of two bodies' boxes,
  /// or of one body's box; 0 to kMostLdiResolution.
  /// - 0: a pixel is half the mean edge length at rest of the finer body, or more if that body has expanded. The number
  ///   of pixels is then 16 to 2,048.
  /// - An image of more than LdiDetector::kMostWholePixels, possible above 4,096, is refused. In that step bodies
  ///   collide by their faces and edges (SoftBodyStatus::Kind::VolumesFailed).
  /// - The setting has no effect on a detector of SoftCollision::setDetector.
  int volumeResolution = 0;
  /// Closes holes of surfaces for a detector of volumes: holes of at most this number of edges; 0 to kMostCapEdges.
  /// 0: none; a surface with holes then has no volume, and collides by its faces and edges.
  /// - The caps are faces between the vertices of the rims (capHoles()). They are laid out at rest, and move with the
  ///   vertices.
  /// - Only a body that the caps make a closed surface gets them, and only while the detector in use is LdiSoftware or
  ///   an LdiDetector. The btSoftBody itself does not change.
  /// - A cap collides like a face if faces and edges serve instead of volumes. SoftContact::face is then −1.
  int capHoles = 0;
  static constexpr int kMostCapEdges = 10000;
  /// Selects the pairs of elements that become contacts, and how far they reach. Values are not checked.
  /// The default reach of a quarter is enough: the final check finds the collisions of elements beyond it.
  SurfaceContactSettings contacts = {};
  /// Margin of a body without SoftBodySettings::margin, as a fraction of its mean edge length; finite, ≥ 0.
  btScalar marginFraction = kDefaultMarginFraction;

  /// True: Pliant, rather than Bullet, handles rigid triangle meshes and planes against soft bodies. Bullet treats each
  /// triangle as a thin hull.
  ///
  /// Meshes: btBvhTriangleMeshShape, its scaled form, btGImpactMeshShape; also as children of compounds.
  /// - Contact distance: the soft body's margin against rigid meshes (SoftBodySettings::margin) + the margin of the
  ///   mesh's shape (0 in Bullet by default).
  /// - Friction coefficient: kDF of the soft body times the friction of the rigid body.
  /// - Dynamic bodies receive the opposite impulses, and move by them in the same step.
  /// - Soft bodies without SDF_RS, or disabled by SoftBodySettings::enabled, are left to Bullet.
  /// - A near callback of the dispatcher may also be called on the stepping thread, for a pair that the solver brings
  ///   together.
  ///
  /// Planes: btStaticPlaneShape, but not as a child of a compound. Bullet loses a body that travels along one.
  /// - Pliant also handles them for disabled bodies, and with the method Off.
  /// - The half-space below the plane is solid.
  /// - Contacts are Bullet's (m_rcontacts). Nodes keep the margin of the soft body's shape, as from a box.
  /// - SoftBodySettings::margin has no effect.
  bool rigidMeshesAndPlanes = true;

  /// A body requests sleep if for `sleepTime` no node was farther than sleepSpeed · sleepTime from its position at the
  /// start of that time, unless its activation state is DISABLE_DEACTIVATION.
  /// Bullet's islands then deactivate it as soon as all bodies whose boxes overlap its own request sleep, too.
  ///
  /// A sleeping body, also one that the program has deactivated, wakes when
  /// - an active body in contact with it approaches or pushes it,
  /// - the program moves its nodes, or
  /// - an object that its box overlapped when it fell asleep was removed, was moved, or has woken.
  ///
  /// [length/s], finite, ≥ 0. 0: no soft body falls asleep, as in stock Bullet; in a deformable world, bodies fall
  /// asleep by Bullet's m_sleepingThreshold.
  btScalar sleepSpeed = 0;
  btScalar sleepTime = 2;  ///< [s], finite, > 0

  /// True: Bullet's trees of nodes and faces (m_ndbvt, m_fdbvt) are updated in each step, as Bullet does.
  /// Required by code that reads them, such as btSoftBody::rayTest or the rayTest of a stock world.
  /// The face tree is built without Bullet's initializeFaceTree, which does not terminate on some meshes.
  /// False: m_ndbvt is not updated, and m_fdbvt is refitted only if other code has built it.
  bool keepBulletTrees = false;
  /// True: contacts are also written to m_scontacts, in a deformable world to m_faceNodeContacts, for code that reads
  /// them after the step. They are already solved.
  bool writeSContacts = true;
  /// Deformable world, explicit integration: tolerance of Bullet's elastic solve, finite, ≥ 0. 0: as the program has
  /// set it. 1e-4 gives the same motion to the eye in less time, but not the same bits.
  /// - Solves without setUseProjection end when no component of the residual is larger [length/s]. Bullet's is 1e-8.
  /// - Solves with it end when the residual r has an rᵀM⁻¹r below this part of that of the right side, or of 1
  ///   mass·length²/s² if that is less. M: masses. Bullet's is the machine epsilon.
  btScalar elasticTolerance = 0;
  /// True: debugDraw also draws contacts with impulse 0: elements that only came near, and sensor pairs.
  bool drawNearContacts = false;

  bool operator==(const SoftCollisionSettings&) const = default;
};

/// Settings of one body, for SoftCollision::setBodySettings.
struct SoftBodySettings {
  /// True: the body collides with soft bodies, with itself and, by Pliant, with rigid meshes.
  bool enabled = true;
  /// True: the body collides with itself.
  /// No value: true for bodies without tetrahedra, except those with clusters and CL_SELF. In a deformable world: as
  /// btSoftBody::setSelfCollision says; Bullet's default is false.
  std::optional<bool> self = std::nullopt;
  /// Neighbouring elements of the surface that are not kept apart: pairs whose shortest connection has fewer than this
  /// number of edges; 1 to kMaxExcludedRings.
  /// 1: elements that share a vertex; 2: also elements that one edge joins; and so on.
  /// Excluded neighbours still do not pass through each other.
  /// For any value, elements of one body are kept apart by at most 0.7 (SurfaceContactSettings::restFraction) of their
  /// distance at rest.
  int excludedRings = kDefaultExcludedRings;
  /// Length that the body adds to a contact distance [length]; finite, ≥ 0.
  /// Two soft bodies keep the sum of their margins; a soft body and a rigid triangle mesh the sum of this margin and
  /// that of the mesh's shape.
  ///
  /// No value:
  /// - Between soft bodies: margin fraction · mean edge length at rest, at most 0.05 · thickness at rest.
  ///   The mean edge length of a body with links only is its mean link length.
  ///   The thickness is the shortest extent along the principal axes. Extents below 1/1000 of the longest do not count;
  ///   on a surface that is not closed, those below half the mean edge length do not count either.
  ///   The margin of the collision shape is ignored: programs set it for rigid contacts.
  /// - Against rigid meshes: the margin of the collision shape if it differs from Bullet's default of 0.25, otherwise
  ///   margin fraction · mean edge length.
  std::optional<btScalar> margin = std::nullopt;
  /// True: coincident vertices move as one vertex with their total mass.
  /// Coincident: at one place when a step first reads the body, and not joined by a link or edge.
  /// Examples: the two sides of a double-sided sheet, the seam of an exporter. The sides of a flat bag stay separate.
  /// SoftBodyStatus::Kind::Seams reports such vertices. Use false for a body that is meant to fall apart.
  bool seamsJoined = true;
  /// Method of the body's self-collision and its pairs: Auto, SpatialHash, BucketTree or RegularityTree.
  /// - Auto: the AutoDetector chooses, unless the other body of a pair has a method.
  /// - If both bodies of a pair have a method, that of the body with more faces applies.
  /// - Contacts stay the same.
  /// - The setting replaces that of AutoDetector::setMethod.
  /// - It is used with SoftCollisionSettings::method Auto or an AutoDetector of the user, otherwise ignored.
  SoftCollisionMethod method = SoftCollisionMethod::Auto;

  bool operator==(const SoftBodySettings&) const = default;
};

}  // namespace pliant
