#pragma once

#include <pliant/detectors/SurfaceContacts.h>
#include <pliant/plugin/Export.h>

#include <array>
#include <vector>

namespace pliant::detail {

/// A push that takes an overlap found at the start of the step apart: up to five vertices, because an edge that passes
/// through a face has two ends and the face three corners.
struct SeparationConstraint {
  std::array<Index, 5> vertices;  ///< flat; an unused place repeats the first vertex with weight 0
  std::array<Real, 5> weights;    ///< sum 0; Σ weights·x is the vector from the point on B to the point on A
  Vector3 normal;                 ///< unit; the way A has to go relative to B
  Real distance = 0;              ///< how far to go in this step, world units, ≥ 0
};

/// A push of many vertices that go along as they are: what they do among each other stays, so that nothing bends.
struct RigidSeparation {
  Index begin, middle,
      end;             ///< in SeparationConstraints::vertices: A's from begin, B's from middle; each side of one body
  Vector3 normal;      ///< unit; the way A has to go relative to B
  Real distance = 0;   ///< how far their centres of mass go in this step, world units, ≥ 0
  bool heldA = false;  ///< A stands still; its vertices only tell which body it is
  bool heldB = false;  ///< the same of B
};

struct SeparationConstraints {
  std::vector<SeparationConstraint> points;
  std::vector<RigidSeparation> groups;
  std::vector<Index> vertices;  ///< of the groups, flat

  std::size_t size() const { return points.size() + groups.size(); }
  void clear() {
    points.clear();
    groups.clear();
    vertices.clear();
  }
};

/// Patches of surface that have passed each other, as the volume between them says (LdiRegion): moved so that the
/// volume does not grow, and is taken back in part. Either of one pair of bodies, or of one body.
struct VolumeRegion {
  Index begin, end;  ///< in VolumeRegions::parts
  Vector3 normal;    ///< unit; the way A has to go relative to B
  Vector3 point;     ///< centroid, world space
  Real volume;       ///< world units cubed
  Real area;         ///< > 0; by how much the volume shrinks as A moves by 1 along the normal
  Real depth_t0;     ///< mean depth at the start of the step, by the gradients; < 0: apart
  Real slack = 0;    ///< depth that may stay, ≥ 0
  Index slotA, slotB;
};

struct VolumeRegions {
  struct Part {
    Index vertex;      ///< flat
    Vector3 gradient;  ///< of the region's volume, world units squared
  };
  std::vector<VolumeRegion> regions;
  std::vector<Part> parts;

  void clear() {
    regions.clear();
    parts.clear();
  }
};

/// What a contact did in a step: mass × length, on A; on B the opposite.
struct ContactImpulse {
  /// Along the contact's normal, ≥ 0. Where a contact only restored missing distance, which is no velocity, what that
  /// took; else without that.
  Real normal = 0;
  Vector3 friction = Vector3::Zero();  ///< along the surface
};

/// Where the solver learns what touches. Both calls read the nodes' positions as they are at that moment: t0 is m_q and
/// t1 is m_x of active bodies, m_x both times of the others. Results in a fixed order, flat indices of the solver's
/// BodySet.
class PLIANT_PLUGIN_EXPORT ContactSource {
 public:
  virtual ~ContactSource();

  /// Contacts of the predicted motion, speculative ones included; pairs of bodies that were tangled at t0 give
  /// `separations` and the vertex-face contacts of their outside vertices instead. Both come empty.
  virtual void detect(std::vector<SurfaceContact>& contacts, SeparationConstraints& separations) = 0;

  /// Regions of bodies that collide through their volumes, at t1 of the last call of detect.
  virtual const VolumeRegions& volumes();

  /// Pairs that the whole motion m_q → m_x makes meet, vertex-face and edge-edge, without margin; none of tangled
  /// pairs. May look only at what moved since the last call of detect or check. `hits` comes empty.
  virtual void check(std::vector<SurfaceContact>& hits) = 0;
};

}  // namespace pliant::detail
