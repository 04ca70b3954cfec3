#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/Simulation.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// One scene under one detector.
struct RunSettings {
  std::string scene;  ///< its name, see scenes()
  Simulation::Settings simulation;
  int steps = 600;
  int checkEvery = 4;  ///< also checked: the start and the last step
  double limit = 0;    ///< seconds of wall time after which no further step begins; 0: none
};

/// The state after `step` steps, in the units of the scene's world: lengths, masses and seconds are what the scene
/// takes them for.
struct RunCheck {
  int step = 0;
  std::uint64_t pairsBetween = 0, pairsSelf = 0, verticesInside = 0;  ///< as the judge counts them, see Verdict
  double worstDepth = 0;                                              ///< of a vertex in another body, length
  double kinetic = 0, potential = 0;  ///< energy of all that moves freely; the potential is that of gravity
  double driverWork = 0;              ///< energy that drivers have put in since the start
  std::array<double, 3> momentum{};   ///< of all that moves freely, mass × length / s
  double worstStretch = 1;            ///< longest link by its length at rest
  std::size_t contacts = 0;           ///< of the last step
  std::size_t volumeContacts = 0;     ///< of these, those that push volumes apart, a patch each
  bool nan = false;                   ///< some position or velocity is not finite
};

/// A soft body as the scene built it.
struct RunBody {
  std::string name;
  std::size_t vertices = 0, faces = 0, tetrahedra = 0;
  double margin = 0;  ///< of its collision shape, length
};

/// What AutoDetector has chosen for two bodies, one and itself, or all small jobs.
struct RunChoice {
  /// Names, the same for a body with itself; empty: a rigid triangle mesh, or job.isSmall().
  std::string bodyA, bodyB;
  AutoDetector::Job job;  ///< ids mean nothing here
};

/// Medians over the steps done, thread CPU time, ms. No value where a stage has no time of its own.
struct RunTimes {
  std::optional<double> predict, broadphase, detect, response, solve, update, total;
};

enum class RunEnd { Done, TimeLimit, Hang, Crash, NotANumber };
std::string_view runEndName(RunEnd end);

/// What a run cost, what was left wrong on the way, and how it ended.
struct RunReport {
  std::string scene, detector;
  std::string glRenderer;              ///< what draws by OpenGL, as the driver names it; empty where nothing does
  std::optional<DrawnImages> drawnBy;  ///< nothing where it is always the same that draws
  int steps = 0;                       ///< done
  double dt = Simulation::kTimeStep;   ///< s
  unsigned threads = 1;                ///< that detection has had; stock Bullet steps on one
  std::vector<RunBody> bodies;
  RunTimes ms;
  std::vector<RunChoice> chosen;     ///< at the end
  std::optional<Counters> counters;  ///< of detection, over all steps; nothing under stock Bullet
  std::vector<RunCheck> checks;
  Figures figures;
  RunEnd ended = RunEnd::Done;
  std::string positionsHash;  ///< of all bits of all positions, 16 hexadecimal digits
};

/// Follows a run. The callbacks come on the running thread; what they are given lives until they return.
struct RunObserver {
  std::function<void(const Simulation&, const RunReport&)> started;
  std::function<void(int step)> stepBegins, stepEnds;
  std::function<void(const Simulation&)> stepped;  ///< each step; in none of its times
  std::function<void(const Simulation&, const RunCheck&, const Verdict&)> checked;
  std::function<void(const Simulation&, const RunReport&, const Verdict& last)> ended;
};

/// Runs a scene, judging it on the way. Throws Error where the scene or the detector is unknown or a setting is out of
/// range.
RunReport runScene(const RunSettings& settings, const RunObserver& observer = {});

/// FNV-1a over the bits of all positions of all soft bodies, in order.
std::string hashPositions(const Simulation& simulation);

}  // namespace pliant
