#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Error.h>

#include <algorithm>
#include <cmath>

#include "SoftCollisionImpl.h"

namespace pliant {
namespace {

using Method = SoftCollisionMethod;

/// Names of the values before Off, in their order. Off and Named have none.
constexpr std::string_view kNames[] = {"auto",        "spatial-hash", "bucket-tree", "regularity-tree",
                                       "brute-force", "ldi-software", "patches"};
static_assert(std::size(kNames) == static_cast<std::size_t>(Method::Off));

/// Returns the method of the registry; null for Off, and for a value that is no method.
const DetectionMethod* find(Method method) {
  const auto at = static_cast<std::size_t>(method);
  return at < std::size(kNames) ? findDetectionMethod(kNames[at]) : nullptr;
}

Method methodNamed(std::string_view name) {
  const auto* const at = std::ranges::find(kNames, name);
  return at == std::end(kNames) ? Method::Named : static_cast<Method>(at - kNames);
}

std::optional<AutoDetector::Method> autoMethodOf(Method method) {
  const DetectionMethod* const found = find(method);
  return found ? found->autoMethod : std::nullopt;
}

void require(bool holds, std::string_view field, std::string_view rule) {
  if (!holds) throw Error(std::string(field) + " must be " + std::string(rule));
}

void requireNotNegative(btScalar value, std::string_view field) {
  require(value >= 0 && std::isfinite(value), field, "finite and at least 0");
}

void requireMethod(Method method) {
  require(method <= Method::Off, "SoftCollisionSettings::method", "a value from Auto to Off");
}

/// Returns the names of all methods, or of those that can be set for a single body.
std::string methodNames(bool forOneBody) {
  std::string names;
  for (const DetectionMethod& method : detectionMethods()) {
    if (forOneBody && methodNamed(method.name) != Method::Auto && !method.autoMethod) continue;
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  return names;
}

/// Returns `object`. Throws Error if it is null.
template <typename Object>
const Object& notNull(const Object* object, std::string_view function, std::string_view argument = "body") {
  if (!object)
    throw Error("SoftCollision::" + std::string(function) + ": " + std::string(argument) + " must not be null");
  return *object;
}

/// Throws Error unless `settings` may replace `before`.
void check(const SoftCollisionSettings& settings, const SoftCollisionSettings& before) {
  if (settings.method != before.method) requireMethod(settings.method);
  require(settings.volumeResolution >= 0 && settings.volumeResolution <= int{kMostLdiResolution},
          "SoftCollisionSettings::volumeResolution", "from 0 to " + std::to_string(kMostLdiResolution));
  require(settings.capHoles >= 0 && settings.capHoles <= SoftCollisionSettings::kMostCapEdges,
          "SoftCollisionSettings::capHoles", "from 0 to " + std::to_string(SoftCollisionSettings::kMostCapEdges));
  requireNotNegative(settings.marginFraction, "SoftCollisionSettings::marginFraction");
  requireNotNegative(settings.elasticTolerance, "SoftCollisionSettings::elasticTolerance");
  requireNotNegative(settings.sleepSpeed, "SoftCollisionSettings::sleepSpeed");
  require(settings.sleepTime > 0 && std::isfinite(settings.sleepTime), "SoftCollisionSettings::sleepTime",
          "finite and above 0");
}

void check(const SoftBodySettings& settings) {
  require(settings.excludedRings >= 1 && settings.excludedRings <= int{kMaxExcludedRings},
          "SoftBodySettings::excludedRings", "from 1 to " + std::to_string(kMaxExcludedRings));
  if (settings.margin) requireNotNegative(*settings.margin, "SoftBodySettings::margin");
  require(settings.method == Method::Auto || autoMethodOf(settings.method), "SoftBodySettings::method",
          "Auto, SpatialHash, BucketTree or RegularityTree; SoftCollisionSettings::method sets others for all bodies");
}

}  // namespace

SoftCollisionListener::~SoftCollisionListener() = default;
void SoftCollisionListener::contactsFound(std::span<const SoftContact>) {}
void SoftCollisionListener::statusChanged(btSoftBody*, const SoftBodyStatus&) {}

SoftCollision::SoftCollision() : m_impl(std::make_unique<Impl>()) {
  setMethod(Method::Auto);
}
SoftCollision::~SoftCollision() = default;

const SoftCollisionSettings& SoftCollision::settings() const {
  return m_impl->table.common;
}
void SoftCollision::setSettings(const SoftCollisionSettings& settings) {
  SoftCollisionSettings& common = m_impl->table.common;
  check(settings, common);
  const bool otherResolution = settings.volumeResolution != common.volumeResolution;
  if (settings.threads != common.threads) setThreads(settings.threads);
  if (settings.method != common.method) setMethod(settings.method);
  common = settings;
  if (otherResolution) m_impl->setResolution();
}

SoftBodySettings SoftCollision::bodySettings(const btSoftBody* body) const {
  return get(body, __func__);
}
SoftBodySettings SoftCollision::get(const btSoftBody* body, const char* function) const {
  m_impl->reader.synchronise(notNull(body, function), m_impl->table);
  return m_impl->table.get(body);
}
void SoftCollision::setBodySettings(const btSoftBody* body, const SoftBodySettings& settings) {
  notNull(body, __func__);
  check(settings);
  m_impl->reader.synchronise(*body, m_impl->table);
  SoftBodySettings& now = m_impl->table.of(body);
  m_impl->pairsSwitchedOn |= settings.enabled && !now.enabled;
  m_impl->hasOwnMethods |= settings.method != Method::Auto;
  now = settings;
}

void SoftCollision::setThreads(unsigned threads) {
  m_impl->workers = Workers(threads);
  m_impl->table.common.threads = threads;
}
unsigned SoftCollision::getThreads() const {
  return m_impl->workers.threads();
}

void SoftCollision::setMethod(Method method) {
  requireMethod(method);
  m_impl->makeDetector(find(method));
  m_impl->table.common.method = method;
}
void SoftCollision::setMethod(std::string_view name) {
  const DetectionMethod* const found = findDetectionMethod(name);
  if (!found) throw Error("there is no method '" + std::string(name) + "'; methods are " + methodNames(false));
  m_impl->makeDetector(found);
  m_impl->table.common.method = methodNamed(name);
}
void SoftCollision::setMethod(const btSoftBody* body, std::string_view name) {
  notNull(body, __func__);
  const Method method = methodNamed(name);
  if (method != Method::Auto && !autoMethodOf(method))
    throw Error("the method of one body can't be '" + std::string(name) + "'; it can be " + methodNames(true));
  setMethod(body, method);
}
void SoftCollision::setDetector(Detector* detector) {
  m_impl->givenDetector = detector;
  if (m_impl->volumeDetector() && !m_impl->besideVolumes) m_impl->besideVolumes = std::make_unique<SpatialHash>();
}
Detector* SoftCollision::getDetector() const {
  return m_impl->detector();
}

std::vector<SoftCollision::Choice> SoftCollision::getChoices() const {
  std::vector<Choice> choices;
  Detector* const inUse = m_impl->elementDetector();
  const AutoDetector* const chooser = inUse ? inUse->chooser() : nullptr;
  if (!chooser) return choices;
  const detail::SoftBodyReader& reader = m_impl->reader;
  const auto idOf = [&](Index setId) {
    for (int id = 0; id < static_cast<int>(reader.capacity()); ++id)
      if (const auto* entry = reader.at(id); entry && entry->setId == setId) return id;
    return -1;
  };
  for (const AutoDetector::WorkItem& item : chooser->workItems())
    if (reader.set().contains(item.bodyA) && reader.set().contains(item.bodyB))
      choices.push_back({idOf(item.bodyA), idOf(item.bodyB), item});
  return choices;
}

void SoftCollision::setSleeping(btScalar speed, btScalar time) {
  SoftCollisionSettings changed = settings();
  changed.sleepSpeed = speed;
  changed.sleepTime = time;
  setSettings(changed);
}

bool SoftCollision::isSelfEnabled(const btSoftBody* body) const {
  m_impl->reader.synchronise(notNull(body, __func__), m_impl->table);
  return m_impl->table.self(*body);
}

void SoftCollision::setPairEnabled(const btSoftBody* a, const btSoftBody* b, bool enabled) {
  notNull(a, __func__, "a");
  notNull(b, __func__, "b");
  if (a == b)
    setSelfEnabled(a, enabled);
  else
    m_impl->setPair(a, b, enabled);
  m_impl->pairsSwitchedOn |= enabled;
}
bool SoftCollision::isPairEnabled(const btSoftBody* a, const btSoftBody* b) const {
  notNull(a, __func__, "a");
  notNull(b, __func__, "b");
  return a == b ? isSelfEnabled(a) : m_impl->pair(a, b);
}

btScalar SoftCollision::getMargin(const btSoftBody* body) const {
  notNull(body, __func__);
  const detail::SoftBodyReader::Entry* entry = m_impl->find(body);
  if (entry && entry->setId != kNoIndex) return m_impl->reader.set().margin(entry->setId);
  return m_impl->table.get(body).margin.value_or(Real(0));
}

void SoftCollision::bodyChanged(const btSoftBody* body) {
  notNull(body, __func__);
  m_impl->reader.markChanged(body);
}
void SoftCollision::bodyChanged(const btCollisionObject* rigid) {
  notNull(rigid, __func__, "rigid");
  m_impl->reader.rigidMeshes().markChanged(rigid);
}
void SoftCollision::bodyRemoved(const btSoftBody* body) {
  notNull(body, __func__);
  m_impl->forget(body);
}
void SoftCollision::bodyRemoved(const btCollisionObject* rigid) {
  notNull(rigid, __func__, "rigid");
  m_impl->forget(rigid);
}

int SoftCollision::getBodyId(const btSoftBody* body) const {
  notNull(body, __func__);
  const detail::SoftBodyReader::Entry* entry = m_impl->find(body);
  return entry ? static_cast<int>(entry->id) : -1;
}
btSoftBody* SoftCollision::getBody(int id) const {
  const detail::SoftBodyReader::Entry* entry = m_impl->reader.at(id);
  return entry ? entry->body : nullptr;
}

std::vector<SoftCollision::CutGroup> SoftCollision::getCuts(const btSoftBody* body) const {
  notNull(body, __func__);
  const detail::SoftBodyReader::Entry* const entry = m_impl->find(body);
  if (!entry) return {};
  std::vector<CutGroup> cuts;
  for (const Real opening : entry->cuts.openings()) cuts.push_back({{}, opening});
  const std::span<const Index> groups = entry->cuts.groups();
  for (std::size_t node = 0; node < groups.size(); ++node)
    if (groups[node] != kNoIndex) cuts[groups[node]].nodes.push_back(static_cast<int>(node));
  // A later cut takes over the nodes that an older one has left at one place, such as pinned ones.
  std::erase_if(cuts, [](const CutGroup& cut) { return cut.nodes.size() < 2; });
  return cuts;
}

SoftBodyStatus SoftCollision::getStatus(const btSoftBody* body) const {
  notNull(body, __func__);
  using Kind = SoftBodyStatus::Kind;
  if (!m_impl->notServed.empty()) return {Kind::NotServed, -1, m_impl->notServed};
  const detail::SoftBodyReader::Entry* entry = m_impl->find(body);
  if (!entry) return {};
  if (!entry->refusal.empty()) return {Kind::BadTopology, -1, entry->refusal};
  if (const BodySet& set = m_impl->reader.set(); entry->setId != kNoIndex && set.updates() > 0)
    if (const BodyStatus found = set.status(entry->setId); found.kind == BodyStatus::Kind::NotFinite)
      return {Kind::NotFinite, static_cast<int>(found.vertex), Impl::whyNotFinite(found)};
  if (!m_impl->isServed(*body)) return {Kind::NotServed, -1, Impl::kForeign};
  if (detail::SoftBodyReader::leaks(*entry)) return {Kind::Leaks, -1, Impl::whyLeaks(*entry)};
  if (entry->seams.any()) return {Kind::Seams, -1, Impl::whichSeams(*entry)};
  if (m_impl->hasNoVolume(*entry)) return {Kind::NoVolume, -1, m_impl->whyNoVolume(*entry)};
  return {};
}

std::span<const SoftContact> SoftCollision::getContacts() const {
  return m_impl->reportedContacts.view(m_impl->workers);
}
int SoftCollision::getNumContacts() const {
  return static_cast<int>(m_impl->reportedContacts.size(m_impl->workers));
}
const SoftContact& SoftCollision::getContact(int index) const {
  return getContacts()[static_cast<std::size_t>(index)];
}

void SoftCollision::setListener(SoftCollisionListener* listener) {
  m_impl->listener = listener;
}
SoftCollisionListener* SoftCollision::getListener() const {
  return m_impl->listener;
}

const StageTimes& SoftCollision::getStageTimes() const {
  return m_impl->times;
}
const StepCounters& SoftCollision::getCounters() const {
  return m_impl->counters;
}

bool SoftCollision::rayTest(const btSoftBody* body, const btVector3& from, const btVector3& to,
                            btSoftBody::sRayCast& hit) const {
  return m_impl->rays.rayTest(notNull(body, __func__), from, to, hit);
}

Detector* SoftCollision::Impl::detector() const {
  return givenDetector ? givenDetector : ownDetector.get();
}

LdiDetector* SoftCollision::Impl::volumeDetector() const {
  Detector* const inUse = detector();
  return inUse ? inUse->volumes() : nullptr;
}

Detector* SoftCollision::Impl::elementDetector() const {
  return volumeDetector() ? besideVolumes.get() : detector();
}

void SoftCollision::Impl::makeDetector(const DetectionMethod* method) {
  ownDetector = method ? method->make() : nullptr;
  setResolution();
  if (volumeDetector() && !besideVolumes) besideVolumes = std::make_unique<SpatialHash>();
}

void SoftCollision::Impl::setResolution() {
  LdiDetector* const ldi = ownDetector ? ownDetector->volumes() : nullptr;
  if (!ldi) return;
  LdiDetector::Settings settings = ldi->settings();
  settings.grid.resolution = static_cast<Index>(table.common.volumeResolution);
  ldi->setSettings(settings);
}

void SoftCollision::Impl::setAutoMethods() {
  Detector* const inUse = hasOwnMethods ? elementDetector() : nullptr;
  AutoDetector* const chooser = inUse ? inUse->chooser() : nullptr;
  if (!chooser) return;
  for (std::size_t id = 0; id < reader.capacity(); ++id)
    if (const auto* entry = reader.at(static_cast<int>(id)); entry && entry->setId != kNoIndex)
      chooser->setMethod(entry->setId, autoMethodOf(table.get(entry->body).method));
  // A mesh may have the id of a removed soft body.
  for (const auto& mesh : reader.rigidMeshes().all())
    if (mesh && mesh->setId != kNoIndex) chooser->setMethod(mesh->setId, std::nullopt);
}

}  // namespace pliant
