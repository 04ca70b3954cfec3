#include <btBulletDynamicsCommon.h>
#include <pliant/pictures/drawDetected.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/plugin/SoftCollision.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "drawCutSides.h"
#include "rods.h"

namespace pliant {
namespace {

constexpr Colour kRigid{0.34f, 0.35f, 0.38f}, kWall{0.42f, 0.44f, 0.48f}, kContact{0.95f, 0.45f, 0.05f},
    kInside{0.85f, 0.03f, 0.02f};
// Particles of a scene that notes contacts.
constexpr Colour kTouched{0.80f, 0.06f, 0.04f}, kUntouched{0.40f, 0.41f, 0.44f};
constexpr double kDot = 0.012, kItem = 0.03, kParticle = 0.004, kRope = 0.025, kWallEdge = 0.008;
constexpr float kWallOpacity = 0.9f;  ///< without a shadow on the bodies
constexpr Index kVolumePixels = 64;   ///< of intersection volumes, along the longest side

using Method = AutoDetector::Method;

/// Methods that AutoDetector chose for the work items of a scene.
struct ChosenMethods {
  std::vector<std::optional<Method>> own;  ///< per body: of its self-collision; empty if none was chosen
  struct Between {
    btVector3 at;
    Method method;
  };
  std::vector<Between> between;  ///< one per pair of bodies, with a point between them
};

struct Extent {
  btVector3 low, high;
  explicit Extent(const btSoftBody& body) : low(body.m_nodes[0].m_x), high(low) {
    for (int i = 1; i < body.m_nodes.size(); ++i) {
      low.setMin(body.m_nodes[i].m_x);
      high.setMax(body.m_nodes[i].m_x);
    }
  }
};

ChosenMethods chosenMethods(const Simulation& simulation) {
  ChosenMethods methods;
  const auto& bodies = simulation.bodies();
  methods.own.resize(bodies.size());
  SoftCollision* const collision = simulation.softCollision();
  if (!collision) return methods;
  for (const SoftCollision::Choice& choice : collision->getChoices()) {
    const btSoftBody *a = collision->getBody(choice.bodyA), *b = collision->getBody(choice.bodyB);
    if (choice.bodyA == choice.bodyB) {
      for (std::size_t i = 0; a && i < bodies.size(); ++i)
        if (bodies[i].body == a) methods.own[i] = choice.item.method;
      continue;
    }
    if (!a) std::swap(a, b);
    if (!a) continue;
    Extent common(*a);
    if (b) {
      const Extent other(*b);
      common.low.setMax(other.low);
      common.high.setMin(other.high);
    }
    methods.between.push_back({(common.low + common.high) / 2, choice.item.method});
  }
  return methods;
}

/// Returns the settings of the scene's regularity tree. The scene of another method has the paper's leaves of one face.
RegularityTree::Settings treeSettings(const Simulation& simulation) {
  RegularityTree tree({.leafPatchFaces = 1});
  const Simulation::Settings& now = simulation.settings();
  if (methodFamily(now.detector) == "regularity-tree") {
    tree.setSettings({});
    applyMethodValues(now.methodValues, tree);
  }
  return tree.settings();
}

void addMethods(const Simulation& simulation, const Overlay& overlay, const SceneTrail* trail, Drawing& drawing) {
  constexpr std::pair<bool Overlay::*, MethodPicture (*)(std::span<const MethodBody>)> kMethods[] = {
      {&Overlay::tetrahedra, drawTetrahedra},
      {&Overlay::cells, drawCells},
      {&Overlay::buckets, drawBuckets},
      {&Overlay::colliding, drawColliding},
      {&Overlay::facePatches, drawFacePatches},
      {&Overlay::layers, drawImages},
      {&Overlay::voi, [](std::span<const MethodBody> all) { return drawOutsideFaces(all); }}};
  std::vector<MethodBody> bodies;
  for (const auto& [shown, draw] : kMethods) {
    if (!(overlay.*shown)) continue;
    if (bodies.empty()) bodies = methodBodies(simulation);
    addPicture(draw(bodies), drawing);
  }
  const RegularityTree::Settings settings = treeSettings(simulation);
  if (overlay.patches) addPicture(drawFates(methodBodies(simulation), settings), drawing);
  if (overlay.marks) {
    SceneTrail fresh;
    if (!trail) fresh.follow(simulation, overlay);
    addPicture((trail ? *trail : fresh).marks().draw(), drawing);
  }
  if (overlay.hierarchy) {
    MethodPicture hierarchy = overlay.allLevels
                                  ? drawLevels(methodBodies(simulation), overlay.levelPatches, settings)
                                  : drawHierarchy(methodBodies(simulation), overlay.levelPatches, settings);
    // If another overlay colours the faces, only contours are added.
    const auto kinds = overlayKinds();
    const bool contoursAlone = std::any_of(kinds.begin(), kinds.end(), [&](const OverlayKind& kind) {
      return kind.coloursFaces && overlay.*(kind.shown) && kind.shown != &Overlay::hierarchy;
    });
    if (contoursAlone)
      for (auto& own : hierarchy.colours) own.clear();
    addPicture(std::move(hierarchy), drawing);
  }
  if (overlay.directions) addPicture(drawDirections(methodBodies(simulation), overlay.levelPatches, settings), drawing);
  if (overlay.adjacency) addPicture(drawAdjacency(methodBodies(simulation), overlay.levelPatches, settings), drawing);
}

/// Returns the edges at which faces meet at an angle, and those of one face.
DrawnSurface frameOf(const SoftMesh& mesh, double thickness, const Colour& colour) {
  constexpr btScalar kFlat = btScalar(0.999);  // cosine
  DrawnSurface rods = detail::manyColoured();
  const auto append = [&](const Edge& edge) {
    detail::appendRod(rods, detail::cornerOf(mesh.positions[edge[0]]), detail::cornerOf(mesh.positions[edge[1]]),
                      thickness, colour);
  };
  std::map<Edge, std::pair<btVector3, bool>> normals;  ///< of the first face; true if there is another one
  for (const Triangle& f : mesh.faces) {
    const btVector3& a = mesh.positions[f[0]];
    const btVector3 normal = (mesh.positions[f[1]] - a).cross(mesh.positions[f[2]] - a).normalized();
    for (std::size_t k = 0; k < 3; ++k) {
      const Edge edge{std::min(f[k], f[(k + 1) % 3]), std::max(f[k], f[(k + 1) % 3])};
      const auto [other, first] = normals.try_emplace(edge, normal, false);
      if (first) continue;
      other->second.second = true;
      if (other->second.first.dot(normal) < kFlat) append(edge);
    }
  }
  for (const auto& [edge, face] : normals)
    if (!face.second) append(edge);
  return rods;
}

/// Adds bodies that consist of links only.
void addRopes(const Simulation& simulation, Drawing& drawing) {
  DrawnSurface rods = detail::manyColoured();
  const auto& bodies = simulation.bodies();
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!bodies[b].mesh.faces.empty()) continue;
    const auto at = [&](Index node) { return detail::cornerOf(bodies[b].body->m_nodes[static_cast<int>(node)].m_x); };
    for (const Edge& link : bodies[b].mesh.links)
      detail::appendRod(rods, at(link[0]), at(link[1]), kRope * drawing.scale, bodyColour(b));
  }
  detail::addRods(std::move(rods), drawing.surfaces);
}

/// Adds bodies that consist of vertices only. Vertices inside other bodies are red if the overlay shows them. If the
/// scene notes contacts, vertices that touched a body are red as well, and the others grey.
void addParticles(const Simulation& simulation, const Verdict& verdict, const Overlay& overlay, Drawing& drawing) {
  const auto& bodies = simulation.bodies();
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!bodies[b].mesh.faces.empty() || !bodies[b].mesh.links.empty()) continue;
    const btSoftBody& body = *bodies[b].body;
    std::vector<Colour> colours(static_cast<std::size_t>(body.m_nodes.size()), bodyColour(b));
    const std::vector<std::uint8_t> touched = simulation.scene().touched(b);
    for (std::size_t v = 0; v < touched.size(); ++v) colours[v] = touched[v] != 0 ? kTouched : kUntouched;
    const bool isJudged = overlay.intersections || overlay.inside;
    for (const Verdict::Inside& inside : verdict.inside)
      if (inside.body == b && isJudged) colours[inside.vertex] = kInside;
    if (!touched.empty())
      drawing.particles = isJudged ? "red if they touched a body in the last steps or are in one, else grey"
                                   : "red if they touched a body in the last steps, else grey";
    for (int i = 0; i < body.m_nodes.size(); ++i) {
      const Colour& colour = colours[static_cast<std::size_t>(i)];
      drawing.points.push_back({body.m_nodes[i].m_x, kParticle * drawing.scale, colour, colour == kInside});
    }
  }
}

}  // namespace

Colour methodColour(AutoDetector::Method method) {
  static constexpr Colour kColours[] = {
      {0.16f, 0.36f, 0.72f}, {0.85f, 0.45f, 0.08f}, {0.16f, 0.58f, 0.24f}, {0.48f, 0.25f, 0.62f}};
  return kColours[static_cast<std::size_t>(method)];
}

std::vector<MethodBody> methodBodies(const Simulation& simulation) {
  std::vector<MethodBody> bodies;
  const SoftCollision* const collision = simulation.softCollision();
  for (const SimulatedBody& body : simulation.bodies()) {
    const bool isSurface = body.mesh.tetrahedra.empty();
    bodies.push_back(
        {body.view(), body.mesh.view().positions, collision ? collision->isSelfEnabled(body.body) : isSurface});
  }
  return bodies;
}

SpatialHash::Load hashLoad(const Simulation& simulation) {
  return hashLoad(methodBodies(simulation));
}

void SceneTrail::follow(const Simulation& simulation, const Overlay& overlay) {
  if (!overlay.marks) {
    *this = {};
    return;
  }
  if (m_step == simulation.steps()) return;
  m_step = simulation.steps();
  m_marks.update(methodBodies(simulation));
}

Drawing drawScene(const Simulation& simulation, const Verdict& verdict, const Overlay& overlay,
                  const SceneTrail* trail) {
  Drawing drawing;
  drawing.camera = simulation.scene().camera();
  drawing.scale = simulation.scale();
  const auto& bodies = simulation.bodies();
  const ChosenMethods methods = overlay.methods ? chosenMethods(simulation) : ChosenMethods{};
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    DrawnSurface surface;
    surface.mesh.faces = bodies[b].mesh.faces;
    const btSoftBody& body = *bodies[b].body;
    for (int i = 0; i < body.m_nodes.size(); ++i) surface.mesh.positions.push_back(body.m_nodes[i].m_x);
    surface.colour = bodyColour(b);
    if (overlay.methods && simulation.softCollision())
      surface.colour = methods.own[b] ? methodColour(*methods.own[b]) : kUnchosenColour;
    surface.marked.assign(surface.mesh.faces.size(), 0);
    drawing.surfaces.push_back(std::move(surface));
  }
  for (const Home& home : simulation.homes()) drawing.surfaces[home.room].opacity = kBodyGlass;
  if (overlay.intersections) {
    for (const FacePair& pair : verdict.pairs) {
      drawing.surfaces[pair.bodyA].marked[pair.faceA] = 1;
      drawing.surfaces[pair.bodyB].marked[pair.faceB] = 1;
    }
  }
  if (overlay.volumes) {
    std::vector<BodyView> views;
    for (const SimulatedBody& body : bodies) views.push_back(body.view());
    DrawnVolumes volumes = drawVolumes(views, {.resolution = kVolumePixels});
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (volumes.holds[b] != 0) drawing.surfaces[b].opacity = kBodyGlass;
    }
    for (DrawnSurface& surface : volumes.surfaces) drawing.surfaces.push_back(std::move(surface));
  }
  if (overlay.cutSides) detail::addCutSides(simulation, drawing);
  addMethods(simulation, overlay, trail, drawing);
  for (const RigidSurface& rigid : simulation.rigid()) {
    using Look = RigidSurface::Look;
    if (rigid.look == Look::Ground) drawing.ground = true;
    if (rigid.look == Look::Ground) continue;
    DrawnSurface surface{rigid.mesh, kRigid, {}, true};
    place(surface.mesh, rigid.body->getWorldTransform().getOrigin(), rigid.body->getWorldTransform().getBasis());
    if (rigid.look == Look::Frame) surface = frameOf(surface.mesh, kRope * drawing.scale, kRigid);
    if (rigid.look == Look::Wall) {
      surface = frameOf(surface.mesh, kWallEdge * drawing.scale, kWall);
      surface.opacity = kWallOpacity;
    }
    drawing.surfaces.push_back(std::move(surface));
  }
  addRopes(simulation, drawing);
  addParticles(simulation, verdict, overlay, drawing);
  if (overlay.inside) {
    for (const Verdict::Inside& inside : verdict.inside) {
      const btSoftBody& body = *bodies[inside.body].body;
      drawing.points.push_back({body.m_nodes[static_cast<int>(inside.vertex)].m_x, kDot * drawing.scale, kInside});
    }
  }
  if (overlay.contacts) {
    for (const SoftContact& contact : contactsOf(simulation))
      drawing.points.push_back({(contact.pointOnA + contact.pointOnB) / 2, kDot * drawing.scale, kContact});
  }
  if (overlay.normals) {
    const std::vector<SoftContact> contacts = contactsOf(simulation);
    for (const SoftContact& contact : contacts)
      for (std::size_t b = 0; b < bodies.size(); ++b)
        if (bodies[b].body == contact.bodyA || bodies[b].body == contact.bodyB)
          drawing.surfaces[b].opacity = kBodyGlass;
    drawing.surfaces.push_back(drawNormals(contacts, drawing.scale));
  }
  for (const ChosenMethods::Between& item : methods.between)
    drawing.points.push_back({item.at, kItem * drawing.scale, methodColour(item.method)});
  return drawing;
}

}  // namespace pliant
