#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/ldi/LdiAnswering.h>

#include <memory>
#include <utility>
#include <vector>

namespace pliant::detail {

/// Returns the allocated bytes, unused capacity included.
std::size_t memoryOf(const LayeredDepthImage& image);

/// Takes the last spare object, or creates a new one.
template <typename T>
std::unique_ptr<T> spareOrNew(std::vector<std::unique_ptr<T>>& spare) {
  if (spare.empty()) return std::make_unique<T>();
  std::unique_ptr<T> last = std::move(spare.back());
  spare.pop_back();
  return last;
}

LdiSurface surfaceOf(const BodySet& bodies, Index slot, bool inward);

/// Images of bodies: drawn when requested, and kept as long as neither body nor view moves. For rigid objects stages 1
/// and 2 run once (Heidelberger 2003, tables 1 and 2).
class LdiImages {
 public:
  /// Call after each update of the set.
  void update(const BodySet& bodies);

  /// Returns the image of body `slot` (body index) for a query with body `other`, or with itself (slot == other). Valid
  /// until freeLarge or forgetUnused.
  const LayeredDepthImage& image(const BodySet& bodies, Index slot, Index other, bool inward, const LdiView& view,
                                 LdiRenderer& renderer, Counters& counters, Workers& workers);
  /// Returns the same image as `answering` keeps it. Pass it to `answering`, then to answered().
  LdiSubject subject(const BodySet& bodies, Index slot, Index other, bool inward, const LdiView& view,
                     LdiAnswering& answering);
  void answered(Index slot, Index other, const LdiSubject& subject, Counters& counters);
  std::uint64_t updates() const { return m_update; }
  /// Returns the number of the update in which the body last moved.
  std::uint64_t movedAt(Index slot) const { return m_moved[slot]; }
  /// Invalidates all images: each is drawn again when requested.
  void forgetAll();
  /// Frees images of more than 256 MiB, which are not worth their memory.
  void freeLarge();
  /// Makes the memory of images that were not requested since the last call available to new images.
  void forgetUnused();
  std::size_t memory() const;

 private:
  struct Entry {
    Index slot = 0, other = 0;
    std::uint64_t drawn = 0;  ///< m_moved[slot] at that time
    bool used = false;
    LayeredDepthImage image;
    std::unique_ptr<LdiKeptImage> kept;  ///< image in a renderer; its view may differ
    LdiAnswering* keeper = nullptr;      ///< the object that made `kept`
    std::uint64_t keptDrawn = 0;
    LdiView keptView;
    std::size_t spareBytes = 0;  ///< bytes of `kept` while the entry is spare
  };

  Entry& entryOf(Index slot, Index other);
  void spare(std::unique_ptr<Entry> entry);

  std::uint64_t m_revision = 0;
  std::uint64_t m_update = 0;
  std::vector<PackedPosition> m_positions;                 ///< positions of the last update
  std::vector<std::uint64_t> m_moved;                      ///< one per body: update in which it last moved
  std::vector<std::unique_ptr<Entry>> m_entries, m_spare;  ///< m_entries: sorted by (slot, other)
  std::size_t m_spareBytes = 0;
};

}  // namespace pliant::detail
