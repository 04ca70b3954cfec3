#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/buckettree/BucketSettings.h>
#include <pliant/detectors/buckettree/SortedAxis.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// The octree of a BucketOctree, whatever its primitives are: handles in buckets by their places, buckets and the nodes
/// above them with the exact boxes of what they hold.
///
/// Nodes go by one index, the root's is root(). An inner node's children lie side by side; with Storage::Full some of
/// them may not be in use: those that an update did not reach bear an older mark. Nothing is cleared.
class PLIANT_DETECTORS_EXPORT Buckets {
 public:
  struct Node {
    Box box;
    Index first = 0, count = 0;  ///< children, or places in order()
    bool leaf = true;
  };

  /// What the last update did.
  struct Report {
    unsigned levels = 0;
    bool sorted = false;        ///< by Algorithm 2
    Index primitives = 0;       ///< in the buckets
    Index buckets = 0;          ///< in use, those into which crowded ones were divided included
    Index nodes = 0;            ///< in use, buckets among them
    Index divided = 0;          ///< crowded buckets
    std::size_t moves = 0;      ///< of Algorithm 2, in its three arrays; SortedAxis::kNoMoves: sorted anew
    std::size_t newBucket = 0;  ///< primitives in another bucket than before, where Algorithm 1 was used twice running
  };

  Buckets() = default;
  explicit Buckets(const BucketSettings& settings) { setSettings(settings); }
  /// Throws Error as check() does.
  void setSettings(const BucketSettings& settings);
  /// Throws Error where `levels` is more than the storage has.
  static void check(const BucketSettings& settings);
  const BucketSettings& settings() const { return m_settings; }

  /// Handle h is at places[h] and reaches over extents[h]; it takes part where present[h] is not 0 (all do where
  /// `present` is empty). A place may lie anywhere, in its extent or not; NaN counts as 0.
  void update(std::span<const std::array<Real, 3>> places, std::span<const Box> extents,
              std::span<const std::uint8_t> present = {});

  bool empty() const { return m_order.empty(); }
  Index root() const { return 0; }
  const Node& node(Index index) const { return m_nodes[index]; }
  /// Whether the last update has reached the node.
  bool inUse(Index index) const { return index >= m_marks.size() || m_marks[index] == m_updates; }
  /// How many updates ago the last one was that has reached the node, 0: the last of all; kNever: none has. What is not
  /// in use is as that one left it.
  std::uint64_t age(Index index) const {
    if (index >= m_marks.size()) return 0;
    return m_marks[index] == 0 ? kNever : m_updates - m_marks[index];
  }
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  /// All handles that take part, bucket by bucket.
  std::span<const Index> order() const { return m_order; }
  std::span<const Index> content(const Node& bucket) const { return order().subspan(bucket.first, bucket.count); }
  const Report& report() const { return m_report; }
  /// Of places, at the last update.
  const Box& placeBox() const { return m_grid; }

  std::size_t memory() const;

 private:
  using Point = std::array<Real, 3>;
  struct Keyed {
    std::uint32_t code;
    Index handle;
    bool operator<(const Keyed& other) const {
      return code < other.code || (code == other.code && handle < other.handle);
    }
  };
  void reserve(std::size_t count);
  void readPlaces(std::span<const Point> places, std::span<const std::uint8_t> present);
  unsigned chooseLevels(std::size_t count) const;
  bool chooseSorted(const Report& before);
  void assignSorted(std::span<const std::uint8_t> present);
  void assignDirect(bool comparable);
  void sortCodes(Index begin, Index end, unsigned levels);
  void buildSparse(std::span<const Box> extents);
  void buildFull(std::span<const Box> extents);
  void divide(Index node);
  bool encodeAgain(Index first, Index count);
  void takeOrder();
  void refit(std::size_t from, std::span<const Box> extents);
  void boundLeaf(Node& leaf, std::span<const Box> extents);
  void boundInner(Node& node) const;

  BucketSettings m_settings;
  Report m_report;
  std::uint64_t m_updates = 0, m_nextTrial = 0;
  bool m_compared = false;  // the report's newBucket tells something
  Box m_grid{};
  std::vector<Point> m_places;
  std::vector<Index> m_handles, m_newcomers;  // that take part, ascending
  std::vector<Keyed> m_keyed, m_other;
  std::vector<std::uint32_t> m_codes;  // by handle
  std::vector<std::array<std::uint32_t, 3>> m_cells;
  SortedAxis m_axes[3];
  std::vector<std::uint8_t> m_inAxes, m_gone;
  std::vector<Index> m_order;
  std::vector<Node> m_nodes;
  std::vector<std::uint64_t> m_marks;  // full storage: by node
  std::vector<Index> m_reached;        // full storage: nodes of one level in use, level after level
};

/// Smallest box that holds both.
inline void grow(Box& box, const Box& other) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (other.min[k] < box.min[k]) box.min[k] = other.min[k];
    if (other.max[k] > box.max[k]) box.max[k] = other.max[k];
  }
}

/// Whether closed boxes have a point in common.
inline bool overlap(const Box& a, const Box& b) {
  return a.min[0] <= b.max[0] && b.min[0] <= a.max[0] && a.min[1] <= b.max[1] && b.min[1] <= a.max[1] &&
         a.min[2] <= b.max[2] && b.min[2] <= a.max[2];
}

}  // namespace pliant
