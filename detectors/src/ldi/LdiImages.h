#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/ldi/LdiBackend.h>

#include <array>
#include <memory>
#include <vector>

namespace pliant::detail {

LdiSurface surfaceOf(const BodySet& bodies, Index body, bool inward);

/// Images of bodies: drawn when requested, and kept as long as neither body nor view moves. For rigid objects stages 1
/// and 2 run once (Heidelberger 2003, tables 1 and 2).
///
/// Images along all three axes are for gradients and regions. For moving bodies only those of the last pair are kept.
/// For a body at rest they are kept for each partner as long as they are used.
class LdiImages {
 public:
  using AxesViews = std::array<LdiView, 3>;

  /// Call after each update of the set. `changed`: the body indices stand for other bodies than before.
  void update(const BodySet& bodies, bool changed);

  /// Returns a body and its image for a query with another body, or with itself (body == other). Pass it to
  /// `backend`, then to answered().
  LdiInput input(const BodySet& bodies, Index body, Index other, bool inward, const LdiView& view, LdiBackend& backend);
  void answered(Index body, Index other, const LdiInput& input, Counters& counters);
  /// Returns the image in main memory. Valid until freeLarge or forgetUnused.
  const LayeredDepthImage& read(const BodySet& bodies, Index body, Index other, bool inward, const LdiView& view,
                                LdiBackend& backend, Workers& workers);
  /// Like input() and answered(), for images along all axes. `place`: 0 or 1, position of the body in the pair.
  LdiAxesInput axesInput(const BodySet& bodies, Index body, Index other, bool inward, const AxesViews& views,
                         LdiBackend& backend, std::size_t place);
  void axesAnswered(const LdiAxesInput& input, std::size_t place, Counters& counters);

  /// Invalidates all images: each is drawn again when requested.
  void forgetAll();
  /// Frees images of more than 256 MiB, which are not worth their memory.
  void freeLarge();
  /// Makes the memory of images that were not requested since the last call available to new images.
  void forgetUnused();
  std::size_t memory() const;

 private:
  struct Entry {
    Index body = 0, other = 0;
    std::uint64_t drawn = 0;  ///< m_moved[body] at that time; 0: no image
    std::uint64_t used = 0;   ///< 1 if used since forgetUnused(); along all axes: update of the last use
    AxesViews views;          ///< a single view is the first
    std::unique_ptr<LdiImageHandle> image;
    std::size_t spareBytes = 0;  ///< bytes of the image on the card while the entry is spare

    /// Returns the main memory of the image [bytes].
    std::size_t memory() const { return image == nullptr ? 0 : image->memory(); }
  };
  using Entries = std::vector<std::unique_ptr<Entry>>;

  static Entry& findOrAdd(Entries& entries, Entries& spare, Index body, Index other);
  Entry& entryOf(Index body, Index other);
  Entry& axesEntryOf(Index body, Index other, std::size_t place);
  void markDrawn(Entry& entry, const LdiInput& input) const;
  void spare(std::unique_ptr<Entry> entry);
  void updateAxes(bool changed);

  std::uint64_t m_update = 0;
  std::vector<PackedPosition> m_positions;  ///< positions of the last update
  std::vector<std::uint64_t> m_moved;       ///< one per body: update in which it last moved
  Entries m_entries, m_spare;               ///< m_entries: sorted by (body, other)
  std::size_t m_spareBytes = 0;
  bool m_onCard = false;            ///< true if the backend keeps images on a graphics card
  Entry m_last[2];                  ///< images along all axes of the last pair that moved
  Entries m_still, m_axesSpare;     ///< images along all axes of bodies at rest, sorted like m_entries
  std::array<Entry*, 2> m_asked{};  ///< entries of the last axesInput()
};

}  // namespace pliant::detail
