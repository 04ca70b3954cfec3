#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "SoftBodyReader.h"
#include "StepContacts.h"

namespace pliant::detail {

/// Converts found contacts into SContacts, for code that reads m_scontacts. A body without faces gets Face objects over
/// its boundary, owned by this class.
class ContactWriter {
 public:
  /// Writes approaching vertex-face contacts of soft bodies. A contact is stored in the body of the vertex, or in the
  /// body of the face if the former was not predicted (it sleeps).
  /// `faceNode`: true writes to m_faceNodeContacts, else to m_scontacts.
  void writeSContacts(SoftBodyReader& reader, const FoundContacts& found, bool faceNode, Workers& workers);

  /// Wakes a sleeping body if an awake body touches it with an element or with its volume, and pushes or approaches it.
  /// The other body is a soft body, or a rigid body that can move. Bullet's islands also wake it as soon as the boxes
  /// overlap, but put it to sleep again as soon as the boxes are separated.
  void wake(const SoftBodyReader& reader, const FoundContacts& found, const VolumeRegions& volumes,
            std::span<const ContactImpulse> volumeImpulses);

  /// Clears the written contacts in bodies that are still in the world: their predictMotion may not be called.
  void clearSContacts(const SoftBodyReader& reader);

  void forget(const btSoftBody* body);

 private:
  Index writeSContact(SoftBodyReader& reader, const FoundContacts& found, std::size_t i, bool faceNode);
  btSoftBody::Face* faceOf(SoftBodyReader& reader, Index index, Index flatFace);

  struct OwnFaces {
    std::vector<btSoftBody::Face> faces;
    const btSoftBody::Node* nodes = nullptr;
    std::uint64_t revision = 0;
  };
  std::unordered_map<const btSoftBody*, OwnFaces> m_ownFaces;
  std::vector<int> m_written;          // ids of bodies with written contacts
  std::vector<std::uint8_t> m_stored;  // one per body: 1 if it got written contacts
  std::vector<std::size_t> m_ends;     // one per body: where the contacts of its vertices end
};

}  // namespace pliant::detail
