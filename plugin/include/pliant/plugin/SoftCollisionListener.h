#pragma once

#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftContact.h>

#include <span>
#include <string>

namespace pliant {

/// Status of one soft body, or of the whole world (body null).
struct SoftBodyStatus {
  enum class Kind : std::uint8_t {
    Active,            ///< no problem; reported when an earlier problem has ended
    NotFinite,         ///< body without detection: a node's position is NaN or infinite
    BadTopology,       ///< body without detection: a corner of a face or tetrahedron is no node of it; Bullet reads it
    NoVolume,          ///< LdiSoftware: the body has no usable volume and collides by its faces and edges
    DetectionFailed,   ///< world: the method that the message names threw; this step has no contacts of soft bodies
    VolumesFailed,     ///< world: the method on volumes threw, see the message; bodies collide by faces and edges
    RigidMeshRefused,  ///< world: Bullet's handler takes the rigid triangle mesh of `rigid`, which is invalid
    NotServed,         ///< world or body: its soft body solver is not Pliant's, so Pliant does not handle it
    Seams,             ///< no problem: the body has coincident vertices that move as one (setSeamsJoined)
    Leaks,             ///< no problem for detection: the body has pressure (kPR), but its surface has a rim
    Incomplete         ///< deformable world, or a body of it: something was not set; the message says what
  };
  Kind kind = Kind::Active;
  int node = -1;                             ///< NotFinite: first such node after Bullet's prediction; else −1
  std::string message;                       ///< reason; may be empty
  const btCollisionObject* rigid = nullptr;  ///< RigidMeshRefused: object with the mesh; else null
};

/// Receives contacts and statuses.
///
/// Threads: all functions are called on the thread that steps the world, within the step.
/// A function may read everything and change settings of SoftCollision.
/// A function must not add or remove bodies, nodes, faces or tetrahedra.
/// Arguments are valid during the call; bodies while the user keeps them.
class PLIANT_PLUGIN_EXPORT SoftCollisionListener {
 public:
  virtual ~SoftCollisionListener();

  /// Called once a step, after the contacts are solved; `contacts` may be empty.
  /// The default does nothing.
  virtual void contactsFound(std::span<const SoftContact> contacts);

  /// Called when the status of a body or of the world changes.
  /// `body` is null for the world.
  /// The default does nothing.
  virtual void statusChanged(btSoftBody* body, const SoftBodyStatus& status);
};

}  // namespace pliant
