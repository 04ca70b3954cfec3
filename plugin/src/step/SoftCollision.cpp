#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Error.h>

#include <cmath>

#include "SoftCollisionImpl.h"

namespace pliant {
namespace {

/// Returns the name of a method; an empty name for Off, and for a value that is no method.
std::string_view nameOf(SoftCollision::Method method) {
  static constexpr std::string_view kNames[] = {"auto",        "spatial-hash", "bucket-tree", "regularity-tree",
                                                "brute-force", "ldi-software"};
  const auto at = static_cast<std::size_t>(method);
  return at < std::size(kNames) ? kNames[at] : std::string_view();
}

}  // namespace

SoftCollisionListener::~SoftCollisionListener() = default;
void SoftCollisionListener::contactsFound(std::span<const SoftContact>) {}
void SoftCollisionListener::statusChanged(btSoftBody*, const SoftBodyStatus&) {}

SoftCollision::SoftCollision() : m_impl(std::make_unique<Impl>()) {
  m_impl->makeDetector();
}
SoftCollision::~SoftCollision() = default;

void SoftCollision::setThreads(unsigned threads) {
  m_impl->workers = Workers(threads);
}
unsigned SoftCollision::getThreads() const {
  return m_impl->workers.threads();
}

void SoftCollision::setMethod(Method method) {
  if (method != Method::Off) return setMethod(nameOf(method));
  m_impl->method = nullptr;
  m_impl->makeDetector();
}
void SoftCollision::setMethod(std::string_view name) {
  const DetectionMethod* const found = findDetectionMethod(name);
  if (!found) throw Error("there is no method '" + std::string(name) + "'");
  m_impl->method = found;
  m_impl->makeDetector();
}
void SoftCollision::setMethod(const btSoftBody* body, Method method) {
  setMethod(body, nameOf(method));
}
void SoftCollision::setMethod(const btSoftBody* body, std::string_view name) {
  const DetectionMethod* const found = findDetectionMethod(name);
  if (name != "auto" && !(found && found->engine))
    throw Error(
        "setMethod(body): the method of one body must be Auto, SpatialHash, BucketTree or RegularityTree; "
        "setMethod(method) sets LdiSoftware, BruteForce and Off for all bodies");
  m_impl->settingsOf(body).engine = found->engine;
  m_impl->hasOwnMethods |= found->engine.has_value();
}
SoftCollision::Method SoftCollision::getMethod(const btSoftBody* body) const {
  const auto engine = m_impl->settings(body).engine;
  for (const Method method : {Method::SpatialHash, Method::BucketTree, Method::RegularityTree})
    if (engine && findDetectionMethod(nameOf(method))->engine == engine) return method;
  return Method::Auto;
}
void SoftCollision::setDetector(Detector* detector) {
  m_impl->givenDetector = detector;
  if (m_impl->volumes() && !m_impl->besideVolumes) m_impl->besideVolumes = std::make_unique<SpatialHash>();
}
Detector* SoftCollision::getDetector() const {
  return m_impl->detector();
}

std::vector<SoftCollision::Choice> SoftCollision::getChoices() const {
  std::vector<Choice> choices;
  Detector* const inUse = m_impl->elements();
  const AutoDetector* const chooser = inUse ? inUse->chooser() : nullptr;
  if (!chooser) return choices;
  const detail::SoftBodyReader& reader = m_impl->reader;
  const auto idOf = [&](Index setId) {
    for (int id = 0; id < static_cast<int>(reader.capacity()); ++id)
      if (const auto* entry = reader.at(id); entry && entry->setId == setId) return id;
    return -1;
  };
  for (const AutoDetector::Job& job : chooser->jobs())
    if (reader.set().contains(job.bodyA) && reader.set().contains(job.bodyB))
      choices.push_back({idOf(job.bodyA), idOf(job.bodyB), job});
  return choices;
}

void SoftCollision::setVolumeResolution(int pixels) {
  if (pixels < 0 || pixels > static_cast<int>(kMostLdiResolution))
    throw Error("resolution " + std::to_string(pixels) + " is not from 0 to " + std::to_string(kMostLdiResolution));
  m_impl->volumeResolution = pixels;
  m_impl->setResolution();
}
int SoftCollision::getVolumeResolution() const {
  return m_impl->volumeResolution;
}

void SoftCollision::setContactSettings(const SurfaceContactSettings& settings) {
  m_impl->contactSettings = settings;
}
const SurfaceContactSettings& SoftCollision::getContactSettings() const {
  return m_impl->contactSettings;
}

void SoftCollision::setKeepBulletTrees(bool keep) {
  m_impl->keepTrees = keep;
}
bool SoftCollision::isKeepingBulletTrees() const {
  return m_impl->keepTrees;
}

void SoftCollision::setWriteSContacts(bool write) {
  m_impl->writeSContacts = write;
}
bool SoftCollision::isWritingSContacts() const {
  return m_impl->writeSContacts;
}

void SoftCollision::setRigidMeshesEnabled(bool enabled) {
  m_impl->rigidMeshes = enabled;
}
bool SoftCollision::areRigidMeshesEnabled() const {
  return m_impl->rigidMeshes;
}

void SoftCollision::setBodyEnabled(const btSoftBody* body, bool enabled) {
  m_impl->settingsOf(body).enabled = enabled;
  m_impl->pairsSwitchedOn |= enabled;
}
bool SoftCollision::isBodyEnabled(const btSoftBody* body) const {
  return m_impl->settings(body).enabled;
}

void SoftCollision::setSelfEnabled(const btSoftBody* body, bool enabled) {
  m_impl->settingsOf(body).self = enabled;
}
bool SoftCollision::isSelfEnabled(const btSoftBody* body) const {
  return m_impl->settings(body).self.value_or(detail::SoftBodyReader::selfByDefault(*body));
}

void SoftCollision::setSeamsJoined(const btSoftBody* body, bool joined) {
  m_impl->settingsOf(body).seams = joined;
}
bool SoftCollision::areSeamsJoined(const btSoftBody* body) const {
  return m_impl->settings(body).seams;
}

void SoftCollision::setExcludedRings(const btSoftBody* body, int rings) {
  if (rings < 1 || rings > int{kMaxExcludedRings})
    throw Error("the excluded rings of a body must be from 1 to " + std::to_string(kMaxExcludedRings));
  m_impl->settingsOf(body).excludedRings = static_cast<unsigned>(rings);
}
int SoftCollision::getExcludedRings(const btSoftBody* body) const {
  return static_cast<int>(m_impl->settings(body).excludedRings);
}

void SoftCollision::setPairEnabled(const btSoftBody* a, const btSoftBody* b, bool enabled) {
  if (a == b)
    setSelfEnabled(a, enabled);
  else
    m_impl->setPair(a, b, enabled);
  m_impl->pairsSwitchedOn |= enabled;
}
bool SoftCollision::isPairEnabled(const btSoftBody* a, const btSoftBody* b) const {
  return a == b ? isSelfEnabled(a) : m_impl->pair(a, b);
}

void SoftCollision::setMargin(const btSoftBody* body, btScalar margin) {
  if (!(margin >= 0) || !std::isfinite(margin)) throw Error("the margin of a body is negative or not finite");
  m_impl->settingsOf(body).margin = static_cast<Real>(margin);
}
void SoftCollision::clearMargin(const btSoftBody* body) {
  m_impl->settingsOf(body).margin.reset();
}
btScalar SoftCollision::getMargin(const btSoftBody* body) const {
  const detail::SoftBodyReader::Entry* entry = m_impl->find(body);
  if (entry && entry->setId != kNoIndex) return m_impl->reader.set().margin(entry->setId);
  return m_impl->settings(body).margin.value_or(Real(0));
}

void SoftCollision::setMarginFraction(btScalar fraction) {
  if (!(fraction >= 0) || !std::isfinite(fraction)) throw Error("the margin fraction is negative or not finite");
  m_impl->table.marginFraction = fraction;
}
btScalar SoftCollision::getMarginFraction() const {
  return m_impl->table.marginFraction;
}

void SoftCollision::setSleeping(btScalar speed, btScalar time) {
  if (!std::isfinite(speed) || speed < 0 || !std::isfinite(time) || time <= 0)
    throw Error("setSleeping: the speed must be finite and at least 0, the time finite and above 0");
  m_impl->sleepers.speed = speed;
  m_impl->sleepers.time = time;
}
btScalar SoftCollision::getSleepSpeed() const {
  return m_impl->sleepers.speed;
}
btScalar SoftCollision::getSleepTime() const {
  return m_impl->sleepers.time;
}

void SoftCollision::bodyChanged(const btSoftBody* body) {
  m_impl->reader.markChanged(body);
}
void SoftCollision::bodyChanged(const btCollisionObject* rigid) {
  m_impl->reader.rigidMeshes().markChanged(rigid);
}
void SoftCollision::bodyRemoved(const btSoftBody* body) {
  m_impl->forget(body);
}
void SoftCollision::bodyRemoved(const btCollisionObject* rigid) {
  m_impl->forget(rigid);
}

int SoftCollision::getBodyId(const btSoftBody* body) const {
  const detail::SoftBodyReader::Entry* entry = m_impl->find(body);
  return entry ? static_cast<int>(entry->id) : -1;
}
btSoftBody* SoftCollision::getBody(int id) const {
  const detail::SoftBodyReader::Entry* entry = m_impl->reader.at(id);
  return entry ? entry->body : nullptr;
}

void SoftCollision::setNearContactsDrawn(bool drawn) {
  m_impl->drawNear = drawn;
}
bool SoftCollision::areNearContactsDrawn() const {
  return m_impl->drawNear;
}

SoftBodyStatus SoftCollision::getStatus(const btSoftBody* body) const {
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
  return m_impl->list.view();
}
int SoftCollision::getNumContacts() const {
  return static_cast<int>(getContacts().size());
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
  return m_impl->rays.rayTest(*body, from, to, hit);
}

Detector* SoftCollision::Impl::detector() const {
  return givenDetector ? givenDetector : ownDetector.get();
}

LdiDetector* SoftCollision::Impl::volumes() const {
  Detector* const inUse = detector();
  return inUse ? inUse->volumes() : nullptr;
}

Detector* SoftCollision::Impl::elements() const {
  return volumes() ? besideVolumes.get() : detector();
}

void SoftCollision::Impl::makeDetector() {
  ownDetector = method ? method->make() : nullptr;
  setResolution();
  if (volumes() && !besideVolumes) besideVolumes = std::make_unique<SpatialHash>();
}

void SoftCollision::Impl::setResolution() {
  LdiDetector* const ldi = ownDetector ? ownDetector->volumes() : nullptr;
  if (!ldi) return;
  LdiDetector::Settings settings = ldi->settings();
  settings.grid.resolution = static_cast<Index>(volumeResolution);
  ldi->setSettings(settings);
}

void SoftCollision::Impl::setEngines() {
  Detector* const inUse = hasOwnMethods ? elements() : nullptr;
  AutoDetector* const chooser = inUse ? inUse->chooser() : nullptr;
  if (!chooser) return;
  for (std::size_t id = 0; id < reader.capacity(); ++id)
    if (const auto* entry = reader.at(static_cast<int>(id)); entry && entry->setId != kNoIndex)
      chooser->setEngine(entry->setId, table.get(entry->body).engine);
  // A mesh may have the id of a removed soft body.
  for (const auto& mesh : reader.rigidMeshes().all())
    if (mesh && mesh->setId != kNoIndex) chooser->setEngine(mesh->setId, std::nullopt);
}

}  // namespace pliant
