#include "drawCutSides.h"

#include <pliant/pictures/drawScene.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/plugin/SoftCollision.h>

#include <algorithm>
#include <numeric>

namespace pliant::detail {
namespace {

constexpr double kSideDot = 0.008;
constexpr btScalar kPartOfOpening = btScalar(0.7);  // contact distance at a cut, see SoftCollision::getCuts
constexpr Colour kWhite{1, 1, 1};

/// The connected parts of a surface at its cuts, made of the faces with a vertex at a cut.
class Sides {
 public:
  Sides(const SoftMesh& mesh, std::span<const SoftCollision::CutGroup> cuts)
      : m_parent(mesh.positions.size()), m_atCut(mesh.faces.size(), 0), m_faces(mesh.faces) {
    std::iota(m_parent.begin(), m_parent.end(), Index{0});
    std::vector<std::uint8_t> cut(mesh.positions.size(), 0);
    for (const SoftCollision::CutGroup& group : cuts)
      for (const int node : group.nodes) cut[static_cast<std::size_t>(node)] = 1;
    for (std::size_t f = 0; f < m_faces.size(); ++f) {
      const Triangle& face = m_faces[f];
      if (std::none_of(face.begin(), face.end(), [&](Index v) { return cut[v] != 0; })) continue;
      m_atCut[f] = 1;
      for (const Index v : face) m_parent[find(v)] = find(face[0]);
    }
    colour(cuts);
  }

  bool has(std::size_t face) const { return m_atCut[face] != 0; }
  int colourOf(std::size_t face) { return m_colour[find(m_faces[face][0])]; }

 private:
  Index find(Index v) {
    while (m_parent[v] != v) v = m_parent[v] = m_parent[m_parent[v]];
    return v;
  }

  /// Gives the sides of each cut two colours, one cut after another from those that have a colour.
  void colour(std::span<const SoftCollision::CutGroup> cuts) {
    m_colour.assign(m_parent.size(), -1);
    for (bool starts = true; starts;) {
      starts = false;
      for (bool grows = true; grows;) {
        grows = false;
        for (const SoftCollision::CutGroup& group : cuts)
          for (const int from : group.nodes)
            for (const int to : group.nodes) {
              const int known = m_colour[find(static_cast<Index>(from))];
              int& other = m_colour[find(static_cast<Index>(to))];
              if (known < 0 || other >= 0) continue;
              other = 1 - known;
              grows = true;
            }
      }
      for (const SoftCollision::CutGroup& group : cuts) {
        int& first = m_colour[find(static_cast<Index>(group.nodes.front()))];
        if (first >= 0) continue;
        first = 0;
        starts = true;
        break;
      }
    }
  }

  std::vector<Index> m_parent;
  std::vector<std::uint8_t> m_atCut;
  std::vector<int> m_colour;  // by the root of a part
  const std::vector<Triangle>& m_faces;
};

}  // namespace

void addCutSides(const Simulation& simulation, Drawing& drawing) {
  const SoftCollision* const collision = simulation.softCollision();
  if (!collision) return;
  const auto& bodies = simulation.bodies();
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const btSoftBody& body = *bodies[b].body;
    std::vector<SoftCollision::CutGroup> cuts = collision->getCuts(&body);
    // A cut of this moment is not yet read.
    std::erase_if(cuts,
                  [&](const SoftCollision::CutGroup& group) { return group.nodes.back() >= body.m_nodes.size(); });
    if (cuts.empty()) continue;
    Sides sides(bodies[b].mesh, cuts);
    std::vector<Colour>& colours = drawing.surfaces[b].colours;
    colours.assign(bodies[b].mesh.faces.size(), mix(bodyColour(b), kWhite, 0.6f));
    for (std::size_t f = 0; f < colours.size(); ++f)
      if (sides.has(f) && sides.colourOf(f) >= 0) colours[f] = kCutColours[sides.colourOf(f)];
    const btScalar contactDistance = 2 * collision->getMargin(&body);
    for (const SoftCollision::CutGroup& group : cuts) {
      if (kPartOfOpening * group.opening >= contactDistance) continue;
      btVector3 middle(0, 0, 0);
      for (const int node : group.nodes) middle += body.m_nodes[node].m_x / btScalar(group.nodes.size());
      drawing.points.push_back({middle, kSideDot * drawing.scale, kCutPair});
    }
  }
}

}  // namespace pliant::detail
