#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/BucketSettings.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/Export.h>
#include <pliant/detectors/buckettree/SortedAxis.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// The octree of a BucketOctree, independent of the primitive type.
///
/// - Handles are sorted into buckets by their places.
/// - The box of a node is the exact union of the extents below it.
/// - Nodes have indices from root() on; the children of an inner node are contiguous.
/// - Storage::Full: a node without primitives is not in use; its mark is older than the last update.
///   Its other data is not cleared.
class PLIANT_DETECTORS_EXPORT Buckets {
 public:
  struct Node {
    Box box;
    Index first = 0, count = 0;  ///< range of child nodes, or of entries in order() for a leaf
    bool leaf = true;
  };

  /// Statistics of an update.
  struct Report {
    unsigned levels = 0;
    Index primitives = 0;  ///< number of primitives in buckets
    Index buckets = 0;     ///< number of buckets in use, with those inside divided buckets
    Index nodes = 0;       ///< number of nodes in use, with buckets
    Index divided = 0;     ///< number of crowded buckets that were divided
  };

  Buckets() = default;
  explicit Buckets(const BucketSettings& settings) { setSettings(settings); }
  /// Throws the errors of check().
  void setSettings(const BucketSettings& settings);
  /// Throws Error if there are more levels than the storage supports.
  static void check(const BucketSettings& settings);
  const BucketSettings& settings() const { return m_settings; }

  /// Sorts the handles into buckets. Handle h has the place places[h] and the extent extents[h].
  /// Handles with present[h] = 0 are excluded; an empty `present` includes all handles.
  /// A place may lie outside its extent; NaN counts as 0.
  void update(std::span<const std::array<Real, 3>> places, std::span<const Box> extents,
              std::span<const std::uint8_t> present = {});

  bool empty() const { return m_order.empty(); }
  Index root() const { return 0; }
  const Node& node(Index index) const { return m_nodes[index]; }
  /// Returns true if the node contains primitives of the last update.
  bool inUse(Index index) const { return index >= m_marks.size() || m_marks[index] == m_updates; }
  /// Returns the number of updates since the node was last in use: 0 for the last update, kNever if it never was.
  /// A node that is not in use keeps its data of that time.
  std::uint64_t age(Index index) const {
    if (index >= m_marks.size()) return 0;
    return m_marks[index] == 0 ? kNever : m_updates - m_marks[index];
  }
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  /// Returns all included handles, bucket by bucket.
  std::span<const Index> order() const { return m_order; }
  /// Returns the handles of a bucket.
  std::span<const Index> content(const Node& bucket) const { return order().subspan(bucket.first, bucket.count); }
  const Report& report() const { return m_report; }

  /// Returns the memory [bytes].
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
  void assignSorted(std::span<const std::uint8_t> present);
  void assignDirect();
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
  std::uint64_t m_updates = 0;
  Box m_grid{};
  std::vector<Point> m_places;
  std::vector<Index> m_handles, m_newcomers;  // included handles, and those new in the arrays; ascending
  std::vector<Keyed> m_keyed, m_other;
  std::vector<std::uint32_t> m_codes;  // Morton code per handle
  std::vector<std::array<std::uint32_t, 3>> m_cells;
  SortedAxis m_axes[3];
  std::vector<std::uint8_t> m_inAxes, m_gone;
  std::vector<Index> m_order;
  std::vector<Node> m_nodes;
  std::vector<std::uint64_t> m_marks;  // full storage: last update per node
  std::vector<Index> m_reached;        // full storage: nodes in use, level by level
};

}  // namespace pliant
