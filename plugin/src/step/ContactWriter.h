#pragma once

#include <pliant/plugin/SoftContact.h>

#include <span>
#include <unordered_map>
#include <vector>

#include "SoftBodyReader.h"
#include "StepContacts.h"

namespace pliant::detail {

/// The one writer into btSoftBody: turns what was found into the list that users read, and into SContacts for code that
/// reads m_scontacts. A body without faces is served through Face objects of our own over its boundary.
class ContactWriter {
 public:
  /// `impulses`: of the first of `found`; `perSecond`: steps. Elements that a check has found to meet again are told
  /// once.
  void report(SoftBodyReader& reader, const std::vector<FoundContact>& found, std::span<const ContactImpulse> impulses,
              Real perSecond, std::vector<SoftContact>& out);

  /// Appends regions of volumes; `impulses` are theirs.
  void report(SoftBodyReader& reader, const VolumeRegions& volumes, std::span<const ContactImpulse> impulses,
              Real perSecond, std::vector<SoftContact>& out);

  /// Appends contacts that are not solved.
  static void report(SoftBodyReader& reader, const std::vector<FoundContact>& found, std::vector<SoftContact>& out);

  /// Approaching vertex-face pairs only. A contact goes to the vertex's body, or to the face's if that one sleeps.
  void writeSContacts(SoftBodyReader& reader, const std::vector<FoundContact>& found);

  /// A sleeping body against which one that is awake comes, with an element or with its volume, is awake from now on;
  /// also where that is a rigid one that something drives or pushes.
  /// Bullet's islands let it move as well, as soon as boxes meet, but lay it down again as soon as they have parted.
  static void wake(const SoftBodyReader& reader, const std::vector<FoundContact>& found, const VolumeRegions& volumes,
                   std::span<const ContactImpulse> volumeImpulses);

  /// Takes what was written out of bodies that are still in the world: their predictMotion may not come.
  void clearSContacts(const SoftBodyReader& reader);

  void forget(const btSoftBody* body);

 private:
  static SoftContact describe(SoftBodyReader& reader, const FoundContact& found);
  btSoftBody::Face* faceOf(SoftBodyReader& reader, Index slot, Index flatFace);

  struct OwnFaces {
    std::vector<btSoftBody::Face> faces;
    const btSoftBody::Node* nodes = nullptr;
    std::uint64_t revision = 0;
  };
  std::unordered_map<const btSoftBody*, OwnFaces> m_ownFaces;
  std::vector<int> m_written;        // ids of bodies
  std::vector<std::size_t> m_order;  // of found contacts by their elements
};

}  // namespace pliant::detail
