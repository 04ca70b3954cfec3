#include "Geometry.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "OrbitCamera.h"

namespace pliant::detail {
namespace {

// Least cosine of the angle between two faces that share a corner normal, on smooth and on other surfaces.
constexpr float kSmoothCosine = 0.7071f, kEvenCosine = 0.9999f;
constexpr float kOne = 65535;
constexpr std::size_t kMostShared = 64;  // vertices with more corners share none

Geometry::Tint tintOf(const Colour& colour, float opacity) {
  const auto whole = [](float part) { return static_cast<std::uint16_t>(std::clamp(part, 0.0f, 1.0f) * kOne + 0.5f); };
  return {whole(colour[0]), whole(colour[1]), whole(colour[2]), whole(opacity)};
}

bool isGlass(const Geometry::Tint& tint) {
  return tint[3] < static_cast<std::uint16_t>(kOne);
}

Eigen::Vector3f unit(const Eigen::Vector3f& v) {
  const float length = v.norm();
  return length > 0 ? Eigen::Vector3f(v / length) : Eigen::Vector3f(0, 1, 0);
}

}  // namespace

void Geometry::take(const Drawing& drawing) {
  m_corners.clear();
  m_rods.clear();
  m_opaque.clear();
  m_glass.clear();
  m_surfaces.assign(drawing.surfaces.size(), {});
  m_low.setConstant(std::numeric_limits<float>::infinity());
  m_high = -m_low;
  const auto takeThose = [&](bool aid, bool closed) {
    for (std::size_t s = 0; s < drawing.surfaces.size(); ++s) {
      const DrawnSurface& surface = drawing.surfaces[s];
      if (surface.aid != aid || (aid && surface.closed != closed)) continue;
      if (surface.rods) {
        takeRods(surface);
        continue;
      }
      m_surfaces[s].opaque.begin = m_opaque.size();
      m_surfaces[s].glass.begin = m_glass.size();
      takeFaces(surface);
      m_surfaces[s].opaque.end = m_opaque.size();
      m_surfaces[s].glass.end = m_glass.size();
    }
  };
  takeThose(false, false);
  m_bodiesOpaque = m_opaque.size();
  m_bodiesGlass = m_glass.size();
  takeThose(true, false);
  m_openOpaque = m_opaque.size();
  takeThose(true, true);
  takeDots(drawing);
}

void Geometry::takeFaces(const DrawnSurface& surface) {
  const SoftMesh& mesh = surface.mesh;
  m_faces.resize(mesh.faces.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    const Triangle& t = mesh.faces[f];
    const Eigen::Vector3f a = toVector(mesh.positions[t[0]]);
    m_faces[f].area = (toVector(mesh.positions[t[1]]) - a).cross(toVector(mesh.positions[t[2]]) - a);
    m_faces[f].normal = unit(m_faces[f].area);
    const bool marked = !surface.marked.empty() && surface.marked[f] != 0;
    const Colour& colour = marked ? kMarkColour : surface.colours.empty() ? surface.colour : surface.colours[f];
    m_faces[f].tint = tintOf(colour, marked ? 1 : surface.opacity);
    m_faces[f].backWhite = marked || !hasPaleBacks(surface) ? 0 : kBackWhite;
  }
  shareCorners(surface);
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    std::vector<std::uint32_t>& indices = isGlass(m_faces[f].tint) ? m_glass : m_opaque;
    indices.insert(indices.end(), &m_shared[3 * f], &m_shared[3 * f] + 3);
  }
}

/// Sets a corner's normal to the mean of those faces at its vertex whose normals are near its own face's normal. Faces
/// behind a sharp edge would darken the corner alone, so they are excluded.
void Geometry::shareCorners(const DrawnSurface& surface) {
  const SoftMesh& mesh = surface.mesh;
  const float least = surface.smooth ? kSmoothCosine : kEvenCosine;
  m_firstAt.assign(mesh.positions.size() + 1, 0);
  for (const Triangle& t : mesh.faces)
    for (const Index v : t) ++m_firstAt[v + 1];
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) m_firstAt[v + 1] += m_firstAt[v];
  m_cornersAt.resize(3 * mesh.faces.size());
  m_shared.resize(3 * mesh.faces.size());
  for (std::size_t f = mesh.faces.size(); f-- > 0;)
    for (std::size_t k = 0; k < 3; ++k)
      m_cornersAt[--m_firstAt[mesh.faces[f][k] + 1]] = static_cast<std::uint32_t>(3 * f + k);
  // Now m_firstAt[v + 1] is the offset of the first corner of vertex v.
  std::array<std::uint64_t, kMostShared> meant{};
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const std::uint32_t* const at = m_cornersAt.data() + m_firstAt[v + 1];
    const std::size_t end = v + 2 < m_firstAt.size() ? m_firstAt[v + 2] : m_cornersAt.size();
    const std::size_t count = end - m_firstAt[v + 1];
    const Eigen::Vector3f p = toVector(mesh.positions[v]);
    for (std::size_t i = 0; i < count; ++i) {
      const Face& own = m_faces[at[i] / 3];
      Eigen::Vector3f sum(0, 0, 0);
      std::uint64_t those = 0;
      for (std::size_t j = 0; j < count; ++j) {
        const Face& other = m_faces[at[j] / 3];
        if (j != i && !(other.normal.dot(own.normal) > least)) continue;
        sum += other.area;
        those |= std::uint64_t{1} << (j % kMostShared);
      }
      std::size_t same = count <= kMostShared ? 0 : i;
      while (same < i && (meant[same] != those || m_faces[at[same] / 3].tint != own.tint ||
                          m_faces[at[same] / 3].backWhite != own.backWhite))
        ++same;
      if (i < kMostShared) meant[i] = those;
      if (same < i) {
        m_shared[at[i]] = m_shared[at[same]];
        continue;
      }
      m_shared[at[i]] = static_cast<std::uint32_t>(m_corners.size());
      const Eigen::Vector3f normal = unit(sum);
      m_corners.push_back({{p.x(), p.y(), p.z()}, {normal.x(), normal.y(), normal.z()}, own.backWhite, own.tint});
      if (surface.aid || isGlass(own.tint)) continue;
      m_low = m_low.cwiseMin(p);
      m_high = m_high.cwiseMax(p);
    }
  }
}

void Geometry::takeRods(const DrawnSurface& surface) {
  const std::vector<btVector3>& p = surface.mesh.positions;
  for (std::size_t rod = 0; rod < p.size() / kRodCorners; ++rod) {
    const btVector3* const c = &p[rod * kRodCorners];
    const Eigen::Vector3f ends[] = {(toVector(c[0]) + toVector(c[2]) + toVector(c[4])) / 3,
                                    (toVector(c[1]) + toVector(c[3]) + toVector(c[5])) / 3};
    const float thick = (toVector(c[0]) - ends[0]).norm();
    const Eigen::Vector3f along = unit(ends[1] - ends[0]);
    const Tint tint =
        tintOf(surface.colours.empty() ? surface.colour : surface.colours[rod * kRodFaces], surface.opacity);
    for (const Eigen::Vector3f& end : ends)
      for (const float side : {thick, -thick})
        m_rods.push_back({{end.x(), end.y(), end.z()}, {along.x(), along.y(), along.z()}, side, tint});
  }
}

void Geometry::takeDots(const Drawing& drawing) {
  m_dots.clear();
  for (const bool inFront : {false, true}) {
    for (const DrawnPoint& point : drawing.points) {
      if (point.inFront != inFront) continue;
      const Eigen::Vector3f at = toVector(point.at);
      m_dots.push_back({{at.x(), at.y(), at.z(), static_cast<float>(point.radius)},
                        {point.colour[0], point.colour[1], point.colour[2]}});
    }
    if (!inFront) m_hiddenDots = m_dots.size();
  }
}

}  // namespace pliant::detail
