#pragma once

#include <pliant/plugin/SoftContact.h>

#include <atomic>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "FoundContacts.h"
#include "SoftBodyReader.h"
#include "core/StepConstraints.h"

namespace pliant::detail {

/// Contacts of the last step, as programs read them, without contacts of bodies that have left since.
///
/// A SoftContact takes more than twice the memory of what it is made of, so the list is made when it is first read:
/// large scenes have 100,000 contacts, and many programs only count them. Until then this class keeps what the list
/// needs and what changes before the next step: the indices of the bodies and the names of triangles.
class ContactReport {
 public:
  /// The lists that are read later. They must not change before clear().
  struct Sources {
    const FoundContacts& solved;               ///< repeated hits of the final checks are joined
    std::span<const ContactImpulse> impulses;  ///< one per contact, for the first contacts of `solved`
    const FoundContacts& withoutResponse;      ///< contacts of sensor pairs
  };

  void clear();
  /// Keeps the contacts of a step. `perSecond`: steps per second [1/s]. Call clear() before.
  void keep(const SoftBodyReader& reader, const Sources& sources, Real perSecond);
  /// Adds the volume regions. `impulses`: one per region, for the first regions.
  void addVolumes(const VolumeRegions& volumes, std::span<const ContactImpulse> impulses);

  /// The two functions below may be called by several threads at once.
  std::size_t size(Workers& workers);
  std::span<const SoftContact> view(Workers& workers);
  /// Call when a soft or rigid body has left, or is about to. The pointer is only compared. Contacts are removed at the
  /// next access, because many bodies may leave at once.
  void forget(const btCollisionObject* body);

 private:
  /// A member of the set.
  struct Member {
    Index firstVertex, firstFace;
    Index ownFaces;  // number of the set's faces that are the body's; caps follow
    btSoftBody* body;
    const btCollisionObject* rigid;  // object of the mesh; null for a soft body
  };
  struct Named {
    std::size_t contact;
    RigidMesh::Name name;
  };
  struct Source {
    const FoundContacts* found = nullptr;
    std::vector<Named> names;  // triangles of rigid meshes, by contact
  };

  const Member& memberOf(Index vertex) const;
  void keepNames(const SoftBodyReader& reader, Source& source);
  void findRepeated();
  SoftContact describe(const Source& source, std::size_t i) const;
  void describeAll(Workers& workers);
  void makeReady(Workers& workers);

  std::vector<Member> m_members;  // indexed by body
  Source m_solved, m_sensors;
  std::span<const ContactImpulse> m_impulses;
  Real m_perSecond = 0;
  std::vector<SoftContact> m_volumes;
  std::vector<std::size_t> m_hits;                             // of m_solved, sorted by elements
  std::vector<std::pair<std::size_t, std::size_t>> m_repeats;  // a contact, and a hit of the same elements

  std::vector<SoftContact> m_contacts;
  std::vector<const btCollisionObject*> m_gone;
  std::size_t m_count = 0;           // number of contacts, those of m_gone included
  bool m_described = false;          // true if m_contacts has them
  std::atomic<bool> m_ready = true;  // true if m_contacts has exactly those to be read
  std::mutex m_reading;              // held while m_contacts is made
};

}  // namespace pliant::detail
