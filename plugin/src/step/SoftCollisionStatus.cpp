// SoftCollision: status reports to the listener.

#include <pliant/detectors/Error.h>

#include <utility>

#include "SoftCollisionImpl.h"

namespace pliant {

bool SoftCollision::Impl::hasNoVolume(const detail::SoftBodyReader::Entry& entry) const {
  if (!volumeDetector() || entry.setId == kNoIndex || reader.set().topology(entry.setId).faces == 0) return false;
  return detection.volumeBodies().measured(reader.set()) && !detection.volumeBodies().isVolume(entry.bodyIndex);
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

std::string SoftCollision::Impl::whyNotFinite(const BodyStatus& status) {
  return "the position of node " + std::to_string(status.vertex) + " is not finite";
}

std::string SoftCollision::Impl::whyLeaks(const detail::SoftBodyReader::Entry& entry) {
  return "the body has pressure, but its surface has a rim of " + std::to_string(entry.rim) +
         " edges: its volume is not defined";
}

std::string SoftCollision::Impl::whichSeams(const detail::SoftBodyReader::Entry& entry) {
  return std::to_string(entry.seams.vertices()) + " vertices coincide at " + std::to_string(entry.seams.places()) +
         " places, and no element joins them: they move as one (seams)";
}

void SoftCollision::Impl::reportStatus(btSoftBody* body, const SoftBodyStatus& status) {
  if (listener) listener->statusChanged(body, status);
}

void SoftCollision::Impl::reportIncomplete(btSoftBody& body, unsigned kind, const char* what) {
  detail::SoftBodyReader::Entry* const entry = reader.at(reader.id(&body));
  if (!entry || !listener || (entry->reportedIncomplete & kind) != 0) return;
  entry->reportedIncomplete |= kind;
  reportStatus(&body, {SoftBodyStatus::Kind::Incomplete, -1, what});
}

/// Reports each condition once per body.
void SoftCollision::Impl::reportStatuses() {
  using Kind = SoftBodyStatus::Kind;
  const auto reportActive = [this](btSoftBody* body) {
    reportStatus(body, {Kind::Active, -1, "the body has contacts again"});
  };
  for (std::size_t id = 0; id < reader.capacity(); ++id) {
    detail::SoftBodyReader::Entry* entry = reader.at(static_cast<int>(id));
    if (!entry) continue;
    if (!entry->refusal.empty()) {
      ++counters.bodiesSkipped;
      if (!entry->reportedRefusal) reportStatus(entry->body, {Kind::BadTopology, -1, entry->refusal});
      entry->reportedRefusal = true;
      continue;
    }
    if (std::exchange(entry->reportedRefusal, false)) reportActive(entry->body);
    if (entry->setId == kNoIndex) continue;
    if (const bool foreign = !isServed(*entry->body); foreign != entry->reportedForeign) {
      entry->reportedForeign = foreign;
      if (foreign)
        reportStatus(entry->body, {Kind::NotServed, -1, kForeign});
      else
        reportActive(entry->body);
    }
    if (listener && entry->seams.any() && !std::exchange(entry->reportedSeams, true))
      reportStatus(entry->body, {Kind::Seams, -1, whichSeams(*entry)});
    if (listener && detail::SoftBodyReader::leaks(*entry) && !std::exchange(entry->reportedLeak, true))
      reportStatus(entry->body, {Kind::Leaks, -1, whyLeaks(*entry)});
    const bool noVolume = hasNoVolume(*entry);
    if (noVolume && !entry->reportedNoVolume) reportStatus(entry->body, {Kind::NoVolume, -1, whyNoVolume(*entry)});
    entry->reportedNoVolume = noVolume;
    const BodyStatus status = reader.set().status(entry->setId);
    const bool finite = status.kind != BodyStatus::Kind::NotFinite;
    if (!finite) ++counters.bodiesSkipped;
    if (std::exchange(entry->reported, status.kind) == status.kind) continue;
    if (finite)
      reportActive(entry->body);
    else
      reportStatus(entry->body, {Kind::NotFinite, static_cast<int>(status.vertex),
                                 whyNotFinite(status) + "; the body has no contacts with soft bodies"});
  }
  for (const auto& mesh : reader.rigidMeshes().all())
    if (mesh && !mesh->refusal().empty() && !std::exchange(mesh->reported, true))
      reportStatus(nullptr, {Kind::RigidMeshRefused, -1, mesh->refusal(), &mesh->object()});
  const auto reportForAll = [this](const std::string& reason, Kind kind, bool& reported) {
    if (!reason.empty() && !reported) reportStatus(nullptr, {kind, -1, reason});
    reported = !reason.empty();
  };
  reportForAll(detection.failure(), Kind::DetectionFailed, reportedFailure);
  reportForAll(detection.volumeFailure(), Kind::VolumesFailed, reportedVolumeFailure);
}

}  // namespace pliant
