#pragma once

#include <pliant/detectors/ldi/LdiRenderer.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace pliant::detail {

/// Images along all three axes, as gradients need them. Of bodies that move, only those of the last pair are kept; of a
/// body that stands still those with each of its partners, as long as they are asked for: for rigid objects stages 1
/// and 2 are done once (Heidelberger 2003, tables 1 and 2).
class GradientImages {
 public:
  using Views = std::array<LdiView, 3>;
  struct Entry {
    Index slot = 0, other = 0;
    std::uint64_t movedAt = 0;  ///< update at which the body last moved; 0: nothing drawn
    std::uint64_t used = 0;     ///< update
    Views views;
    std::array<LayeredDepthImage, 3> images;

    bool shows(std::uint64_t moved, const Views& seen) const {
      return movedAt != 0 && movedAt == moved && views == seen;
    }
  };

  /// `changed`: slots stand for other bodies than before.
  void update(std::uint64_t update, bool changed);
  void forgetAll();
  /// Where the images of `slot` with `other` are, or are to be drawn. `place`: 0 or 1, of the two bodies of a pair.
  Entry& entry(Index slot, Index other, std::uint64_t movedAt, std::size_t place);
  std::size_t memory() const;

 private:
  std::uint64_t m_update = 0;
  Entry m_last[2];
  std::vector<std::unique_ptr<Entry>> m_still, m_spare;  // sorted by (slot, other)
};

}  // namespace pliant::detail
