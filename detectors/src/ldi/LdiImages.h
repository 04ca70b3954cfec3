#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/ldi/LdiBackend.h>

#include <memory>
#include <utility>
#include <vector>

namespace pliant::detail {

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

  /// Returns body `slot` (body index) and its image for a query with body `other`, or with itself (slot == other). Pass
  /// it to `backend`, then to answered().
  LdiInput input(const BodySet& bodies, Index slot, Index other, bool inward, const LdiView& view, LdiBackend& backend);
  void answered(Index slot, Index other, const LdiInput& input, Counters& counters);
  /// Returns the image in main memory. Valid until freeLarge or forgetUnused.
  const LayeredDepthImage& read(const BodySet& bodies, Index slot, Index other, bool inward, const LdiView& view,
                                LdiBackend& backend, Workers& workers);
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
    std::uint64_t drawn = 0;  ///< m_moved[slot] at that time; 0: no image
    bool used = false;
    LdiView view;
    std::unique_ptr<LdiImageHandle> image;
    std::size_t spareBytes = 0;  ///< bytes of the image outside main memory while the entry is spare

    std::size_t bytes() const;
  };

  Entry& entryOf(Index slot, Index other);
  void drawn(Entry& entry, const LdiInput& input) const;
  void spare(std::unique_ptr<Entry> entry);

  std::uint64_t m_revision = 0;
  std::uint64_t m_update = 0;
  std::vector<PackedPosition> m_positions;                 ///< positions of the last update
  std::vector<std::uint64_t> m_moved;                      ///< one per body: update in which it last moved
  std::vector<std::unique_ptr<Entry>> m_entries, m_spare;  ///< m_entries: sorted by (slot, other)
  std::size_t m_spareBytes = 0;
};

}  // namespace pliant::detail
