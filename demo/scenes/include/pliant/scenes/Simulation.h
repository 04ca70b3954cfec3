#pragma once

#include <BulletCollision/CollisionShapes/btStridingMeshInterface.h>
#include <BulletSoftBody/btSoftBody.h>
#include <btBulletDynamicsCommon.h>
#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Detector.h>
#include <pliant/detectors/Error.h>
#include <pliant/scenes/DriverMeter.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/MethodSettings.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/SoftMesh.h>
#include <pliant/scenes/StageClock.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class btSoftRigidDynamicsWorld;

namespace pliant {

class DeformableParts;
class SoftCollision;

/// Elasticity of the tetrahedra of a body in a deformable world, with Lamé's parameters [Pa at scale 1].
struct Elasticity {
  enum class Law { NeoHookean, Linear };
  Law law = Law::NeoHookean;
  double mu = 100, lambda = 400, damping = 0.05;  ///< `damping`: as Bullet's force of that law takes it
};

/// Material of a soft body, with values of btSoftBody::Config and Material, at scale 1.
///
/// A deformable world has neither `damping`, `pressure` nor `iterations`. Without `elasticity`, springs act along the
/// links. `stiffness` 1 is the largest spring constant at which explicit integration is stable.
struct SoftMaterial {
  double mass = 1;  ///< of the whole body
  double margin = 0.04;
  double stiffness = 0.9;
  double friction = 0.5;
  double damping = 0.005;
  double pressure = 0;
  int iterations = 8;
  std::optional<Elasticity> elasticity{};
  bool bending = false;    ///< true: adds links between vertices that are two links apart
  bool selfSolid = false;  ///< true: a body with tetrahedra also collides with itself, if the detector supports it
  /// True: keeps Pliant's default contact distance between soft bodies, unless SceneOptions::margin is set. False: the
  /// contact distance is the margin, as under stock Bullet.
  bool usualDistance = false;
  /// Index of a body that was added before: the seed moves this body by the same offset. Without it a body would start
  /// within the other one that it lies closely around.
  std::optional<std::size_t> movesWith{};
};

/// A soft body in a simulation, with its topology as indices.
struct SimulatedBody {
  std::string name;
  btSoftBody* body = nullptr;
  SoftMesh mesh;                     ///< positions as built, at the simulation's scale; current topology
  std::vector<std::uint8_t> driven;  ///< one per vertex: 1 if a driver moves it; excluded from energy and momentum

  /// Returns a view of the current topology and of the soft body's current positions, which are read in place.
  BodyView view() const;
};

/// The surface of a rigid body as triangles, in the body's frame. Pictures use it; the judge uses static meshes.
struct RigidSurface {
  btRigidBody* body = nullptr;
  SoftMesh mesh;
  bool isMesh = false;  ///< true if the collision shape is this triangle mesh
  enum class Look { Solid, Ground, Wall, Frame };
  /// Style in pictures: a ground is infinite, a frame shows only edges where faces meet at an angle, and a wall shows
  /// only the edges of its mesh, the lower part of its inner side.
  Look look = Look::Solid;
  bool isRoom = false;    ///< true for a closed mesh that must contain all soft bodies
  bool isDriven = false;  ///< true if the scene moves it, see Simulation::driveRigid(); no part of energy and momentum
};

/// Counts of layered depth images by renderer, if the renderer is chosen for each image.
struct DrawnImages {
  std::size_t byCpu = 0, byGl = 0;
  std::string glRenderer;  ///< name that the OpenGL driver reports; empty if there is none
  std::string reason;      ///< why the last image was drawn by that renderer, or why OpenGL cannot be used
};

/// Work of OpenGL for the last layered depth image.
struct ImageWork {
  std::size_t passes = 0;     ///< number of times that the faces were drawn
  std::size_t readBacks = 0;  ///< number of times that an image or a part of it was read back
};

/// A detector that the calling program supplies.
struct GivenDetector {
  std::unique_ptr<Detector> detector;
  std::string glRenderer;  ///< name that the OpenGL driver reports; empty if OpenGL does not draw all images
  std::function<DrawnImages()> drawnBy;    ///< valid while the detector lives; null if one renderer draws all images
  std::function<ImageWork()> lastImage{};  ///< valid while the detector lives; null unless OpenGL draws all images
};

/// Thrown if a supplied detector failed in a step. There is no fallback. The message begins with the detector's name.
class DetectorFailed : public Error {
 public:
  using Error::Error;
};

/// The method of single bodies in a world with the detector "auto".
struct BodyDetector {
  std::string body;  ///< name; applies to all bodies of that name
  std::string detector;
};

/// A scene in a Bullet world. The bodies and parameters are the same in all worlds:
/// - stock Bullet: "bullet" (vertices against faces), "bullet-clusters"; for a scene of the deformable world
///   "bullet-deformable"
/// - "none": stock Bullet without collision between soft bodies
/// - Pliant's world with one of its detectors
///
/// A step of the deformable world has four substeps.
class Simulation {
 public:
  struct Settings {
    std::string detector = "auto";
    /// Creates a detector whose name Simulation does not have. Called only for such a name.
    std::function<GivenDetector()> given{};
    unsigned threads = 1;
    SceneOptions options{};
    std::vector<BodyDetector> bodyDetectors{};  ///< only with the detector "auto"
    MethodValues methodValues{};                ///< settings of the detector, see methodSettings()
    int capHoles = 0;                           ///< SoftCollisionSettings::capHoles; not in stock worlds
  };

  /// Throws Error if:
  /// - the detector or the detector of a body is unknown
  /// - the detector is stock Bullet's, of the other world
  /// - the detector does not have the settings, see checkMethodValues()
  /// - bodyDetectors is not empty and the detector is not "auto"
  /// - no body has a given name
  /// - a pressure is given and no body holds a gas
  Simulation(const SceneEntry& entry, const Settings& settings);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  static constexpr double kTimeStep = 1.0 / 60;

  /// Returns the names that Settings::detector accepts.
  static std::vector<std::string> detectors();
  /// Returns the names that BodyDetector::detector accepts.
  static std::vector<std::string> bodyDetectors();
  /// Throws Error if `detector`, that of the world, is not "auto", or if `own.detector` is not in bodyDetectors().
  static void checkBodyDetector(const std::string& detector, const BodyDetector& own);
  /// Throws Error if `body` is not in `bodies`, the names of the scene's bodies.
  static void checkBody(const std::string& body, const std::vector<std::string>& bodies);
  /// Sets the method of a body from the next step on. Throws Error as checkBodyDetector and checkBody.
  void setBodyDetector(const BodyDetector& own);
  /// Returns true if `detector` is one of stock Bullet's worlds.
  static bool isStock(const std::string& detector);
  /// Returns false if `detector` is stock Bullet's, of another world than that of the scene.
  static bool serves(const std::string& detector, const SceneEntry& entry);
  /// Returns stock Bullet's detector of the scene: "bullet" or "bullet-deformable".
  static std::string stockDetector(const SceneEntry& entry);
  /// Changes to another of Pliant's detectors from the next step on. `given` and `values` are as in Settings. Throws
  /// Error if the name is unknown, if the new or the current detector is stock Bullet's, or as checkMethodValues().
  void setDetector(const std::string& detector, const std::function<GivenDetector()>& given = {},
                   const MethodValues& values = {});
  /// Changes settings of the detector from the next step on. Throws Error as checkMethodValues().
  void setMethodValues(const MethodValues& values);

  /// Runs one step of kTimeStep: Scene::beforeStep, the drivers, the world, Scene::afterStep. Throws DetectorFailed.
  void step();
  /// Runs one step without the world: puts scripted bodies at the ends of their paths, and detects nothing. Its times
  /// are not measured. Call it only if all soft bodies are scripted.
  void stepPaths();
  int steps() const { return m_steps; }
  /// Returns the thread CPU time of the last step, by stage.
  const StepTimes& times() const { return m_times; }

  btDiscreteDynamicsWorld& world() { return *m_world; }
  btSoftBodyWorldInfo& worldInfo();
  Scene& scene() { return *m_scene; }
  const Scene& scene() const { return *m_scene; }
  const std::vector<SimulatedBody>& bodies() const { return m_bodies; }
  const std::vector<RigidSurface>& rigid() const { return m_rigid; }
  const Settings& settings() const { return m_settings; }
  double scale() const { return m_settings.options.scale; }
  /// Returns true if the scene itself gives a pressure to a body.
  bool holdsGas() const { return m_holdsGas; }
  btVector3 gravity() const { return m_gravity; }
  const std::string& glRenderer() const { return m_given.glRenderer; }
  /// Returns no value unless OpenGL draws all images.
  std::optional<ImageWork> lastImage() const {
    return m_given.lastImage ? std::optional(m_given.lastImage()) : std::nullopt;
  }
  /// Returns no value if one renderer draws all images.
  std::optional<DrawnImages> drawnBy() const {
    return m_given.drawnBy ? std::optional(m_given.drawnBy()) : std::nullopt;
  }
  /// Returns Pliant's interface, or nullptr in a stock world.
  SoftCollision* softCollision() const { return m_collision; }
  /// Returns the effort of detection in the last step; 0 in a stock world.
  const Counters& detection() const { return m_detection; }
  /// Judges the current positions of the soft bodies, with homes().
  Verdict judge() const;
  /// Returns the work since the start [J]: that of the drivers on the other vertices, and that of addWork().
  double driverWork() const { return m_driverWork; }
  /// Returns the number of contacts of soft bodies in the last step, self-contacts included.
  std::size_t contacts() const;

  // For scenes, while they build. Lengths and velocities are at scale 1.
  btRigidBody& addBox(const btVector3& half, const btVector3& at, double mass = 0,
                      RigidSurface::Look look = RigidSurface::Look::Solid);
  /// Adds a static box with its top at y = 0. If `walls` > 0, adds four walls of that height; the distance of
  /// their inner sides from the centre is `halfWidth`.
  void addGround(double halfWidth, double walls = 0);
  btRigidBody& addBall(double radius, const btVector3& at, double mass = 0);
  /// Makes a rigid body of some mass move at this velocity in each step, without gravity and without rotation, until
  /// it is called again. The work that the body does on others is the drivers' [length/s at scale 1].
  void driveRigid(btRigidBody& body, const btVector3& velocity);
  /// Adds a static cylinder along x.
  btRigidBody& addBar(double radius, double halfLength, const btVector3& at);
  /// Adds a static triangle mesh.
  btRigidBody& addMesh(const SoftMesh& mesh, const btVector3& at = btVector3(0, 0, 0));
  /// Adds a static closed mesh that must contain all soft bodies. Pictures show it as a frame.
  btRigidBody& addRoom(const SoftMesh& mesh);
  btSoftBody& addSoft(const std::string& name, const SoftMesh& mesh, const SoftMaterial& material,
                      const btVector3& velocity = btVector3(0, 0, 0));

  /// States that a soft body belongs inside another one, a closed surface. The body must start inside it. The room is
  /// transparent in pictures.
  void setHome(std::size_t body, std::size_t room) {
    m_homes.push_back({static_cast<Index>(body), static_cast<Index>(room)});
  }
  const std::vector<Home>& homes() const { return m_homes; }
  /// Returns the offset of a body by the seed [length at scale 1]. A path that the scene gives to its vertices has the
  /// same offset.
  const btVector3& aside(std::size_t body) const { return m_asides[body]; }
  /// Adds work on free vertices and bodies, done by positions that the scene writes in a step [J].
  void addWork(double joules) { m_driverWork += joules; }

  /// Pins vertices and moves them along a path, at the velocity of drive(). They are excluded from energy and momentum.
  void setDriven(std::size_t body, const std::vector<Index>& vertices);
  /// Lets go of the driven vertices of a body: they have their masses again.
  void release(std::size_t body);
  /// Updates pictures, judge and exports after the scene has cut a soft body. None of its vertices may be driven.
  void topologyChanged(std::size_t body);
  /// Sets the velocity of the driven vertices [length/s at scale 1]. Call in Scene::beforeStep.
  void drive(std::size_t body, const btVector3& velocity);
  /// Sets the positions of the driven vertices at the end of the next step, at scale 1, in the order of setDriven().
  /// Their work on the other vertices is measured with their mean velocity. Call in Scene::beforeStep.
  void setDrivenPositions(std::size_t body, const std::vector<btVector3>& positions);
  /// Makes a body scripted: each step moves it towards the positions of setScriptedPositions(). After the step it is
  /// put there, whatever contacts did. Its masses do not change, so its contacts are detected as those of any body. A
  /// vertex that moves more than half a unit (at scale 1) in a step jumps: it has no velocity in that step.
  void setScripted(std::size_t body);
  /// Makes a body led: scripted, with mass 0, so that contacts move the other bodies alone. The work of its contacts
  /// counts as the drivers', but not in a stock world, whose impulses can't be read.
  void setLed(std::size_t body);
  /// Sets the positions of all vertices at the end of the next step, at scale 1. Call in Scene::beforeStep.
  void setScriptedPositions(std::size_t body, const std::vector<btVector3>& positions);

 private:
  struct Driver {
    std::size_t body = 0;
    std::vector<Index> vertices;
    std::vector<btVector3> path;  ///< positions at the end of the step
    btVector3 velocity{0, 0, 0};  ///< velocity of the path
    bool isScripted = false, isLed = false;
    bool isPlaced = false;           ///< true if positions were set for this step
    std::vector<btScalar> masses{};  ///< of the vertices before setDriven(); else empty
  };

  struct DrivenRigid {
    btRigidBody* body;
    btVector3 velocity;  ///< [length/s]
  };

  void makeStockWorld();
  void removeAll();
  void makePliantWorld();
  void stepWorld();
  void useDetector(const std::string& detector, GivenDetector given, const MethodValues& values);
  btRigidBody& addRigid(std::unique_ptr<btCollisionShape> shape, const btVector3& at, double mass,
                        RigidSurface surface);
  void startDrivers();
  double workOfLed(const btSoftBody& led) const;
  void finishDrivers();
  btScalar length(double atScaleOne) const;

  Settings m_settings;
  std::unique_ptr<Scene> m_scene;
  btVector3 m_gravity{0, 0, 0};
  int m_softFlags = 0, m_clusters = 0, m_surfaceClusters = 0;
  // The order of declaration matters: the bodies are destroyed before the world.
  std::unique_ptr<btCollisionConfiguration> m_configuration;
  std::unique_ptr<btCollisionDispatcher> m_dispatcher;
  std::unique_ptr<btBroadphaseInterface> m_broadphase;
  std::unique_ptr<btConstraintSolver> m_solver;
  std::vector<std::unique_ptr<btStridingMeshInterface>> m_meshes;
  std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
  MeteredSolver m_stockSolver;  ///< used in stock worlds
  // One of these two has the world.
  std::unique_ptr<btSoftRigidDynamicsWorld> m_classic;
  std::unique_ptr<DeformableParts> m_deformable;
  btDiscreteDynamicsWorld* m_world = nullptr;
  SoftCollision* m_collision = nullptr;
  GivenDetector m_given;
  struct Failure;
  std::unique_ptr<Failure> m_failure;
  std::vector<std::unique_ptr<btRigidBody>> m_ownedRigid;
  std::vector<std::unique_ptr<btSoftBody>> m_ownedSoft;
  std::vector<SimulatedBody> m_bodies;
  std::vector<btVector3> m_asides;  // one per body
  std::vector<RigidSurface> m_rigid;
  std::vector<Home> m_homes;
  std::vector<Driver> m_drivers;
  std::vector<DrivenRigid> m_drivenRigid;
  DriverMeter m_meter;
  double m_driverWork = 0;
  bool m_holdsGas = false;
  int m_steps = 0;
  Counters m_detection;
  StageClock m_clock;
  StepTimes m_times;
};

}  // namespace pliant
