#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/ldi/LdiAnswering.h>

#include <memory>
#include <utility>
#include <vector>

namespace pliant::detail {

/// Bytes held at present, spare ones included.
std::size_t memoryOf(const LayeredDepthImage& image);

/// The last of those that wait, or a new one.
template <typename T>
std::unique_ptr<T> spareOrNew(std::vector<std::unique_ptr<T>>& spare) {
  if (spare.empty()) return std::make_unique<T>();
  std::unique_ptr<T> last = std::move(spare.back());
  spare.pop_back();
  return last;
}

LdiSurface surfaceOf(const BodySet& bodies, Index slot, bool inward);

/// Images of bodies, drawn when they are asked for and kept as long as neither body nor view moves: for rigid objects
/// stages 1 and 2 are done once (Heidelberger 2003, tables 1 and 2).
class LdiImages {
 public:
  /// After an update of the set.
  void update(const BodySet& bodies);

  /// The image of `slot` for a query together with `other` (the same for itself). Valid until forgetUnused.
  const LayeredDepthImage& image(const BodySet& bodies, Index slot, Index other, bool inward, const LdiView& view,
                                 LdiRenderer& renderer, Counters& counters, Workers& workers);
  /// The same image where `answering` keeps it: to be asked of, and then to be handed to `answered`.
  LdiSubject subject(const BodySet& bodies, Index slot, Index other, bool inward, const LdiView& view,
                     LdiAnswering& answering);
  void answered(Index slot, Index other, const LdiSubject& subject, Counters& counters);
  std::uint64_t updates() const { return m_update; }
  /// Number of the update at which it last moved.
  std::uint64_t movedAt(Index slot) const { return m_moved[slot]; }
  /// Every image is drawn anew when it is asked for.
  void forgetAll();
  /// Frees images that take more memory than what is gained by keeping them.
  void freeLarge();
  /// Gives the memory of images that were not asked for since the last call to those that will be drawn.
  void forgetUnused();
  std::size_t memory() const;

 private:
  struct Entry {
    Index slot = 0, other = 0;
    std::uint64_t drawn = 0;  ///< m_moved[slot] then
    bool used = false;
    LayeredDepthImage image;
    std::unique_ptr<LdiKeptImage> kept;  ///< what a renderer keeps; not always of the same view
    LdiAnswering* keeper = nullptr;      ///< who made it
    std::uint64_t keptDrawn = 0;
    LdiView keptView;
    std::size_t spareBytes = 0;  ///< of it, while the entry is spare
  };

  Entry& entryOf(Index slot, Index other);
  void spare(std::unique_ptr<Entry> entry);

  std::uint64_t m_revision = 0;
  std::uint64_t m_update = 0;
  std::vector<PackedPosition> m_positions;                 ///< of the last update
  std::vector<std::uint64_t> m_moved;                      ///< by slot: update at which it last moved
  std::vector<std::unique_ptr<Entry>> m_entries, m_spare;  ///< sorted by (slot, other)
  std::size_t m_spareBytes = 0;
};

}  // namespace pliant::detail
