#pragma once

#include <pliant/detectors/Detector.h>
#include <pliant/detectors/SurfaceContacts.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "CandidateMemory.h"
#include "CoveredContacts.h"
#include "FoundContacts.h"
#include "PressedPairs.h"
#include "SoftBodyReader.h"
#include "StepPairs.h"
#include "VolumeContacts.h"
#include "core/StepConstraints.h"
#include "core/pairKey.h"
#include "untangling/Untangling.h"

namespace pliant::detail {

/// Detection of a step: pairs and self-collisions in one batch in a fixed order, and the final checks after it.
/// Order of calls: begin(); detect() once and check() any number of times, with the solver in between; end(). If a
/// detector throws, the step goes on without its contacts, and failure() returns the reason.
class StepContacts {
 public:
  using ReportedPairs = std::vector<std::pair<btSoftBody*, btSoftBody*>>;

  StepContacts(SoftBodyReader& reader, Workers& workers) : m_reader(reader), m_workers(workers) {}

  /// Call before the solver runs. `detector`: null for no contacts. `volumes`: null for no volume contacts. The final
  /// checks call `pairFilter(bodyA, bodyB)` for two bodies that dispatch has not reported; it returns true if they may
  /// collide.
  void begin(Detector* detector, LdiDetector* volumes, const SurfaceContactSettings& settings,
             const ReportedPairs& pairs, const SettingsTable& table, std::function<bool(Index, Index)> pairFilter);

  /// Finds the contacts of the predicted motion, speculative ones included: found().detected(). Pairs of bodies that
  /// intersect at t0 get `separations` instead, and the vertex-face contacts of their outside vertices. Overwrites
  /// both. Results have a fixed order. For active bodies t0 is m_q and t1 is m_x, for other bodies both are m_x.
  void detect(SeparationConstraints& separations);
  /// Returns the regions of bodies that collide through their volumes, at t1 of the last call of detect().
  const VolumeRegions& volumeRegions() const { return m_volumes.regions(); }
  /// Finds vertex-face and edge-edge pairs that meet during the whole motion m_q → m_x, without margin. Excludes pairs
  /// of bodies that intersect at t0. Overwrites `hits`.
  void check(std::vector<SurfaceContact>& hits);

  /// Call after the solve. `impulses`: one per contact, for the first contacts of found(). `unresolved`: true if
  /// intersecting elements were left.
  void end(std::span<const ContactImpulse> impulses, bool unresolved);

  const FoundContacts& found() const { return m_found; }
  /// Contacts of sensor pairs (one of the two bodies has no contact response), for the report only.
  const FoundContacts& withoutResponse() const { return m_detectedBySensors; }
  const Counters& counters() const { return m_counters; }
  const std::string& failure() const { return m_failure; }
  const std::string& volumeFailure() const { return m_volumeFailure; }
  /// Volume contacts; the volumes of bodies are valid if measured() returns true.
  const VolumeContacts& volumeBodies() const { return m_volumes; }
  /// Returns the number of body pairs that dispatch reported, without sensor pairs.
  int pairCount() const { return static_cast<int>(m_pairs.size()); }

 private:
  /// Gathers m_candidates: from the memory of earlier steps, or anew if the detector gathers each step.
  void gatherCandidates(const CandidateQuery& query, bool checking);
  bool gather(const CandidateQuery& query, const SurfaceContactSettings& narrow, bool checking,
              std::vector<SurfaceContact>& out);
  void findContacts(std::vector<SurfaceContact>& contacts);
  template <typename FindPressed>
  void addPart(FindPressed&& findPressed, std::vector<SurfaceContact>& contacts);
  void findVolumes();
  void untangle(SeparationConstraints& separations);
  bool anyElements() const;
  bool anySelfElements() const;
  bool anyUntested() const;
  void filter(Candidates& candidates, bool checking);
  void dropAnchored(Candidates& candidates) const;
  bool allowed(Index bodyA, Index bodyB, bool checking);
  void takeSensorContacts(std::vector<SurfaceContact>& contacts);

  SoftBodyReader& m_reader;
  Workers& m_workers;
  Detector* m_detector = nullptr;
  bool m_gathersEachStep = false;  // Detector::gathersEachStep() for the predicted motion
  SurfaceContactSettings m_settings;
  std::function<bool(Index, Index)> m_pairFilter;
  std::vector<PairKey> m_pairs;        // sorted keys of the body pairs that dispatch reported
  std::vector<PairKey> m_sensorPairs;  // sorted keys of the sensor pairs
  std::vector<SoftBodyReader::Anchored> m_anchored;
  struct Answer {
    Index with = kNoIndex;
    bool allowed = false;
  };
  std::vector<Answer> m_answers;             // of allowed(), indexed by the second body: the last one
  std::vector<PairKey> m_filterAnswers;      // sorted keys of pairs that checks have decided; highest bit: allowed
  std::vector<PairKey> m_elementPairs;       // pairs of m_pairs that volumes do not serve
  std::vector<std::uint8_t> m_selfElements;  // one per body: 1 if its elements are tested with themselves
  std::uint64_t m_laidOut = 0;               // revision of the set whose arrays are valid
  Candidates m_candidates, m_linkCandidates;
  StepPairs m_stepPairs;
  CandidateMemory m_memory;
  CoveredContacts m_covered;
  PressedPairs m_pressed;
  Candidates m_part, m_pressedCandidates;
  std::vector<SurfaceContact> m_partContacts, m_pressedContacts;
  int m_stepsOfPairs = 0;  // number of steps in a row in which m_memory was not used, up to the one after it is freed
  bool m_anyHits = false;  // true if a check of this step has found hits, which repairs then move
  int m_edgeSteps = 0;     // number of steps in which detection also tests edges
  SurfaceNarrowTest m_narrow;
  Untangling m_untangling;
  VolumeContacts m_volumes;
  FoundContacts m_found, m_detectedBySensors;
  std::size_t m_lastContacts = 0;  // number of contacts of the last detection
  Counters m_counters;
  std::string m_failure, m_volumeFailure;
};

}  // namespace pliant::detail
