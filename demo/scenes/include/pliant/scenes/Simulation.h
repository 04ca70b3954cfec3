#pragma once

#include <BulletCollision/CollisionShapes/btStridingMeshInterface.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/Detector.h>
#include <pliant/detectors/Error.h>
#include <pliant/scenes/DriverMeter.h>
#include <pliant/scenes/Judge.h>
#include <pliant/scenes/Scene.h>
#include <pliant/scenes/SoftMesh.h>
#include <pliant/scenes/StageClock.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pliant {

class SoftCollision;

/// Of a soft body, as btSoftBody::Config and Material have them; at scale 1.
struct SoftMaterial {
  double mass = 1;  ///< of the whole body
  double margin = 0.04;
  double stiffness = 0.9;
  double friction = 0.5;
  double damping = 0.005;
  double pressure = 0;
  int iterations = 8;
  bool bending = false;    ///< links between vertices that are two edges apart
  bool selfSolid = false;  ///< a body with tetrahedra that collides with itself too, where the detector can
  /// Pliant keeps its default contact distance between soft bodies; else that is the margin, as under stock Bullet.
  bool usualDistance = false;
};

/// A soft body in a simulation, with its topology in indices.
struct SimulatedBody {
  std::string name;
  btSoftBody* body = nullptr;
  SoftMesh mesh;  ///< as it was built, at the simulation's scale; topology as last changed
  std::vector<std::uint8_t>
      driven;  ///< by vertex: moved by a driver, so not part of the system whose energy is measured

  /// Topology as last known, positions read in place from the soft body.
  BodyView view() const;
};

/// A rigid body's surface as triangles, in the body's own frame, for pictures and, of static meshes, for the judge.
struct RigidSurface {
  btRigidBody* body = nullptr;
  SoftMesh mesh;
  bool isMesh = false;  ///< its collision shape is this very triangle mesh
  enum class Look { Solid, Ground, Hidden, Frame };
  /// In pictures: walls are hidden, a ground is drawn without end, of a frame edges alone, where faces meet at an
  /// angle.
  Look look = Look::Solid;
  bool isRoom = false;  ///< a closed mesh, in which all soft bodies belong
};

/// Who drew layered depth images so far, where that is chosen from image to image.
struct DrawnImages {
  std::size_t byCpu = 0, byGl = 0;
  std::string glRenderer;  ///< what draws by OpenGL, as the driver names it; empty where it was not tried yet
  std::string reason;      ///< why OpenGL can't be used, as the last try found it; empty where none did
};

/// A detector that a program brings along.
struct GivenDetector {
  std::unique_ptr<Detector> detector;
  std::string glRenderer;                ///< what draws all by OpenGL, as the driver names it; empty where nothing does
  std::function<DrawnImages()> drawnBy;  ///< while the detector lives; null where it is always the same that draws
};

/// A given detector failed in a step, and nothing may take its place.
class DetectorFailed : public Error {
 public:
  using Error::Error;
};

/// By which detector bodies go in a world under "auto".
struct BodyDetector {
  std::string body;  ///< name; of all bodies that have it
  std::string detector;
};

/// A scene in a Bullet world: stock Bullet ("bullet": vertices against faces, "bullet-clusters"), stock Bullet without
/// collision between soft bodies ("none"), or Pliant's world with one of its detectors. Same bodies, same parameters.
class Simulation {
 public:
  struct Settings {
    std::string detector = "auto";
    /// Makes a detector for a name that Simulation does not know, and is asked only then.
    std::function<GivenDetector()> given;
    unsigned threads = 1;
    SceneOptions options;
    std::vector<BodyDetector> bodyDetectors;  ///< with "auto" alone
  };

  /// Throws Error where the detector or that of a body is unknown, there is no such body, or a pressure is given and no
  /// body holds a gas.
  Simulation(const SceneEntry& entry, const Settings& settings);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  static constexpr double kTimeStep = 1.0 / 60;

  /// Names that Settings::detector takes.
  static std::vector<std::string> detectors();
  /// Names that BodyDetector::detector takes.
  static std::vector<std::string> bodyDetectors();
  /// Throws Error where `detector`, that of the world, is not "auto", or the body's is none of bodyDetectors().
  static void checkBodyDetector(const std::string& detector, const BodyDetector& own);
  /// Throws Error where the scene's bodies have none of that name.
  static void checkBody(const std::string& body, const std::vector<std::string>& bodies);
  /// From the next step on. Throws Error as checkBodyDetector and checkBody.
  void setBodyDetector(const BodyDetector& own);
  /// Whether a name of detectors() is one of stock Bullet's worlds.
  static bool isStock(const std::string& detector);
  /// Another of Pliant's detectors, from the next step on; `given` as in Settings. Throws Error where it is unknown, or
  /// where it or the present one is stock Bullet's.
  void setDetector(const std::string& detector, const std::function<GivenDetector()>& given = {});

  /// One step of kTimeStep: the scene's drivers, the world, then the scene's own look at it. Throws DetectorFailed.
  void step();
  int steps() const { return m_steps; }
  /// Thread CPU time of the last step, by stage.
  const StepTimes& times() const { return m_times; }

  btSoftRigidDynamicsWorld& world() { return *m_world; }
  Scene& scene() { return *m_scene; }
  const Scene& scene() const { return *m_scene; }
  const std::vector<SimulatedBody>& bodies() const { return m_bodies; }
  const std::vector<RigidSurface>& rigid() const { return m_rigid; }
  const Settings& settings() const { return m_settings; }
  double scale() const { return m_settings.options.scale; }
  /// Whether a body has a pressure by the scene's own values.
  bool holdsGas() const { return m_holdsGas; }
  btVector3 gravity() const { return m_gravity; }
  const std::string& glRenderer() const { return m_given.glRenderer; }
  /// Nothing where it is always the same that draws images.
  std::optional<DrawnImages> drawnBy() const {
    return m_given.drawnBy ? std::optional(m_given.drawnBy()) : std::nullopt;
  }
  /// Pliant's façade; null in a stock world.
  SoftCollision* softCollision() const { return m_collision; }
  /// The soft bodies' positions as they are now, each body in its room.
  Verdict judge() const;
  /// Work that the drivers have done on the driven vertices' neighbours since the start, and what scenes have told, J.
  double driverWork() const { return m_driverWork; }
  /// Contacts between soft bodies, and of soft bodies with themselves, in the last step.
  std::size_t contacts() const;

  // For scenes, while they build. Lengths and velocities at scale 1.
  btRigidBody& addBox(const btVector3& half, const btVector3& at, double mass = 0,
                      RigidSurface::Look look = RigidSurface::Look::Solid);
  /// A static box whose top is the plane y = 0, and four invisible walls of height `walls` (0: none) around the inner
  /// half width.
  void addGround(double halfWidth, double walls = 0);
  btRigidBody& addBall(double radius, const btVector3& at, double mass = 0);
  /// Static.
  btRigidBody& addMesh(const SoftMesh& mesh, const btVector3& at = btVector3(0, 0, 0));
  /// A static closed mesh, of which pictures show the frame, in which all soft bodies belong.
  btRigidBody& addRoom(const SoftMesh& mesh);
  btSoftBody& addSoft(const std::string& name, const SoftMesh& mesh, const SoftMaterial& material,
                      const btVector3& velocity = btVector3(0, 0, 0));

  /// A soft body belongs in another one, a closed surface; it starts there. The room is of glass in pictures.
  void setHome(std::size_t body, std::size_t room) {
    m_homes.push_back({static_cast<Index>(body), static_cast<Index>(room)});
  }
  const std::vector<Home>& homes() const { return m_homes; }
  /// Work on what moves freely, by what the scene moves by hand in a step, J.
  void addWork(double joules) { m_driverWork += joules; }

  /// Takes vertices out of the system: nothing moves them, they follow a path of their own, at the velocity that
  /// drive() gives.
  void setDriven(std::size_t body, const std::vector<Index>& vertices);
  /// The scene has cut a soft body of faces and links, none of it driven: what is drawn, judged and exported follows.
  void topologyChanged(std::size_t body);
  /// For the coming step, by the scene's beforeStep. World units per second at scale 1.
  void drive(std::size_t body, const btVector3& velocity);
  /// A body that goes its own way: each step takes it to where lead() says, and it is set down there after the step,
  /// whatever has pushed it. Its masses stay, so that contacts are found as of any other's. A vertex that goes half a
  /// unit or more in a step is taken to jump.
  void setLed(std::size_t body);
  /// For the coming step, by the scene's beforeStep: all vertices' places at its end, at scale 1.
  void lead(std::size_t body, const std::vector<btVector3>& positions);

 private:
  struct Driver {
    std::size_t body = 0;
    std::vector<Index> vertices;
    std::vector<btVector3> path;  ///< where the path is at the end of the step
    btVector3 velocity{0, 0, 0};  ///< of the path
    bool isLed = false;
  };

  void makeStockWorld();
  void removeAll();
  void makePliantWorld();
  void useDetector(const std::string& detector, GivenDetector given);
  btRigidBody& addRigid(std::unique_ptr<btCollisionShape> shape, const btVector3& at, double mass,
                        RigidSurface surface);
  void startDrivers();
  void finishDrivers();
  btScalar length(double atScaleOne) const;

  Settings m_settings;
  std::unique_ptr<Scene> m_scene;
  btVector3 m_gravity{0, 0, 0};
  int m_softFlags = 0, m_clusters = 0, m_surfaceClusters = 0;
  // Order of destruction matters: bodies leave the world before it goes.
  std::unique_ptr<btCollisionConfiguration> m_configuration;
  std::unique_ptr<btCollisionDispatcher> m_dispatcher;
  std::unique_ptr<btBroadphaseInterface> m_broadphase;
  std::unique_ptr<btConstraintSolver> m_solver;
  std::vector<std::unique_ptr<btStridingMeshInterface>> m_meshes;
  std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
  MeteredSolver m_stockSolver;  ///< of stock worlds
  std::unique_ptr<btSoftRigidDynamicsWorld> m_world;
  SoftCollision* m_collision = nullptr;
  GivenDetector m_given;
  struct Failure;
  std::unique_ptr<Failure> m_failure;
  std::vector<std::unique_ptr<btRigidBody>> m_ownedRigid;
  std::vector<std::unique_ptr<btSoftBody>> m_ownedSoft;
  std::vector<SimulatedBody> m_bodies;
  std::vector<RigidSurface> m_rigid;
  std::vector<Home> m_homes;
  std::vector<Driver> m_drivers;
  DriverMeter m_meter;
  double m_driverWork = 0;
  bool m_holdsGas = false;
  int m_steps = 0;
  StageClock m_clock;
  StepTimes m_times;
};

}  // namespace pliant
