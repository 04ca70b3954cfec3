#include "StepContacts.h"

#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <exception>
#include <tuple>

#include "core/joinSorted.h"
#include "core/makeRoom.h"

namespace pliant::detail {
namespace {

// The final check finds edge-edge collisions, which are rare. After a check with at least kManyEdges of them, detection
// also tests edges for kStepsOfEdges steps.
constexpr int kStepsOfEdges = 30;
constexpr int kManyEdges = 4;
// After this number of steps whose detector gathers each step, the memory of candidates frees its lists.
constexpr int kStepsOfPairs = 4;
/// Number of vertex-face candidates whose contacts are found at a time.
constexpr std::size_t kPart = 32768;
/// Least reach of the test of pressed pairs, in contact distances.
constexpr Real kPressedReach = 1;
constexpr PairKey kMayCollide = PairKey{1} << 63;

/// Returns false, and stores the detector's name and the reason, if the function throws.
template <typename Function>
bool attempt(std::string& failure, const Detector* detector, Function&& function) {
  try {
    function();
    return true;
  } catch (const std::exception& error) {
    failure = error.what();
    const std::string name(detector->name());
    if (!failure.starts_with(name)) failure = name + ": " + failure;
    return false;
  }
}

}  // namespace

void StepContacts::begin(Detector* detector, LdiDetector* volumes, const SurfaceContactSettings& settings,
                         const ReportedPairs& pairs, const SettingsTable& table,
                         std::function<bool(Index, Index)> pairFilter) {
  if (m_detector != detector) m_memory.forget();
  m_detector = detector;
  m_volumes.setDetector(volumes);
  m_settings = settings;
  m_pairFilter = std::move(pairFilter);
  m_found.clear();
  m_detectedBySensors.clear();
  m_counters = {};
  m_failure.clear();
  m_volumeFailure.clear();
  m_anyHits = false;
  m_pairs.clear();
  m_sensorPairs.clear();
  m_filterAnswers.clear();
  m_untangling.begin();
  m_stepPairs.beginStep();
  if (m_laidOut != m_reader.set().revision()) m_reader.set().update(m_workers);
  m_laidOut = m_reader.set().revision();
  m_memory.beginStep(m_reader.set(), m_reader.still());
  m_reader.findAnchored(m_anchored);
  for (const auto& [a, b] : pairs) {
    const SoftBodyReader::Entry *entryA = m_reader.find(a), *entryB = m_reader.find(b);
    if (!entryA || !entryB || entryA == entryB || entryA->setId == kNoIndex || entryB->setId == kNoIndex) continue;
    if (!entryA->atDispatch || !entryB->atDispatch) continue;  // another body at the address of a deleted one
    if (!table.get(a).enabled || !table.get(b).enabled || !table.pair(a, b)) continue;
    const bool response = a->hasContactResponse() && b->hasContactResponse();
    (response ? m_pairs : m_sensorPairs).push_back(pairKey(entryA->bodyIndex, entryB->bodyIndex));
  }
  for (const RigidMeshes::Pair& pair : m_reader.rigidMeshes().pairs()) {
    const SoftBodyReader::Entry* entry = m_reader.find(pair.body);
    if (!entry || entry->setId == kNoIndex || pair.mesh->setId == kNoIndex || !table.get(pair.body).enabled) continue;
    const bool response = pair.body->hasContactResponse() && pair.mesh->object().hasContactResponse();
    (response ? m_pairs : m_sensorPairs).push_back(pairKey(entry->bodyIndex, pair.mesh->bodyIndex));
  }
  std::sort(m_sensorPairs.begin(), m_sensorPairs.end());
  makeSet(m_pairs);
}

void StepContacts::detect(SeparationConstraints& separations) {
  BT_PROFILE("pliant detect");
  std::vector<SurfaceContact>& contacts = m_found.detected();
  contacts.clear();
  makeRoom(contacts, m_lastContacts + m_lastContacts / 4);
  separations.clear();
  m_reader.set().update(m_workers);
  m_gathersEachStep = m_detector && m_detector->gathersEachStep(m_reader.set());
  m_stepsOfPairs = m_gathersEachStep ? std::min(m_stepsOfPairs, kStepsOfPairs) + 1 : 0;
  if (m_stepsOfPairs == kStepsOfPairs) m_memory = {};
  CandidateQuery query;
  query.vertexFace = query.swept = true;
  query.edgeEdge = m_edgeSteps > 0 || m_settings.edgeEdgeNearby;
  query.marginScale = 1 + m_settings.reach;
  query.edgeMargin = m_settings.nearby && m_settings.edgeEdgeNearby;
  findVolumes();
  query.self = !m_volumes.inUse() || anySelfElements();
  const bool wasCrowded = m_untangling.isCrowded();
  untangle(separations);
  if (wasCrowded || m_untangling.isCrowded()) m_memory.forget();  // the set of enabled pairs may have changed
  if (!anyElements() || !gather(query, m_settings, false, contacts)) return;
  m_lastContacts = contacts.size();
  m_untangling.separateNear(m_reader.set(), m_reader.members(), contacts, separations);
  if (!m_sensorPairs.empty()) takeSensorContacts(contacts);
  m_found.keepPositions(m_reader.set());
}

/// Finds the contacts of the candidates and of the pressed pairs, without covered ones. It finds them in parts: a list
/// with all covered contacts would be several times as long, and leave the caches.
void StepContacts::findContacts(std::vector<SurfaceContact>& contacts) {
  const std::vector<VertexFaceCandidate>& all = m_candidates.vertexFace;
  m_pressed.follow(m_reader.set(), m_reader.members());
  m_part.clear();
  std::size_t begin = 0;
  Index vertex = 0;
  do {
    std::size_t end = std::min(begin + kPart, all.size());
    while (end > begin && end < all.size() && all[end].vertex == all[end - 1].vertex) ++end;
    const Index next = end < all.size() ? all[end].vertex : kNoIndex;
    m_part.vertexFace.assign(all.begin() + static_cast<std::ptrdiff_t>(begin),
                             all.begin() + static_cast<std::ptrdiff_t>(end));
    addPart([&] { m_pressed.findFaces(m_reader.set(), vertex, next, m_partContacts, m_pressedCandidates); }, contacts);
    begin = end;
    vertex = next;
  } while (begin < all.size());
  m_part.vertexFace.clear();
  m_part.edgeEdge.swap(m_candidates.edgeEdge);
  addPart([&] { m_pressed.findEdges(m_reader.set(), m_partContacts, m_pressedCandidates); }, contacts);
  m_part.edgeEdge.swap(m_candidates.edgeEdge);
}

/// Adds the contacts of m_part and of the pressed pairs that `findPressed` writes to m_pressedCandidates. Pressed pairs
/// that are near at rest are included: once they have collided, they will collide again.
template <typename FindPressed>
void StepContacts::addPart(FindPressed&& findPressed, std::vector<SurfaceContact>& contacts) {
  const BodySet& set = m_reader.set();
  m_narrow.run(set, m_part, m_settings, m_partContacts, m_counters, m_workers);
  findPressed();
  filter(m_pressedCandidates, false);
  SurfaceContactSettings narrow = m_settings;
  narrow.edgeEdgeNearby = narrow.nearAtRest = true;
  narrow.reach = std::max(narrow.reach, kPressedReach);
  m_narrow.run(set, m_pressedCandidates, narrow, m_pressedContacts, m_counters, m_workers);
  mergeSorted(m_partContacts, m_pressedContacts, [](const SurfaceContact& a, const SurfaceContact& b) {
    return std::tie(a.elementA, a.elementB) < std::tie(b.elementA, b.elementB);
  });
  m_untangling.filter(set, m_partContacts);
  m_covered.append(m_partContacts, contacts, m_workers);
}

/// Moves contacts of sensor pairs to m_detectedBySensors. Bullet also finds such contacts, and does not solve them.
void StepContacts::takeSensorContacts(std::vector<SurfaceContact>& contacts) {
  const auto bodyOf = m_reader.set().bodyOfVertex();
  std::erase_if(contacts, [&](const SurfaceContact& contact) {
    const bool ofSensors = contains(m_sensorPairs, pairKey(bodyOf[contact.vertices[0]], bodyOf[contact.vertices[3]]));
    if (ofSensors) m_detectedBySensors.detected().push_back(contact);
    return ofSensors;
  });
  m_detectedBySensors.keepPositions(m_reader.set());
}

void StepContacts::findVolumes() {
  BodySet& set = m_reader.set();
  const SetMembers& members = m_reader.members();
  const auto kept = [&](Index a, Index b) {
    return m_untangling.wasTangled(members, a, b) || m_untangling.wasInHollowBody(members, a, b);
  };
  m_elementPairs.reserve(m_pairs.capacity());
  m_elementPairs = m_pairs;
  const bool found = attempt(m_volumeFailure, m_volumes.detector(),
                             [&] { m_volumes.find(set, members, m_workers, m_elementPairs, kept, m_counters); });
  if (!found) {
    m_volumes.fail();
    m_elementPairs = m_pairs;
  }
  if (m_volumes.hasDetector()) set.update(m_workers);
  m_selfElements.resize(set.bodyCount());
  for (Index body = 0; body < set.bodyCount(); ++body)
    m_selfElements[body] = set.selfAt(body) && !m_volumes.servesSelf(body);
}

/// Returns true if the final check may find collisions of bodies that detection has not tested.
bool StepContacts::anyUntested() const {
  const Index count = m_reader.set().bodyCount();
  for (Index body = 0; body < count; ++body)
    if (!m_volumes.isVolume(body) && count > 1) return true;
  return false;
}

bool StepContacts::anySelfElements() const {
  return std::any_of(m_selfElements.begin(), m_selfElements.end(), [](std::uint8_t own) { return own != 0; });
}

bool StepContacts::anyElements() const {
  return !m_elementPairs.empty() || !m_sensorPairs.empty() || anySelfElements();
}

void StepContacts::untangle(SeparationConstraints& separations) {
  if (!m_detector) return;
  BodySet& set = m_reader.set();
  const SetMembers& members = m_reader.members();
  bool atStart = false;
  const bool found = attempt(m_failure, m_detector, [&] {
    atStart = m_untangling.select(set, members, m_elementPairs, m_selfElements);
    if (!atStart) return;
    set.update(m_workers, set.positions_t0());
    m_untangling.find(set, members, *m_detector, m_workers, m_elementPairs, separations, m_counters);
  });
  if (atStart) set.update(m_workers);
  if (found)
    m_untangling.goOn(set, members, m_elementPairs, separations);
  else
    separations.clear();
}

void StepContacts::end(std::span<const ContactImpulse> impulses, bool unresolved) {
  const BodySet& set = m_reader.set();
  const bool trusted = m_detector && m_failure.empty() && !unresolved;
  m_pressed.beginLearning(set, m_reader.members());
  for (std::size_t i = 0; i < m_found.size(); ++i)
    if (i >= impulses.size() || impulses[i].normal > 0) m_pressed.learn(m_found[i]);
  m_pressed.endLearning();
  m_edgeSteps = std::max(m_edgeSteps - 1, 0);
  m_volumes.endStep(set);
  m_untangling.endStep(m_reader.members(), trusted);
  m_reader.rememberEnd(trusted, !m_anyHits && m_reader.bodiesOutsideSet().empty(), m_workers);
}

void StepContacts::check(std::vector<SurfaceContact>& hits) {
  BT_PROFILE("pliant check");
  hits.clear();
  CandidateQuery query;
  query.vertexFace = query.edgeEdge = query.swept = true;
  SurfaceContactSettings narrow = m_settings;
  narrow.nearby = narrow.edgeEdgeNearby = false;
  m_reader.rigidMeshes().follow();
  m_reader.set().update(m_workers);
  const bool fast = m_volumes.beginCheck(m_reader.set(), m_reader.members());
  if (m_volumes.inUse()) {
    if (!fast && !anyElements() && !anyUntested()) return;
    query.self = anySelfElements() || m_volumes.checksAnySelf();
  }
  if (!gather(query, narrow, true, hits)) return;
  m_anyHits = m_anyHits || !hits.empty();
  m_found.addHits(m_reader.set(), hits);
  const auto ofEdges = [](const SurfaceContact& hit) { return hit.kind == SurfaceContact::Kind::EdgeEdge; };
  if (std::count_if(hits.begin(), hits.end(), ofEdges) >= kManyEdges) m_edgeSteps = kStepsOfEdges;
}

bool StepContacts::gather(const CandidateQuery& query, const SurfaceContactSettings& narrow, bool checking,
                          std::vector<SurfaceContact>& out) {
  if (!m_detector || !m_failure.empty()) return false;
  // If detection fails, the bodies must still be solved, without these contacts.
  const bool found = attempt(m_failure, m_detector, [&] {
    gatherCandidates(query, checking);
    filter(m_candidates, checking);
    if (checking)
      m_narrow.run(m_reader.set(), m_candidates, narrow, out, m_counters, m_workers);
    else
      findContacts(out);
  });
  if (!found) out.clear();
  return found;
}

void StepContacts::gatherCandidates(const CandidateQuery& query, bool checking) {
  BodySet& set = m_reader.set();
  if (!m_gathersEachStep) {
    m_memory.gather(*m_detector, set, query, m_narrow, m_settings, m_candidates, m_counters, m_workers);
    return;
  }
  m_memory.forget();
  if (checking) return m_stepPairs.check(*m_detector, set, query, m_candidates, m_counters, m_workers);
  m_stepPairs.predict(*m_detector, set, query, m_candidates, m_counters, m_workers);
  // Edges of ropes are contacts within the margins, whatever the query says of other edges.
  if (set.linkCount() == 0 || query.marginScale == 0 || (query.edgeEdge && query.edgeMargin)) return;
  CandidateQuery links = query;
  links.thisMotion = true;
  links.vertexFace = false;
  links.edgeEdge = links.edgeMargin = links.linksOnly = true;
  m_detector->candidates(set, links, m_linkCandidates, m_counters, m_workers);
  joinSorted(m_candidates.edgeEdge, m_linkCandidates.edgeEdge);
}

bool StepContacts::allowed(Index bodyA, Index bodyB, bool checking) {
  if (m_reader.still()[bodyA] && m_reader.still()[bodyB]) return false;
  if (checking && m_untangling.tangled(bodyA, bodyB)) return false;
  // The set has self-collision enabled if bodyA == bodyB; otherwise there would be no candidate.
  if (bodyA == bodyB) return m_selfElements[bodyA] != 0 || (checking && m_volumes.checks(bodyA, bodyB));
  const PairKey key = pairKey(bodyA, bodyB);
  if (contains(m_elementPairs, key)) return true;
  if (contains(m_sensorPairs, key)) return !checking;
  if (!checking || !m_volumes.checks(bodyA, bodyB)) return false;
  if (m_elementPairs.size() != m_pairs.size() && contains(m_pairs, key)) return true;
  if (!m_pairFilter) return false;
  // The solver has moved bodies together whose boxes were separated at dispatch.
  const auto known = std::lower_bound(m_filterAnswers.begin(), m_filterAnswers.end(), key,
                                      [](PairKey a, PairKey b) { return (a & ~kMayCollide) < b; });
  if (known != m_filterAnswers.end() && (*known & ~kMayCollide) == key) return (*known & kMayCollide) != 0;
  const bool verdict = m_pairFilter(bodyA, bodyB);
  m_filterAnswers.insert(known, verdict ? key | kMayCollide : key);
  return verdict;
}

void StepContacts::filter(Candidates& candidates, bool checking) {
  const auto bodyOfVertex = m_reader.set().bodyOfVertex();
  const auto bodyOfFace = m_reader.set().bodyOfFace();
  const auto bodyOfEdge = m_reader.set().bodyOfEdge();
  m_answers.assign(m_reader.set().bodyCount(), {});
  const auto drop = [&](Index a, Index b) {
    Answer& answer = m_answers[b];
    if (answer.with != a) answer = {a, allowed(a, b, checking)};
    return !answer.allowed;
  };
  const SeamGroups& seams = m_reader.seams();
  const auto faces = m_reader.set().faces();
  std::erase_if(candidates.vertexFace, [&](const auto& c) {
    if (seams.any() && (seams.isFollower(c.vertex) || isPoint(faces[c.face]))) return true;
    return drop(bodyOfVertex[c.vertex], bodyOfFace[c.face]);
  });
  std::erase_if(candidates.edgeEdge, [&](const auto& c) { return drop(bodyOfEdge[c.edgeA], bodyOfEdge[c.edgeB]); });
  m_untangling.filter(m_reader.set(), candidates);
  if (!m_anchored.empty()) dropAnchored(candidates);
}

/// Removes candidates of a vertex with the rigid mesh that it is anchored to, as stock Bullet does. If the anchor
/// yields, a contact could hold the vertex on the wrong side of the surface, against the pull of the anchor.
void StepContacts::dropAnchored(Candidates& candidates) const {
  const BodySet& set = m_reader.set();
  const auto meet = [&](std::span<const Index> vertices, Index mesh) {
    return std::any_of(vertices.begin(), vertices.end(), [&](Index vertex) {
      return std::binary_search(m_anchored.begin(), m_anchored.end(), SoftBodyReader::Anchored(vertex, mesh));
    });
  };
  std::erase_if(candidates.vertexFace, [&](const VertexFaceCandidate& c) {
    return meet({&c.vertex, 1}, set.bodyOfFace()[c.face]) || meet(set.faces()[c.face], set.bodyOfVertex()[c.vertex]);
  });
  std::erase_if(candidates.edgeEdge, [&](const EdgeEdgeCandidate& c) {
    return meet(set.edges()[c.edgeA], set.bodyOfEdge()[c.edgeB]) ||
           meet(set.edges()[c.edgeB], set.bodyOfEdge()[c.edgeA]);
  });
}

}  // namespace pliant::detail
