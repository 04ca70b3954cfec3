#pragma once

#include <pliant/detectors/AutoDetector.h>

#include <cstdint>

namespace pliant::detail {

/// What is known of one job, and what follows from it: which engine does the job in this call, and whether its time is
/// to be taken.
class JobChoice {
 public:
  using Engine = AutoDetector::Engine;
  using Engines = std::uint8_t;                    // a bit each
  static constexpr double kBuildingOfFace = 1e-6;  ///< s, of a hierarchy
  static constexpr double kBuildLater = 2;         ///< times what building costs must a job have taken before
  static constexpr Engines bit(Engine engine) { return static_cast<Engines>(1u << static_cast<unsigned>(engine)); }

  struct Turn {
    Engine engine;
    bool alone;  ///< to be done by itself, and its time given to `took`
  };

  JobChoice(Index bodyA, Index bodyB, const AutoDetector::Asked& asked, Engines eligible, Engine first);
  /// Always this one.
  static JobChoice set(Index bodyA, Index bodyB, const AutoDetector::Asked& asked, Engine engine);

  const AutoDetector::Job& job() const { return m_job; }
  /// Whether all of an engine's first times have been taken.
  bool knows(Engine engine) const;
  /// About what the job has taken up to now, s.
  double spent() const { return m_spent; }

  /// The turn of one more call. `building`: what engine must build before its first turn would take about so long, s,
  /// by engine. `mayTry`: else it is the one in use, whose time is taken now and then where it was set.
  Turn next(const AutoDetector::Settings& settings, const std::array<double, AutoDetector::kEngines>& building,
            bool mayTry);
  /// Time of a turn, s; also of one that was not asked for.
  void took(const AutoDetector::Settings& settings, Engine engine, double seconds);

 private:
  static std::size_t at(Engine engine) { return static_cast<std::size_t>(engine); }
  bool can(Engine engine) const { return (m_eligible & bit(engine)) != 0; }
  Turn turn(Engine engine, bool alone);

  AutoDetector::Job m_job;
  Engines m_eligible;
  std::array<unsigned, AutoDetector::kEngines> m_samples{};
  std::array<double, AutoDetector::kEngines> m_saved{};  // for trying again, s
  std::array<std::uint64_t, AutoDetector::kEngines> m_tried{};
  std::uint64_t m_calls = 0;
  double m_spent = 0;  // about, s
  unsigned m_again = 0;
  Engine m_confirm = Engine::SpatialHash;  // to be tried at once, m_again times
};

}  // namespace pliant::detail
