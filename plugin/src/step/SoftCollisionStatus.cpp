// SoftCollision: status reports to the listener.

#include <pliant/detectors/Error.h>

#include "SoftCollisionImpl.h"

namespace pliant {

bool SoftCollision::Impl::hasNoVolume(const detail::SoftBodyReader::Entry& entry) const {
  if (!volumes() || entry.setId == kNoIndex || reader.set().topology(entry.setId).faces == 0) return false;
  return contacts.volumeBodies().measured(reader.set()) && !contacts.volumeBodies().isVolume(entry.slot);
}

std::string SoftCollision::Impl::whyNoVolume(const detail::SoftBodyReader::Entry& entry) const {
  std::string reason = "the body is too thin for a volume";
  try {
    LdiDetector::check(reader.set().topology(entry.setId));
  } catch (const Error& error) {
    reason = error.what();
  }
  return reason + "; the body collides by its faces and edges";
}

std::string SoftCollision::Impl::whyLeaks(const detail::SoftBodyReader::Entry& entry) {
  return "the body has pressure, but its surface has a rim of " + std::to_string(entry.rim) +
         " edges: its volume is not defined";
}

std::string SoftCollision::Impl::whichSeams(const detail::SoftBodyReader::Entry& entry) {
  return std::to_string(entry.seams.vertices()) + " vertices coincide at " + std::to_string(entry.seams.places()) +
         " places, and no element joins them: they move as one (seams)";
}

/// Reports each condition once per body.
void SoftCollision::Impl::tellSurface(detail::SoftBodyReader::Entry& entry) {
  using Kind = SoftBodyStatus::Kind;
  if (!listener) return;
  if (entry.seams.any() && !entry.toldSeams) {
    entry.toldSeams = true;
    listener->statusChanged(entry.body, {Kind::Seams, -1, whichSeams(entry)});
  }
  if (detail::SoftBodyReader::leaks(entry) && !entry.toldLeak) {
    entry.toldLeak = true;
    listener->statusChanged(entry.body, {Kind::Leaks, -1, whyLeaks(entry)});
  }
}

void SoftCollision::Impl::tellStatus() {
  using Kind = SoftBodyStatus::Kind;
  for (std::size_t id = 0; id < reader.capacity(); ++id) {
    detail::SoftBodyReader::Entry* entry = reader.at(static_cast<int>(id));
    if (!entry) continue;
    if (!entry->refusal.empty()) {
      ++counters.bodiesSkipped;
      if (!entry->toldRefusal && listener)
        listener->statusChanged(entry->body, {Kind::BadTopology, -1, entry->refusal});
      entry->toldRefusal = true;
      continue;
    }
    if (entry->toldRefusal && listener)
      listener->statusChanged(entry->body, {Kind::Active, -1, "the body has contacts again"});
    entry->toldRefusal = false;
    if (entry->setId == kNoIndex) continue;
    if (const bool foreign = !isServed(*entry->body); foreign != entry->toldForeign) {
      entry->toldForeign = foreign;
      if (listener)
        listener->statusChanged(entry->body, foreign ? SoftBodyStatus{Kind::NotServed, -1, kForeign}
                                                     : SoftBodyStatus{Kind::Active, -1, "the body has contacts again"});
    }
    tellSurface(*entry);
    const bool noVolume = hasNoVolume(*entry);
    if (noVolume && !entry->toldNoVolume && listener)
      listener->statusChanged(entry->body, {Kind::NoVolume, -1, whyNoVolume(*entry)});
    entry->toldNoVolume = noVolume;
    const BodyStatus status = reader.set().status(entry->setId);
    if (status.kind == BodyStatus::Kind::NotFinite) ++counters.bodiesSkipped;
    if (status.kind == entry->told) continue;
    entry->told = status.kind;
    if (!listener) continue;
    if (status.kind == BodyStatus::Kind::NotFinite)
      listener->statusChanged(entry->body, {Kind::NotFinite, static_cast<int>(status.vertex),
                                            "the position of node " + std::to_string(status.vertex) +
                                                " is not finite; the body has no contacts with soft bodies"});
    else
      listener->statusChanged(entry->body, {Kind::Active, -1, "the body has contacts again"});
  }
  for (const auto& mesh : reader.rigidMeshes().all()) {
    if (!mesh || mesh->refusal().empty() || mesh->told) continue;
    mesh->told = true;
    if (listener) listener->statusChanged(nullptr, {Kind::RigidMeshRefused, -1, mesh->refusal(), &mesh->object()});
  }
  const auto tellAll = [this](const std::string& reason, Kind kind, bool& told) {
    if (!reason.empty() && !told && listener) listener->statusChanged(nullptr, {kind, -1, reason});
    told = !reason.empty();
  };
  tellAll(contacts.failure(), Kind::DetectionFailed, toldFailure);
  tellAll(contacts.volumeFailure(), Kind::VolumesFailed, toldVolumeFailure);
}

}  // namespace pliant
