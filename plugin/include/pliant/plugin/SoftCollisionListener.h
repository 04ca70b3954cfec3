#pragma once

#include <pliant/plugin/Export.h>
#include <pliant/plugin/SoftContact.h>

#include <span>
#include <string>

namespace pliant {

/// Something that a user should know about one body, or about all (body null).
struct SoftBodyStatus {
  enum class Kind : std::uint8_t {
    Active,            ///< takes part again
    NotFinite,         ///< sits out: a node's position is NaN or infinite
    BadTopology,       ///< sits out: a corner of a face or tetrahedron is no node of the body's; Bullet still reads it
    NoVolume,          ///< takes part by its faces and edges, where others collide through their volumes
    DetectionFailed,   ///< this step went without contacts between soft bodies
    VolumesFailed,     ///< in this step bodies with volumes collide by their faces and edges, too
    RigidMeshRefused,  ///< a rigid body's triangle mesh has no sense here: Bullet's own handler takes it
    NotServed,         ///< of all, or of one body: its soft body solver is not Pliant's, so Pliant does nothing for it
    Seams,  ///< takes part: some of its vertices were at one place when it was first seen, and go on together
    Leaks   ///< takes part: it has pressure (kPR), and its surface a rim
  };
  Kind kind = Kind::Active;
  int node = -1;                             ///< NotFinite: the first such node, once Bullet has predicted the step
  std::string message;                       ///< one line
  const btCollisionObject* rigid = nullptr;  ///< RigidMeshRefused: whose mesh
};

/// Told about contacts and status. Called on the thread that steps the world, inside the step: it may read everything
/// and change settings of SoftCollision, but must not add or remove bodies, nodes, faces or tetrahedra. Arguments live
/// as long as the call; bodies as long as the user keeps them.
class PLIANT_PLUGIN_EXPORT SoftCollisionListener {
 public:
  virtual ~SoftCollisionListener();

  /// Once a step, after the contacts have been solved; also when there are none.
  virtual void contactsFound(std::span<const SoftContact> contacts);

  /// When the status of a body changes. `body` is null for what concerns all.
  virtual void statusChanged(btSoftBody* body, const SoftBodyStatus& status);
};

}  // namespace pliant
