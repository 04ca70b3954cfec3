#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <vector>

#include "core/DisjointSets.h"
#include "core/GroupedIndices.h"
#include "solve/SolveContext.h"

namespace pliant::detail {

/// Last resort for hits that contacts did not prevent: vertices that meet move as one impact zone (Bridson, Fedkiw,
/// Anderson, "Robust treatment of collisions, contact and friction for cloth animation", 2002; Harmon et al., "Robust
/// treatment of simultaneous collisions", 2008).
///
/// A zone replaces its vertices' displacements d by t + ω × (q − c): the affine map with the same linear and angular
/// momentum, and never more kinetic energy. Such a map is never singular, so it creates no intersection that was not
/// there at t0.
/// - A dynamic rigid body joins as a whole, and its zone then rotates rigidly.
/// - A rigid body that is restrained along or about an axis moves by itself, like a pinned vertex.
/// - A zone that is driven by a rigid mesh follows the mesh's motion, rotation included.
/// - Zones grow until no elements meet.
/// - If rounding makes a zone meet itself, the zone loses first its rotation, then its motion, unless a rigid mesh
///   drives it.
class ImpactZones {
 public:
  /// Clears the zones of the last step.
  void begin(std::size_t vertexCount);

  /// Joins the vertices of each hit into zones, or with `whole` all vertices of the bodies that have hits, and moves
  /// every zone. Returns false if no zone changed; further calls then change nothing. `hits` keeps the hits that
  /// changed a zone, and the hits that cannot be resolved: those of pinned or driven vertices against each other or
  /// against a zone that must stand still. A zone's map brings no two points nearer, so the check reports hits within a
  /// zone only out of caution: they are removed unless they are as near as rounding.
  bool absorb(const SolveContext& context, std::vector<SurfaceContact>& hits, bool whole = false);

  int zones() const { return m_zones; }
  /// Returns the vertices in zones, as vertex indices in the set, in the order in which they joined. A rigid body is
  /// represented by its first vertex.
  std::span<const Index> vertices() const { return m_vertices; }
  /// Returns the displacement of each of these vertices, from t0 to its position before it joined.
  std::span<const Eigen::Vector3d> displacements() const { return m_displacement; }

 private:
  enum class Freedom : std::uint8_t { Rigid, Translation, None };
  struct Zone {
    Freedom freedom = Freedom::Rigid;
    bool driven = false;             ///< true if it touches a vertex that no zone can move
    Eigen::Vector3d drive{0, 0, 0};  ///< sum of the displacements that drive it; the zone moves by their mean
    int drives = 0;
    const RigidMember* driver = nullptr;  ///< a mesh of the rigid body that alone drives it, or null

    bool goesWithDriver() const { return driver != nullptr; }
    void addDrive(const RigidMember* by, const Eigen::Vector3d& displacement);
    void add(const Zone& other);
  };

  static Index memberFor(const SolveContext& context, Index vertex);
  void join(const SolveContext& context, Index vertex);
  bool unite(const SolveContext& context, Index vertex, Index& root);
  bool joinWhole(const SolveContext& context, std::span<const SurfaceContact> hits);
  void move(const SolveContext& context, std::span<const Index> members, const Zone& zone);

  DisjointSets m_sets;
  std::vector<Index> m_vertices;                ///< members, as vertex indices in the set
  std::vector<Eigen::Vector3d> m_displacement;  ///< displacement of each member before it joined
  std::vector<Index> m_memberOf;                ///< one per vertex of the set: index in m_vertices, or kNoIndex
  std::vector<Zone> m_zone;                     ///< one per member; valid for the roots of m_sets
  GroupedIndices m_byZone;                      ///< members by the root of their zone
  std::vector<char> m_isWhole;                  ///< one per body: 1 if all of the body has joined
  int m_zones = 0;
};

}  // namespace pliant::detail
