#pragma once

#include <pliant/detectors/SurfaceContacts.h>

#include <vector>

#include "solve/SolveContext.h"
#include "solve/UnionFind.h"

namespace pliant::detail {

/// The last resort for hits that contacts did not prevent: vertices that meet move as one (Bridson, Fedkiw, Anderson,
/// "Robust treatment of collisions, contact and friction for cloth animation", 2002; Harmon et al., "Robust treatment
/// of simultaneous collisions", 2008).
///
/// A zone replaces its vertices' displacements d by t + ω × (q − c): the affine map that has their linear and angular
/// momentum, and never more kinetic energy. Such a map is never singular, so that a clean start stays clean. A rigid
/// body that gives way joins as a whole, and its zone turns as it does; but one that is held along or about an axis
/// moves by itself, as a pinned vertex does. A zone that a rigid mesh drives goes the mesh's way, turns included. Zones
/// grow until nothing meets. Should rounding make a zone meet itself, it gives up first its rotation, then its motion,
/// unless a rigid mesh drives it.
class ImpactZones {
 public:
  /// Forgets all zones of the last step.
  void begin(std::size_t vertexCount);

  /// Joins the vertices of the hits, or whole bodies that have them, and moves every zone. Returns whether any zone
  /// changed; if not, there is nothing more to be done here. Leaves in `hits` those that made a zone change and those
  /// that nothing here can resolve: of vertices that are pinned or driven, against each other or against a zone that
  /// must stand still. Hits within a zone come from the check's caution, since a zone's map brings no two points
  /// nearer; unless they are as near as rounding, they are dropped.
  bool absorb(const SolveContext& context, std::vector<SurfaceContact>& hits, bool whole = false);

  int zones() const { return m_zones; }
  /// Flat vertices in zones, in the order in which they joined; for a rigid body its first.
  std::span<const Index> vertices() const { return m_vertices; }
  /// The way of each of these from the start of the step to where it was before it joined.
  std::span<const Eigen::Vector3d> displacements() const { return m_displacement; }

 private:
  enum class Freedom : std::uint8_t { Rigid, Translation, None };
  struct Zone {
    Freedom freedom = Freedom::Rigid;
    bool driven = false;             ///< touches something that moves by itself or stands still
    Eigen::Vector3d drive{0, 0, 0};  ///< its displacement, the mean of several
    int drives = 0;
    const RigidMember* driver = nullptr;  ///< a mesh of the rigid body that alone drives it

    bool goesWithDriver() const { return driver != nullptr; }
    void addDrive(const RigidMember* by, const Eigen::Vector3d& displacement);
    void add(const Zone& other);
  };

  static Index memberFor(const SolveContext& context, Index vertex);
  void join(const SolveContext& context, Index vertex);
  bool unite(const SolveContext& context, Index vertex, Index& root);
  bool joinWhole(const SolveContext& context, std::span<const SurfaceContact> hits);
  void move(const SolveContext& context, std::span<const Index> members, const Zone& zone);

  UnionFind m_sets;
  std::vector<Index> m_vertices;                ///< members
  std::vector<Eigen::Vector3d> m_displacement;  ///< of each member before it joined
  std::vector<Index> m_memberOf;                ///< by flat vertex: place in m_vertices, kNoIndex
  std::vector<Zone> m_zone;                     ///< by place of the root
  std::vector<Index> m_begin, m_sorted;
  std::vector<char> m_isWhole;  ///< by slot: all of the body has joined
  int m_zones = 0;
};

}  // namespace pliant::detail
