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

/// Runs one scene with one detector.
struct RunSettings {
  std::string scene{};  ///< name of a scene, see findScene()
  Simulation::Settings simulation{};
  int steps = 600;
  int checkEvery = 4;  ///< steps between checks; the start and the last step are also checked
  double limit = 0;    ///< wall time after which no further step begins [s]; 0: no limit
};

/// The state after `step` steps. Units are those of the scene's world.
struct RunCheck {
  int step = 0;
  std::uint64_t pairsBetween = 0, pairsSelf = 0, verticesInside = 0;  ///< see Verdict
  double worstDepth = 0;              ///< largest depth of a vertex in another body [length]
  double kinetic = 0, potential = 0;  ///< energy of free vertices and bodies; gravity and gas for `potential`
  double driverWork = 0;              ///< energy from drivers since the start
  std::array<double, 3> momentum{};   ///< of free vertices and bodies [mass · length / s]
  double worstStretch = 1;            ///< largest ratio of a link's length to its rest length
  std::size_t contacts = 0;           ///< of the last step
  std::size_t volumeContacts = 0;     ///< contacts of SoftContact::Kind::Volume among `contacts`
  bool nan = false;                   ///< true if a position or velocity is not finite
};

/// A soft body as the scene built it.
struct RunBody {
  std::string name;
  std::size_t vertices = 0, faces = 0, tetrahedra = 0;
  double margin = 0;  ///< of its collision shape [length]
};

/// Method that AutoDetector has chosen for a work item.
struct RunChoice {
  std::string bodyA, bodyB;     ///< names, equal for a body with itself; empty for a rigid triangle mesh
  AutoDetector::WorkItem item;  ///< its body ids are not valid here
};

/// Medians of the thread CPU time over all steps [ms]. No value if a stage is not measured separately.
struct RunTimes {
  std::optional<double> predict, broadphase, detect, response, solve, update, total;
};

enum class RunEnd { Done, TimeLimit, Hang, Crash, NotANumber };
std::string_view runEndName(RunEnd end);

/// The costs of a run, the remaining faults at each check, and the reason of its end.
struct RunReport {
  std::string scene, detector;
  std::string glRenderer;              ///< name that the OpenGL driver reports; empty if OpenGL is not used
  std::optional<DrawnImages> drawnBy;  ///< no value if one renderer draws all images
  int steps = 0;                       ///< steps done
  double dt = Simulation::kTimeStep;   ///< time step [s]
  unsigned threads = 1;                ///< threads of detection; 1 under stock Bullet
  std::vector<RunBody> bodies;
  RunTimes ms;
  std::vector<RunChoice> chosen;     ///< choices at the end of the run
  std::optional<Counters> counters;  ///< of detection, summed over all steps; no value under stock Bullet
  std::vector<RunCheck> checks;
  Figures figures;
  RunEnd ended = RunEnd::Done;
  std::string positionsHash;  ///< hash of the bits of all positions, 16 hexadecimal digits
};

/// Callbacks of a run, called on the running thread. Their arguments are valid until they return.
struct RunObserver {
  std::function<void(const Simulation&, const RunReport&)> started;
  std::function<void(int step)> stepBegins, stepEnds;
  std::function<void(const Simulation&)> stepped;  ///< after each step; not included in any time
  std::function<void(const Simulation&, const RunCheck&, const Verdict&)> checked;
  std::function<void(const Simulation&, const RunReport&, const Verdict& last)> ended;
};

/// Runs a scene and judges it every `checkEvery` steps. Throws Error if the scene or the detector is unknown, or a
/// setting is out of its range.
RunReport runScene(const RunSettings& settings, const RunObserver& observer = {});

/// Returns the FNV-1a hash of the bits of all positions of all soft bodies, in order.
std::string hashPositions(const Simulation& simulation);

}  // namespace pliant
