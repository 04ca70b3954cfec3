#include <pliant/detectors/Error.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "SoftCollisionImpl.h"

namespace pliant {
namespace {

/// Returns the name of a method other than Off.
std::string_view nameOf(SoftCollision::Method method) {
  static constexpr std::string_view kNames[] = {"auto",        "spatial-hash", "bucket-tree", "regularity-tree",
                                                "brute-force", "ldi-software"};
  return kNames[static_cast<std::size_t>(method)];
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
  setMethod(body, method == Method::Off ? "off" : nameOf(method));
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
  SoftBodyStatus status;
  if (!m_impl->notServed.empty()) {
    status.kind = SoftBodyStatus::Kind::NotServed;
    status.message = m_impl->notServed;
    return status;
  }
  const detail::SoftBodyReader::Entry* entry = m_impl->find(body);
  if (!entry) return status;
  if (!entry->refusal.empty()) {
    status.kind = SoftBodyStatus::Kind::BadTopology;
    status.message = entry->refusal;
  } else if (entry->setId != kNoIndex && m_impl->reader.set().updates() > 0) {
    const BodyStatus found = m_impl->reader.set().status(entry->setId);
    if (found.kind == BodyStatus::Kind::NotFinite) {
      status.kind = SoftBodyStatus::Kind::NotFinite;
      status.node = static_cast<int>(found.vertex);
      status.message = "the position of node " + std::to_string(found.vertex) + " is not finite";
    }
  }
  if (status.kind == SoftBodyStatus::Kind::Active && !m_impl->isServed(*body)) {
    status.kind = SoftBodyStatus::Kind::NotServed;
    status.message = Impl::kForeign;
  }
  if (status.kind == SoftBodyStatus::Kind::Active && detail::SoftBodyReader::leaks(*entry)) {
    status.kind = SoftBodyStatus::Kind::Leaks;
    status.message = Impl::whyLeaks(*entry);
  }
  if (status.kind == SoftBodyStatus::Kind::Active && entry->seams.any()) {
    status.kind = SoftBodyStatus::Kind::Seams;
    status.message = Impl::whichSeams(*entry);
  }
  if (status.kind == SoftBodyStatus::Kind::Active && m_impl->hasNoVolume(*entry)) {
    status.kind = SoftBodyStatus::Kind::NoVolume;
    status.message = m_impl->whyNoVolume(*entry);
  }
  return status;
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

bool SoftCollision::query(const Query& query, Results& results) {
  results.clear();
  Detector* detector = m_impl->detector();
  if (!detector || !m_impl->world) return false;
  detail::SoftBodyReader& reader = m_impl->reader;
  m_impl->synchronise();
  reader.beginSolve();
  reader.set().update(m_impl->workers);
  if (LdiDetector* const volumes = m_impl->volumes())
    volumes->updateClosed(reader.set());
  else
    detector->update(reader.set(), m_impl->workers);
  detector->query(reader.set(), query, results, m_impl->workers);
  // Hits of rigid meshes are removed: they are not part of the query.
  const auto isRigid = [&](Index setId) { return reader.meshOfSlot(reader.set().slot(setId)) != nullptr; };
  std::erase_if(results.vertexFace,
                [&](const VertexFace& hit) { return isRigid(hit.vertexBody) || isRigid(hit.faceBody); });
  std::erase_if(results.vertexTetrahedron, [&](const VertexTetrahedron& hit) { return isRigid(hit.vertexBody); });
  std::erase_if(results.facePairs, [&](const FacePair& hit) { return isRigid(hit.bodyA) || isRigid(hit.bodyB); });
  std::erase_if(results.verticesInside,
                [&](const InsideVertex& hit) { return isRigid(hit.vertexBody) || isRigid(hit.volumeBody); });
  std::erase_if(results.intersectionVolumes,
                [&](const IntersectionVolume& hit) { return isRigid(hit.bodyA) || isRigid(hit.bodyB); });
  std::erase_if(results.selfIntersectionVolumes, [&](const SelfIntersectionVolume& hit) { return isRigid(hit.body); });
  const auto idOf = [&](Index setId) {
    return static_cast<Index>(reader.id(reader.bodyOfSlot(reader.set().slot(setId))));
  };
  for (VertexTetrahedron& hit : results.vertexTetrahedron) {
    hit.vertexBody = idOf(hit.vertexBody);
    hit.tetrahedronBody = idOf(hit.tetrahedronBody);
  }
  for (VertexFace& hit : results.vertexFace) {
    hit.vertexBody = idOf(hit.vertexBody);
    hit.faceBody = idOf(hit.faceBody);
  }
  for (FacePair& hit : results.facePairs) {
    hit.bodyA = idOf(hit.bodyA);
    hit.bodyB = idOf(hit.bodyB);
    if (hit.bodyB < hit.bodyA) hit = {hit.bodyB, hit.faceB, hit.bodyA, hit.faceA};
  }
  for (InsideVertex& inside : results.verticesInside) {
    inside.vertexBody = idOf(inside.vertexBody);
    inside.volumeBody = idOf(inside.volumeBody);
  }
  for (IntersectionVolume& shared : results.intersectionVolumes) {
    std::tie(shared.bodyA, shared.bodyB) = std::minmax({idOf(shared.bodyA), idOf(shared.bodyB)});
  }
  for (SelfIntersectionVolume& own : results.selfIntersectionVolumes) own.body = idOf(own.body);
  // Body ids may have another order than ids of the set.
  std::sort(results.vertexTetrahedron.begin(), results.vertexTetrahedron.end(), [](const auto& a, const auto& b) {
    return std::tie(a.vertexBody, a.vertex, a.tetrahedronBody, a.tetrahedron) <
           std::tie(b.vertexBody, b.vertex, b.tetrahedronBody, b.tetrahedron);
  });
  std::sort(results.vertexFace.begin(), results.vertexFace.end(), [](const auto& a, const auto& b) {
    return std::tie(a.vertexBody, a.vertex, a.faceBody, a.face) < std::tie(b.vertexBody, b.vertex, b.faceBody, b.face);
  });
  std::sort(results.facePairs.begin(), results.facePairs.end(), [](const auto& a, const auto& b) {
    return std::tie(a.bodyA, a.faceA, a.bodyB, a.faceB) < std::tie(b.bodyA, b.faceA, b.bodyB, b.faceB);
  });
  std::sort(results.verticesInside.begin(), results.verticesInside.end());
  std::sort(results.intersectionVolumes.begin(), results.intersectionVolumes.end(),
            [](const auto& a, const auto& b) { return std::tie(a.bodyA, a.bodyB) < std::tie(b.bodyA, b.bodyB); });
  std::sort(results.selfIntersectionVolumes.begin(), results.selfIntersectionVolumes.end(),
            [](const auto& a, const auto& b) { return a.body < b.body; });
  return true;
}

}  // namespace pliant
