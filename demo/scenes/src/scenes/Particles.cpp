#include <pliant/models/ParticleFall.h>

#include <optional>

#include "sceneParts.h"

namespace pliant::detail {
namespace {

/// Particles fall on a Santa that deforms (Heidelberger 2003, figure 11). In each step the particles inside it are
/// found in its layered depth image; each is moved to the nearest point of the surface and bounces off. Santa follows a
/// given path, and nothing pushes the particles back into it.
class Particles : public Scene {
 public:
  WorldSettings world() const override { return {btVector3(0, 0, 0)}; }
  Camera camera() const override { return {vec(0.62, 0.62, 2.55), vec(0, 0.02, 0), 36}; }

  void build(Simulation& simulation) override {
    m_fall.emplace(true, kGap);
    m_fall->deform(0);
    respond();
    SoftMesh santa, cloud;
    for (const auto& p : m_fall->model().points) santa.positions.emplace_back(p[0], p[1], p[2]);
    santa.faces = m_fall->model().faces;
    santa.links = linksOf({}, santa.faces);
    cloud.positions = particles({0, 0, 0});
    SoftMaterial material{.margin = 0.002, .iterations = 1};
    simulation.addSoft("Santa", santa, material);
    material.movesWith = 0;
    simulation.addSoft("particles", cloud, material);
    for (const std::size_t body : {0u, 1u}) simulation.setScripted(body);
  }

  void beforeStep(Simulation& simulation, int step) override {
    m_fall->deform(step + 1);
    m_fall->moveParticles();
    respond();
    const btVector3& aside = simulation.aside(0);
    std::vector<btVector3> santa;
    for (const auto& p : m_fall->model().points) santa.push_back(btVector3(p[0], p[1], p[2]) + aside);
    simulation.setScriptedPositions(0, santa);
    simulation.setScriptedPositions(1, particles(aside));
  }

  void check(Simulation&, int) override { m_found.push_back(static_cast<double>(m_inside)); }
  Figures figures(const Simulation&) const override { return {{"inside_before_response", m_found}}; }

  std::vector<std::uint8_t> touched(std::size_t body) const override {
    std::vector<std::uint8_t> touched;
    if (body == 1) {
      for (const int steps : m_fall->sinceContact()) touched.push_back(steps < kRecent);
    }
    return touched;
  }

 private:
  static constexpr Real kGap = Real(1e-3);  // distance of a particle from the surface after the response
  static constexpr int kMostRounds = 8;
  static constexpr int kRecent = 12;  // steps in which a particle is drawn as touched

  /// Moves particles until none is inside: at a crease, the place in front of one face may lie behind another.
  void respond() {
    m_fall->detect();
    m_inside = m_fall->inside();
    for (int round = 0; m_fall->inside() != 0 && round < kMostRounds; ++round) {
      m_fall->respond();
      m_fall->detect();
    }
  }

  std::vector<btVector3> particles(const btVector3& aside) const {
    std::vector<btVector3> at;
    for (const Vector3& p : m_fall->particles()) at.push_back(btVector3(p[0], p[1], p[2]) + aside);
    return at;
  }

  std::optional<models::ParticleFall> m_fall;
  std::size_t m_inside = 0;     ///< number of particles inside before the last response
  std::vector<double> m_found;  ///< m_inside, one per check
};

}  // namespace

void registerParticles(std::vector<SceneEntry>& entries) {
  entries.push_back(
      entryOf<Particles>("surfaces", "particles", "20,000 particles fall on a Santa that sways, and bounce off", 300));
  entries.back().scripted = true;
}

}  // namespace pliant::detail
