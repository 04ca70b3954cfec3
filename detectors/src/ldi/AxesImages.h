#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace pliant::detail {

/// Images of bodies along all three axes, for gradients and regions. For moving bodies only the images of the last pair
/// are kept. For a body at rest, images are kept for each partner as long as they are used: for rigid objects stages 1
/// and 2 run once (Heidelberger 2003, tables 1 and 2).
class AxesImages {
 public:
  using Views = std::array<LdiView, 3>;
  struct Entry {
    Index slot = 0, other = 0;
    std::uint64_t movedAt = 0;  ///< last update that moved the body, when drawn; 0: no images
    std::uint64_t used = 0;     ///< update of the last use
    Views views;
    std::unique_ptr<LdiImageHandle> image;

    bool shows(std::uint64_t moved, const Views& seen) const {
      return movedAt != 0 && movedAt == moved && views == seen;
    }
  };

  /// Starts an update. `changed`: the body indices (slots) stand for other bodies than before; all images become
  /// invalid.
  void update(std::uint64_t update, bool changed);
  void forgetAll();
  /// Returns the entry that holds, or will receive, the images of body `slot` for a pair with body `other`. `place`: 0
  /// or 1, position of the body in the pair.
  Entry& entry(Index slot, Index other, std::uint64_t movedAt, std::size_t place);
  std::size_t memory() const;

 private:
  std::uint64_t m_update = 0;
  Entry m_last[2];
  std::vector<std::unique_ptr<Entry>> m_still, m_spare;  // m_still: sorted by (slot, other)
};

}  // namespace pliant::detail
