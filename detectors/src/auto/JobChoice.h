#pragma once

#include <pliant/detectors/AutoDetector.h>

#include <cstdint>

namespace pliant::detail {

/// Cost statistics of one work item, and the choice that follows from them: the method of this call, and whether its
/// time is measured.
class JobChoice {
 public:
  using Engine = AutoDetector::Engine;
  using Engines = std::uint8_t;                    // one bit per method
  static constexpr double kBuildingOfFace = 1e-6;  ///< build time of a hierarchy per face [s]
  /// A method that must build a hierarchy starts after the work item has taken this many times the build time.
  static constexpr double kBuildLater = 2;
  static constexpr Engines bit(Engine engine) { return static_cast<Engines>(1u << static_cast<unsigned>(engine)); }

  /// Trial of one call.
  struct Turn {
    Engine engine;
    bool alone;  ///< run it separately and pass its time to took()
  };

  JobChoice(Index bodyA, Index bodyB, const AutoDetector::Asked& asked, Engines eligible, Engine first);
  /// Returns a choice that is always `engine`.
  static JobChoice set(Index bodyA, Index bodyB, const AutoDetector::Asked& asked, Engine engine);

  const AutoDetector::Job& job() const { return m_job; }
  /// Returns true if all first samples of a method have been taken.
  bool knows(Engine engine) const;
  /// Approximate time that the work item has taken up to now [s].
  double spent() const { return m_spent; }

  /// Returns the method of the next call. `building`: estimated time that each method needs to build its structures
  /// before its first trial [s]. `mayTry`: if false, the method in use is returned; its time is then measured for the
  /// first samples, and later from time to time only if it was set by the user.
  Turn next(const AutoDetector::Settings& settings, const std::array<double, AutoDetector::kEngines>& building,
            bool mayTry);
  /// Adds the time of a trial [s]; also of one that next() did not request.
  void took(const AutoDetector::Settings& settings, Engine engine, double seconds);

 private:
  static std::size_t at(Engine engine) { return static_cast<std::size_t>(engine); }
  bool can(Engine engine) const { return (m_eligible & bit(engine)) != 0; }
  Turn turn(Engine engine, bool alone);

  AutoDetector::Job m_job;
  Engines m_eligible;
  std::array<unsigned, AutoDetector::kEngines> m_samples{};
  std::array<double, AutoDetector::kEngines> m_saved{};  // time saved up for another trial, indexed by method [s]
  std::array<std::uint64_t, AutoDetector::kEngines> m_tried{};
  std::uint64_t m_calls = 0;
  double m_spent = 0;  // approximate [s]
  unsigned m_again = 0;
  Engine m_confirm = Engine::SpatialHash;  // method to be tried in the next m_again calls
};

}  // namespace pliant::detail
