#include <pliant/models/ParticleFall.h>
#include <pliant/models/paperScenes.h>

#include <algorithm>

namespace pliant::models {
namespace {

constexpr std::size_t kParticles = 20'000;
constexpr int kLongAgo = 1'000'000;
constexpr Real kStep = Real(1) / 60, kGravity = Real(-2), kKept = Real(0.5);  // kept share of the normal velocity

}  // namespace

ParticleFall::ParticleFall(bool exact, Real gap)
    : m_model(paperModel(PaperModel::SmallSanta)),
      m_rest(m_model.points),
      m_sinceContact(kParticles, kLongAgo),
      m_gap(gap),
      m_detector(nullptr, {.grid = {.resolution = 64}, .exactNearSurface = exact}) {
  for (std::size_t i = 0; i < kParticles; ++i) {
    m_points.push_back(start(between(-1, 1)));
    m_velocities.push_back(Vector3::Zero());
  }
  m_set.add(m_model.view());
  BodyView cloud;
  cloud.positions = {m_points.front().data(), static_cast<Index>(kParticles), 3};
  m_set.add(cloud);
}

Vector3 ParticleFall::start(Real height) {
  const Real x = between(Real(-0.5), Real(0.5)), z = between(Real(-0.3), Real(0.3));
  return {x, height, z};
}

void ParticleFall::deform(int frame) {
  deformSanta(double{kStep} * frame, m_rest, m_model.points);
}

void ParticleFall::moveParticles() {
  for (int& frames : m_sinceContact) frames = std::min(frames + 1, kLongAgo);
  for (std::size_t i = 0; i < kParticles; ++i) {
    m_velocities[i][1] += kStep * kGravity;
    m_points[i] += kStep * m_velocities[i];
    if (m_points[i][1] > Real(-0.8)) continue;
    m_points[i] = start(1);
    m_velocities[i].setZero();
    m_sinceContact[i] = kLongAgo;
  }
}

void ParticleFall::detect() {
  Query query;
  query.verticesInside = true;
  m_set.update(m_workers);
  m_detector.update(m_set, m_workers);
  m_detector.query(m_set, query, m_results, m_workers);
}

void ParticleFall::respond() {
  m_detector.contacts(m_set, m_results.verticesInside, m_contacts, m_workers);
  for (const InsideContact& contact : m_contacts) {
    const Index i = contact.inside.vertex;
    m_points[i] = contact.point + m_gap * contact.normal;
    const Real inward = std::min(Real(0), m_velocities[i].dot(contact.normal));
    m_velocities[i] -= (1 + kKept) * inward * contact.normal;
    m_sinceContact[i] = 0;
  }
}

}  // namespace pliant::models
