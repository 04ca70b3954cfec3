#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <array>
#include <span>
#include <tuple>
#include <vector>

namespace pliant::detail {

/// Constraint that separates two elements of bodies that intersect at t0. It has up to five vertices: an edge and a
/// face, or a vertex and a tetrahedron.
struct SeparationConstraint {
  std::array<Index, 5> vertices;  ///< vertex indices in the set; an unused entry repeats the first vertex with weight 0
  std::array<Real, 5> weights;    ///< sum 0; Σ weights·x is the vector from the point on B to the point on A
  Vector3 normal;                 ///< unit; direction in which A moves relative to B
  Real distance = 0;              ///< motion in this step [length], ≥ 0
};

/// Constraint that separates two sets of vertices. Each set is translated as a whole, so nothing bends.
struct RigidSeparation {
  Index begin, middle,
      end;             ///< ranges of SeparationConstraints::vertices: A's from begin, B's from middle; each of one body
  Vector3 normal;      ///< unit; direction in which A moves relative to B
  Real distance = 0;   ///< motion of the centres of mass in this step [length], ≥ 0
  bool heldA = false;  ///< true if A stands still; its vertices then only identify the body
  bool heldB = false;  ///< true if B stands still
};

struct SeparationConstraints {
  std::vector<SeparationConstraint> points;
  std::vector<RigidSeparation> wholes;
  std::vector<Index> vertices;  ///< vertex indices in the BodySet, for the wholes

  std::size_t size() const { return points.size() + wholes.size(); }
  void clear() {
    points.clear();
    wholes.clear();
    vertices.clear();
  }
};

/// Two patches of surface that have passed each other, found by the volume between them (LdiRegion). The solver keeps
/// the volume from growing and removes part of it. The patches belong to two bodies or to one body.
struct VolumeRegion {
  Index begin, end;  ///< indices into VolumeRegions::parts
  Vector3 normal;    ///< unit; direction in which A moves relative to B
  Vector3 point;     ///< centroid, world space
  Real volume;       ///< [length³]
  Real area;         ///< [length²], > 0; decrease of the volume per length that A moves along the normal
  Real depth_t0;     ///< mean depth at t0, computed from the gradients [length]; < 0: separated
  Real slack = 0;    ///< depth that is not removed [length], ≥ 0
  Index bodyA, bodyB;
};

struct VolumeRegions {
  struct Part {
    Index vertex;      ///< vertex index in the set
    Vector3 gradient;  ///< gradient of the region's volume [length²]
  };
  std::vector<VolumeRegion> regions;
  std::vector<Part> parts;

  void clear() {
    regions.clear();
    parts.clear();
  }
};

/// Impulse of a contact in a step [kg·length], on A; B gets the opposite.
struct ContactImpulse {
  /// Impulse along the contact's normal, ≥ 0. Restoring missing distance is no velocity and is excluded, unless the
  /// contact did nothing else.
  Real normal = 0;
  Vector3 friction = Vector3::Zero();  ///< impulse along the surface
};

/// All constraints between bodies of one step, with vertex indices of the set.
struct StepConstraints {
  std::span<const SurfaceContact> contacts;
  const SeparationConstraints& separations;
  const VolumeRegions& volumes;

  std::size_t size() const { return contacts.size() + separations.size() + volumes.regions.size(); }
};

/// Identifies a contact as long as the set's topology does not change.
using ContactKey = std::tuple<SurfaceContact::Kind, Index, Index>;
inline ContactKey contactKeyOf(const SurfaceContact& contact) {
  return {contact.kind, contact.elementA, contact.elementB};
}

/// Normal impulse that a contact had before the solve [mass·length].
struct GivenImpulse {
  ContactKey key;
  Real normal;
};

}  // namespace pliant::detail
