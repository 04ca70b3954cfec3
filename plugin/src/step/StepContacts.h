#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <functional>
#include <string>
#include <vector>

#include "CandidateMemory.h"
#include "CoveredContacts.h"
#include "PairRecorder.h"
#include "PressedPairs.h"
#include "SoftBodyReader.h"
#include "VolumeContacts.h"
#include "pairKey.h"
#include "solve/ContactSource.h"
#include "untangling/Untangling.h"

namespace pliant::detail {

/// What detection knew of a contact when it found it.
struct FoundContact {
  SurfaceContact contact;
  Vector3 pointA, pointB;    // at t1 of that moment
  Real depth = 0;            // along the normal, positive when penetrating
  bool byCheck = false;      // by a final check, after detection
  bool approaching = false;  // relative motion of the step goes against the normal
};

/// The batch of a step: pairs and self in one go, in a fixed order, and the final checks after it.
class StepContacts : public ContactSource {
 public:
  StepContacts(SoftBodyReader& reader, Workers& workers) : m_reader(reader), m_workers(&workers) {}

  void setWorkers(Workers& workers) { m_workers = &workers; }

  /// Before the solver runs. `detector` null: no contacts. `volumes` null: none through volumes. `pairFilter` is asked
  /// by the final checks about a pair of slots that dispatch has not brought.
  void begin(Detector* detector, LdiDetector* volumes, const SurfaceContactSettings& settings,
             const PairRecorder& pairs, const SettingsTable& table, std::function<bool(Index, Index)> pairFilter);

  void detect(std::vector<SurfaceContact>& contacts, SeparationConstraints& separations) override;
  const VolumeRegions& volumes() override { return m_volumes.regions(); }
  void check(std::vector<SurfaceContact>& hits) override;

  /// After the solve; `impulses` of what detect found; `unresolved`: it left elements that meet.
  void end(std::span<const ContactImpulse> impulses, bool unresolved);

  const std::vector<FoundContact>& found() const { return m_found; }
  /// Contacts of pairs of which either body has no contact response: for the report alone.
  const std::vector<FoundContact>& withoutResponse() const { return m_detectedBySensors; }
  const Counters& counters() const { return m_counters; }
  const std::string& failure() const { return m_failure; }
  const std::string& volumeFailure() const { return m_volumeFailure; }
  /// Whether a body has a volume that serves it; known since begin.
  const VolumeContacts& volumeBodies() const { return m_volumes; }
  int pairCount() const { return m_pairCount; }

 private:
  bool gather(const CandidateQuery& query, const SurfaceContactSettings& narrow, bool checking,
              std::vector<SurfaceContact>& out);
  void addPressed(std::vector<SurfaceContact>& contacts);
  void findVolumes();
  void findTangles(SeparationConstraints& separations);
  bool anyElements() const;
  bool anySelfElements() const;
  bool anyLeftOut() const;
  void filter(Candidates& candidates, bool checking);
  void dropAnchored(Candidates& candidates) const;
  bool allowed(Index slotA, Index slotB, bool checking);
  void record(const std::vector<SurfaceContact>& contacts, bool byCheck, std::vector<FoundContact>& into);
  bool isSensorPair(Index slotA, Index slotB) const;
  void takeSensorContacts(std::vector<SurfaceContact>& contacts);

  SoftBodyReader& m_reader;
  Workers* m_workers;
  Detector* m_detector = nullptr;
  SurfaceContactSettings m_settings;
  std::function<bool(Index, Index)> m_pairFilter;
  std::vector<PairKey> m_pairs;        // sorted keys of slots that dispatch brought
  std::vector<PairKey> m_sensorPairs;  // the same of pairs without contact response
  std::vector<SoftBodyReader::Anchored> m_anchored;
  std::vector<PairKey> m_added;  // sorted keys that the checks have allowed or refused, with the verdict as highest bit
  std::vector<PairKey> m_elementPairs;       // those of m_pairs that volumes don't serve
  std::vector<std::uint8_t> m_selfElements;  // by slot: the same of bodies with themselves
  int m_pairCount = 0;
  std::uint64_t m_laidOut = 0;  // revision of the set whose flat arrays are valid
  Candidates m_candidates;
  CandidateMemory m_memory;
  CoveredContacts m_covered;
  PressedPairs m_pressed;
  Candidates m_pressedCandidates;
  std::vector<SurfaceContact> m_pressedContacts, m_merged;
  int m_edgeSteps = 0;  // steps for which detection looks at edges, too
  SurfaceNarrowTest m_narrow;
  Untangling m_tangles;
  VolumeContacts m_volumes;
  std::vector<FoundContact> m_found, m_detectedBySensors;
  std::vector<SurfaceContact> m_sensorContacts;
  Counters m_counters;
  std::string m_failure, m_volumeFailure;
};

}  // namespace pliant::detail
