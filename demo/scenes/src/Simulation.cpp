#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/methods.h>
#include <pliant/plugin/CollisionConfiguration.h>
#include <pliant/plugin/SoftCollision.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/builders.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "DeformableParts.h"
#include "bendingLinks.h"

namespace pliant {
namespace {

using Flags = btSoftBody::fCollision;

constexpr double kDistanceFieldCell = 0.25, kFineFieldCell = 0.05;

static_assert(sizeof(btSoftBody::Node) % sizeof(Real) == 0);
constexpr std::ptrdiff_t kNodeStride = sizeof(btSoftBody::Node) / sizeof(Real);

// Returns the offset of a body for a seed. It is horizontal, so that a body that lies on something stays on it.
btVector3 asideOf(const SoftMesh& mesh, std::uint32_t seed, std::size_t body) {
  btVector3 low = mesh.positions.front(), high = low;
  for (const btVector3& p : mesh.positions) {
    low.setMin(p);
    high.setMax(p);
  }
  std::seed_seq words{seed, static_cast<std::uint32_t>(body)};
  std::mt19937 random(words);
  // Uses the bits themselves, because distributions differ between standard libraries.
  const auto unit = [&random] { return btScalar(2) * static_cast<btScalar>(random() >> 8) / btScalar(1 << 24) - 1; };
  const btScalar most = btScalar(0.01) * (high - low).length(), x = unit(), z = unit();
  return {most * x, 0, most * z};
}

/// Returns an empty detector if Simulation has the name. Throws Error if the name is unknown to `given` too.
GivenDetector makeGiven(const std::string& detector, const std::function<GivenDetector()>& given) {
  const auto known = Simulation::detectors();
  if (std::find(known.begin(), known.end(), detector) != known.end()) return {};
  GivenDetector made = given ? given() : GivenDetector{};
  if (!made.detector) throw Error("unknown detector '" + detector + "'; `pliant list` names the detectors");
  return made;
}

}  // namespace

BodyView SimulatedBody::view() const {
  BodyView view = mesh.view();
  view.positions = {body->m_nodes[0].m_x.m_floats, static_cast<Index>(body->m_nodes.size()), kNodeStride};
  return view;
}

std::vector<std::string> Simulation::detectors() {
  std::vector<std::string> names{"none", "bullet", "bullet-clusters", "bullet-deformable"};
  for (const DetectionMethod& method : detectionMethods()) names.emplace_back(method.name);
  return names;
}

std::vector<std::string> Simulation::bodyDetectors() {
  std::vector<std::string> names{"auto"};
  for (const DetectionMethod& method : detectionMethods())
    if (method.autoMethod) names.emplace_back(method.name);
  return names;
}

void Simulation::checkBodyDetector(const std::string& detector, const BodyDetector& own) {
  if (detector != "auto")
    throw Error("a body can have its own detector only under 'auto', not under '" + detector + "'");
  const auto names = bodyDetectors();
  if (std::find(names.begin(), names.end(), own.detector) != names.end()) return;
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  throw Error("'" + own.detector + "' can't be the detector of a single body; possible are " + all);
}

void Simulation::setBodyDetector(const BodyDetector& own) {
  checkBodyDetector(m_settings.detector, own);
  std::vector<std::string> names;
  for (const SimulatedBody& body : m_bodies) {
    names.push_back(body.name);
    if (body.name == own.body) m_collision->setMethod(body.body, own.detector);
  }
  checkBody(own.body, names);
}

void Simulation::checkBody(const std::string& body, const std::vector<std::string>& bodies) {
  if (std::find(bodies.begin(), bodies.end(), body) != bodies.end()) return;
  std::string all;
  for (const std::string& name : bodies) all += (all.empty() ? "'" : ", '") + name + "'";
  throw Error("there is no body '" + body + "' in this scene; its bodies are " + all);
}

/// Stores the message of a failed detector.
struct Simulation::Failure : SoftCollisionListener {
  std::string reason;

  void statusChanged(btSoftBody*, const SoftBodyStatus& status) override {
    using Kind = SoftBodyStatus::Kind;
    if (status.kind == Kind::DetectionFailed || status.kind == Kind::VolumesFailed) reason = status.message;
  }
};

Simulation::Simulation(const SceneEntry& entry, const Settings& settings)
    : m_settings(settings), m_scene(entry.make(settings.options)) {
  GivenDetector given = makeGiven(settings.detector, settings.given);
  checkMethodValues(settings.detector, settings.methodValues);
  if (!serves(settings.detector, entry)) {
    throw Error("scene '" + entry.name + "' is in Bullet's " + (entry.deformable ? "deformable" : "classic") +
                " world, so stock Bullet's detector is '" + stockDetector(entry) + "', not '" + settings.detector +
                "'");
  }
  const WorldSettings world = m_scene->world();
  m_gravity = world.gravity * length(1);
  const bool stock = isStock(settings.detector);
  m_configuration = stock ? std::make_unique<btSoftBodyRigidBodyCollisionConfiguration>()
                          : std::make_unique<CollisionConfiguration>();
  m_dispatcher = std::make_unique<btCollisionDispatcher>(m_configuration.get());
  m_broadphase = std::make_unique<btDbvtBroadphase>();
  m_solver = std::make_unique<btSequentialImpulseConstraintSolver>();
  m_softFlags = Flags::SDF_RS;
  if (entry.deformable) {
    m_deformable = std::make_unique<DeformableParts>(
        DeformableParts::Parts{m_dispatcher.get(), m_broadphase.get(), m_configuration.get()}, world, !stock,
        settings.detector != "none");
    m_world = &m_deformable->world();
    m_collision = m_deformable->collision();
  } else {
    stock ? makeStockWorld() : makePliantWorld();
    m_world = m_classic.get();
  }
  if (!stock) {
    m_collision->setThreads(settings.threads);
    m_collision->setCapHoles(settings.capHoles);
    useDetector(settings.detector, std::move(given), settings.methodValues);
  }
  m_world->setGravity(m_gravity);
  btSoftBodyWorldInfo& info = worldInfo();
  info.m_dispatcher = m_dispatcher.get();
  info.m_broadphase = m_broadphase.get();
  info.m_gravity = m_gravity;
  // Bullet's default cell size at the scene's scale. A deformable world has no other test of rigid bodies than this
  // field, so its cells are small. The field uses a new size only after a reset.
  info.m_sparsesdf.setDefaultVoxelsz(length(entry.deformable ? kFineFieldCell : kDistanceFieldCell));
  info.m_sparsesdf.Reset();
  try {
    m_scene->build(*this);
    if (settings.options.pressure && !m_holdsGas)
      throw Error("scene '" + entry.name + "' has no body with gas pressure");
    for (const BodyDetector& own : settings.bodyDetectors) setBodyDetector(own);
  } catch (...) {
    removeAll();
    throw;
  }
  // CL_SELF is a bit of Bullet's mask for collision between soft bodies. Two bodies that both have it do not collide
  // with each other. So only a single body has it.
  if (m_clusters > 0 && m_bodies.size() == 1 && m_bodies[0].mesh.tetrahedra.empty()) {
    m_bodies[0].body->m_cfg.collisions |= Flags::CL_SELF;
  }
}

Simulation::~Simulation() {
  removeAll();
}

void Simulation::removeAll() {
  for (const auto& body : m_ownedSoft) m_world->removeCollisionObject(body.get());
  for (const auto& body : m_ownedRigid) m_world->removeRigidBody(body.get());
}

void Simulation::useDetector(const std::string& detector, GivenDetector given, const MethodValues& values) {
  if (findDetectionMethod(detector)) m_collision->setMethod(detector);
  m_failure = given.detector ? std::make_unique<Failure>() : nullptr;
  m_collision->setDetector(given.detector.get());
  m_collision->setListener(m_failure.get());
  m_given = std::move(given);
  applyMethodValues(values, *m_collision->getDetector());
}

bool Simulation::isStock(const std::string& detector) {
  return detector == "none" || detector.starts_with("bullet");
}

bool Simulation::serves(const std::string& detector, const SceneEntry& entry) {
  return !detector.starts_with("bullet") || (detector == "bullet-deformable") == entry.deformable;
}

std::string Simulation::stockDetector(const SceneEntry& entry) {
  return entry.deformable ? "bullet-deformable" : "bullet";
}

void Simulation::setDetector(const std::string& detector, const std::function<GivenDetector()>& given,
                             const MethodValues& values) {
  if (isStock(detector) || isStock(m_settings.detector))
    throw Error("a running scene can't change between stock Bullet and Pliant's detectors");
  checkMethodValues(detector, values);
  useDetector(detector, makeGiven(detector, given), values);
  m_settings.detector = detector;
  m_settings.given = given;
  m_settings.methodValues = values;
}

void Simulation::setMethodValues(const MethodValues& values) {
  checkMethodValues(m_settings.detector, values);
  if (m_collision) applyMethodValues(values, *m_collision->getDetector());
  for (const auto& [name, value] : values) m_settings.methodValues.insert_or_assign(name, value);
}

btScalar Simulation::length(double atScaleOne) const {
  return static_cast<btScalar>(scale() * atScaleOne);
}

btSoftBody& Simulation::addSoft(const std::string& name, const SoftMesh& mesh, const SoftMaterial& material,
                                const btVector3& velocity) {
  const SceneOptions& options = m_settings.options;
  SoftMesh scaled = mesh;
  btVector3 aside(0, 0, 0);
  if (options.seed != 0) {
    aside = material.movesWith ? m_asides.at(*material.movesWith) : asideOf(scaled, options.seed, m_bodies.size());
    for (btVector3& p : scaled.positions) p += aside;
  }
  m_asides.push_back(aside);
  for (btVector3& p : scaled.positions) p *= length(1);
  const std::vector<btScalar> ones(scaled.positions.size(), 1);
  auto body = std::make_unique<btSoftBody>(&worldInfo(), static_cast<int>(scaled.positions.size()),
                                           scaled.positions.data(), ones.data());
  btSoftBody::Material* const links = body->m_materials[0];
  links->m_kLST = static_cast<btScalar>(options.stiffness.value_or(material.stiffness));
  const auto at = [](Index i) { return static_cast<int>(i); };
  for (const Edge& e : scaled.links) body->appendLink(at(e[0]), at(e[1]));
  for (const Tetrahedron& t : scaled.tetrahedra) body->appendTetra(at(t[0]), at(t[1]), at(t[2]), at(t[3]));
  for (const Triangle& f : scaled.faces) body->appendFace(at(f[0]), at(f[1]), at(f[2]));
  if (material.bending) detail::addBendingLinks(*body, links);
  body->setTotalMass(static_cast<btScalar>(options.mass.value_or(material.mass)));
  body->m_cfg.piterations = material.iterations;
  body->m_cfg.kDF = static_cast<btScalar>(options.friction.value_or(material.friction));
  body->m_cfg.kDP = static_cast<btScalar>(material.damping);
  // kPR times area over volume is a force. Forces scale as lengths, so kPR scales as a squared length.
  m_holdsGas = m_holdsGas || (material.pressure > 0 && !m_deformable);
  const double pressure = material.pressure > 0 ? options.pressure.value_or(material.pressure) : 0;
  body->m_cfg.kPR = static_cast<btScalar>(pressure) * length(1) * length(1);
  body->m_cfg.kKHR = body->m_cfg.kCHR = body->m_cfg.kSHR = 1;
  body->m_cfg.collisions = m_softFlags;
  // Stock Bullet rebuilds the tree of a body without faces in every step, which is too slow for many particles.
  if (scaled.faces.empty() && scaled.links.empty()) body->m_cfg.collisions &= ~Flags::VF_SS;
  const btScalar margin = length(options.margin.value_or(material.margin));
  body->getCollisionShape()->setMargin(margin);
  body->setActivationState(DISABLE_DEACTIVATION);
  const int clusters = scaled.tetrahedra.empty() ? m_surfaceClusters : m_clusters;
  // Clusters of nodes on a line have no volume, and their positions become NaN.
  const bool isRope = scaled.faces.empty() && !scaled.links.empty();
  if (clusters > 0 && !isRope) body->generateClusters(clusters);
  body->setVelocity(velocity * length(1));
  m_deformable ? m_deformable->add(*body, material, scale()) : m_classic->addSoftBody(body.get());
  if (m_collision && (!material.usualDistance || options.margin)) m_collision->setMargin(body.get(), margin);
  if (m_collision && material.selfSolid) m_collision->setSelfEnabled(body.get(), true);
  const std::size_t vertices = scaled.positions.size();
  m_bodies.push_back({name, body.get(), std::move(scaled), std::vector<std::uint8_t>(vertices, 0)});
  m_ownedSoft.push_back(std::move(body));
  return *m_ownedSoft.back();
}

Verdict Simulation::judge() const {
  std::vector<BodyView> views;
  for (const SimulatedBody& body : m_bodies) views.push_back(body.view());
  return pliant::judge(views, m_homes);
}

void Simulation::topologyChanged(std::size_t body) {
  SimulatedBody& simulated = m_bodies[body];
  const btSoftBody& soft = *simulated.body;
  const btSoftBody::Node* const first = &soft.m_nodes[0];
  const auto index = [&](const btSoftBody::Node* node) { return static_cast<Index>(node - first); };
  SoftMesh& mesh = simulated.mesh;
  mesh.positions.clear();
  for (int i = 0; i < soft.m_nodes.size(); ++i) mesh.positions.push_back(soft.m_nodes[i].m_x);
  mesh.faces.clear();
  for (int i = 0; i < soft.m_faces.size(); ++i) {
    const btSoftBody::Node* const* const n = soft.m_faces[i].m_n;
    mesh.faces.push_back({index(n[0]), index(n[1]), index(n[2])});
  }
  mesh.tetrahedra.clear();
  for (int i = 0; i < soft.m_tetras.size(); ++i) {
    const btSoftBody::Node* const* const n = soft.m_tetras[i].m_n;
    mesh.tetrahedra.push_back({index(n[0]), index(n[1]), index(n[2]), index(n[3])});
  }
  mesh.links = linksOf(mesh.tetrahedra, mesh.faces);
  simulated.driven.assign(mesh.positions.size(), 0);
}

void Simulation::step() {
  m_scene->beforeStep(*this, m_steps);
  startDrivers();
  stepWorld();
  if (m_failure && !m_failure->reason.empty()) throw DetectorFailed(m_failure->reason);
  finishDrivers();
  ++m_steps;
  m_scene->afterStep(*this, m_steps);
}

std::size_t Simulation::contacts() const {
  if (m_collision) return static_cast<std::size_t>(m_collision->getNumContacts());
  return std::accumulate(m_bodies.begin(), m_bodies.end(), std::size_t{0},
                         [](std::size_t sum, const SimulatedBody& simulated) {
                           const btSoftBody& body = *simulated.body;
                           return sum + static_cast<std::size_t>(body.m_scontacts.size() + body.m_joints.size() +
                                                                 body.m_faceNodeContacts.size());
                         });
}

}  // namespace pliant
