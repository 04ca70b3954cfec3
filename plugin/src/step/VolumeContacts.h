#pragma once

#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/ldi/LdiDetector.h>

#include <cstdint>
#include <string>
#include <vector>

#include "SoftBodyReader.h"
#include "pairKey.h"
#include "solve/ContactSource.h"

namespace pliant::detail {

/// Which pairs of a step collide through their volumes, and what these are.
///
/// Served by volumes are pairs of closed bodies, rigid meshes among them, and closed bodies with themselves, that are
/// slow: whose motion in the step is less than half of what they are thick, so that predicted positions show which side
/// is which. The others are left to the elements' contacts: what has no volume, what is fast, and what overlaps already
/// so deep that bodies have to go apart as wholes.
class VolumeContacts {
 public:
  /// Null: none.
  void setDetector(LdiDetector* detector);
  bool active() const { return m_detector != nullptr && !m_failed; }

  /// After the set's update, before elements are looked at. `pairs`: keys of slots, sorted; those that are served are
  /// taken out. `kept(a, b)`: slots whose elements are being taken apart, which go on with that. Throws what the
  /// detector throws; then `fail` is called for, and the set shows anything.
  template <typename Kept>
  void find(SoftBodyReader& reader, Workers& workers, std::vector<PairKey>& pairs, Kept&& kept, Counters& counters) {
    begin(reader);
    if (m_detector == nullptr) return;
    expect(reader, workers);
    std::erase_if(pairs, [&](PairKey key) {
      return isVolume(smallerOf(key)) && isVolume(largerOf(key)) && !kept(smallerOf(key), largerOf(key)) &&
             serve(reader, workers, key, counters);
    });
    for (Index slot = 0; slot < reader.set().bodyCount(); ++slot) {
      if (reader.set().selfAt(slot) && isVolume(slot) && !kept(slot, slot))
        serve(reader, workers, pairKey(slot, slot), counters);
    }
    reader.showMotion();
    reader.set().update(workers);
  }

  /// By slot: the body's own surface is looked at through its volume in this step.
  bool servesSelf(Index slot) const { return serves(pairKey(slot, slot)); }
  /// Whether elements of two slots must be looked at by the check of a motion that the solver has changed: those that
  /// the volumes have not seen, or that now go too far in one step for the next one to see on which side they were.
  bool checks(Index slotA, Index slotB) const;
  /// Whether there are any such at all. After the set's update.
  bool beginCheck(const SoftBodyReader& reader);

  bool checksAnySelf() const;

  /// Whether a body that was handed in has a volume; false also for what is too thin.
  bool isVolume(Index slot) const { return m_detector != nullptr && m_bodies[slot].thickness > 0; }

  bool measured(const BodySet& set) const { return m_detector != nullptr && m_revision == set.revision(); }

  const VolumeRegions& regions() const { return m_regions; }
  /// Nothing is served in this step after all: elements are looked at as if there were no volumes.
  void fail();
  void endStep(const SoftBodyReader& reader);

 private:
  struct Body {
    Real thickness = 0;              ///< of its shape at rest: twice the volume by the surface; 0: no volume
    Real edge = 0;                   ///< mean length at rest
    bool held = false;               ///< volumes are looked at where the step starts
    Vector3 mean = Vector3::Zero();  ///< of its vertices' motions in this step, as masses weigh them
    /// How far vertices' motions are from that: as the last step has ended. The prediction of this one says less:
    /// forces within a body, such as pressure, are in it, and what holds against them is not.
    Real spread = 0;
    Real farthest = 0;  ///< the same of the vertex that went farthest; of the motion that is being checked
  };

  /// Of a body along one axis.
  struct Extent {
    Real begin, end;
    Index slot;
  };

  void begin(const SoftBodyReader& reader);
  void drop();
  void measure(const SoftBodyReader& reader);
  void findHeld(const SoftBodyReader& reader);
  void expect(SoftBodyReader& reader, Workers& workers);
  void measureMotion(const SoftBodyReader& reader, bool predicted);
  bool isFast(Index slotA, Index slotB) const;
  bool isFar(Index slotA, Index slotB) const;
  void sortExtents(const BodySet& set);
  bool mayPass(const BodySet& set, Index slotA, Index slotB) const;
  bool serves(PairKey key) const;
  bool serve(const SoftBodyReader& reader, Workers& workers, PairKey key, Counters& counters);
  bool append(const BodySet& set, PairKey key, bool anyDepth);

  LdiDetector* m_detector = nullptr;
  bool m_failed = false;  ///< in this step
  std::uint64_t m_revision = 0;
  std::vector<Body> m_bodies;       ///< by slot
  std::vector<Index> m_ids;         ///< by slot, rising
  std::vector<PairKey> m_served;    ///< of slots, sorted
  std::vector<PairKey> m_touching;  ///< of slots, sorted: served, and with a volume
  std::vector<PairKey> m_lastIds;   ///< of body ids, sorted: those that touched in the last step
  /// Of body ids, sorted: those that have touched and whose boxes have met ever since. They may share what no pixel
  /// shows, and whose sides elements would take for the wrong ones.
  std::vector<PairKey> m_nearIds;
  std::vector<PairKey> m_checked;  ///< of slots, sorted
  std::vector<Extent> m_extents;   ///< of volumes, by where they begin
  /// By flat vertex: where volumes are looked at. Bodies are taken along with their mean motion as they are, since what
  /// the prediction does to their shape, by pressure for one, their links will undo.
  std::vector<PackedPosition> m_expected, m_start;
  std::vector<std::uint8_t> m_moved;  ///< by slot: by someone else, since the last step
  LdiRegions m_found;
  VolumeRegions m_regions;
};

}  // namespace pliant::detail
