#include <pliant/detectors/BodySet.h>
#include <pliant/scenes/Simulation.h>
#include <pliant/scenes/meshScene.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace pliant {
namespace {

constexpr btScalar kGap = btScalar(0.08);
constexpr double kMarginOfEdge = 0.1, kMostMargin = 0.04;
constexpr double kLeastVolume = 1e-6;  // the sum of its rounding errors is smaller
// Shape matching of volumes. With links and gas alone, volumes of thousands of vertices collapse.
constexpr btScalar kShapeMatching = btScalar(0.6);

/// A body that is prepared once and copied into every simulation.
struct Prepared {
  std::string name;
  SoftMesh mesh;  ///< its box is centred above the origin; its lowest point has height 0
  SoftMaterial material;
  bool keepsShape = false;
  btScalar height = 0;
};

double meanLength(const SoftMesh& mesh) {
  double sum = 0;
  for (const Edge& e : mesh.links) sum += static_cast<double>((mesh.positions[e[0]] - mesh.positions[e[1]]).length());
  return mesh.links.empty() ? 0 : sum / static_cast<double>(mesh.links.size());
}

/// Returns false for a closed surface that is flat: a gas and a shape need a volume. `mesh`: its longest side is 1.
bool holdsVolume(const SoftMesh& mesh) {
  BodySet set;
  return set.topology(set.add(mesh.view())).closed && std::abs(enclosedVolume(mesh)) > kLeastVolume;
}

SoftMaterial materialOf(const SoftMesh& mesh, bool closed) {
  SoftMaterial material;
  material.margin = std::min(kMarginOfEdge * meanLength(mesh), kMostMargin);
  material.iterations = 10;
  if (!mesh.tetrahedra.empty()) {
    material.selfSolid = true;
    return material;
  }
  material.stiffness = 0.6;
  if (closed) {
    material.stiffness = 0.9;
    material.bending = true;
    material.pressure = 0.5;
  }
  return material;
}

Prepared prepare(GivenMesh given) {
  SoftMesh& mesh = given.mesh;
  if (mesh.faces.empty()) mesh.faces = boundaryOf(mesh.tetrahedra);
  if (mesh.faces.empty()) throw Error(given.name + ": has neither faces nor tetrahedra, so it can't be a soft body");
  btVector3 low = mesh.positions.front(), high = low;
  for (const btVector3& p : mesh.positions) {
    low.setMin(p);
    high.setMax(p);
  }
  const btVector3 size = high - low;
  const btScalar longest = size[size.maxAxis()];
  if (longest == 0) throw Error(given.name + ": all vertices are at one place");
  if (!std::isfinite(longest) || !std::isfinite(1 / longest))
    throw Error(given.name + ": its size is too " + (longest < 1 ? "small" : "large"));
  const btVector3 foot((low.x() + high.x()) / 2, low.y(), (low.z() + high.z()) / 2);
  for (btVector3& p : mesh.positions) p = (p - foot) / longest;
  mesh.links = linksOf(mesh.tetrahedra, mesh.faces);
  const bool closed = holdsVolume(mesh), keepsShape = closed || !mesh.tetrahedra.empty();
  const SoftMaterial material = materialOf(mesh, closed);
  return {std::move(given.name), std::move(mesh), material, keepsShape, size.y() / longest};
}

class Meshes : public Scene {
 public:
  explicit Meshes(std::shared_ptr<const std::vector<Prepared>> bodies) : m_bodies(std::move(bodies)) {
    for (const Prepared& body : *m_bodies) m_height += body.height + kGap;
  }

  Camera camera() const override {
    const btScalar away = 1 + m_height;
    return {btVector3(btScalar(0.8) * away, btScalar(0.7) * away, btScalar(1.2) * away),
            btVector3(0, btScalar(0.35) * m_height, 0), 40};
  }

  void build(Simulation& simulation) override {
    simulation.addGround(6);
    btScalar foot = kGap;
    for (std::size_t n = 0; n < m_bodies->size(); ++n) {
      const Prepared& body = (*m_bodies)[n];
      SoftMesh mesh = body.mesh;
      // Shifted sideways, so that the bodies do not stand on each other.
      const auto i = static_cast<double>(n);
      place(mesh, btVector3(btScalar(0.1 * std::sin(12.9 * i)), foot, btScalar(0.1 * std::sin(78.2 * i))));
      btSoftBody& soft = simulation.addSoft(body.name, mesh, body.material);
      if (body.keepsShape) {
        soft.setPose(false, true);
        soft.m_cfg.kMT = kShapeMatching;
      }
      foot += body.height + kGap;
    }
  }

 private:
  std::shared_ptr<const std::vector<Prepared>> m_bodies;
  btScalar m_height = 0;
};

}  // namespace

SceneEntry meshScene(const std::string& name, std::vector<GivenMesh> bodies) {
  if (bodies.empty()) throw Error("scene '" + name + "': has no bodies");
  auto prepared = std::make_shared<std::vector<Prepared>>();
  std::string description;
  for (GivenMesh& body : bodies) {
    description += (description.empty() ? "" : ", ") + body.name;
    prepared->push_back(prepare(std::move(body)));
  }
  if (prepared->size() == 1) prepared->push_back(prepared->front());
  const std::shared_ptr<const std::vector<Prepared>> kept = std::move(prepared);
  return {"your own", name, description, [kept](const SceneOptions&) { return std::make_unique<Meshes>(kept); }};
}

}  // namespace pliant
