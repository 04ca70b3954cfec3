#pragma once

#include <pliant/detectors/BodySet.h>

#include <span>
#include <vector>

namespace pliant::detail {

/// Parts of a body's surface that cuts leave, and on which side of them they are.
class SideRegions {
 public:
  /// What depends on the topology alone.
  void build(const BodySet& bodies);

  /// `cuts`: flat edges of the body that lead to the other side, each once. The largest part is on the right side, as
  /// is the largest of each piece of a body that no edge joins to it.
  void find(const BodySet& bodies, Index slot, std::span<const Index> cuts);

  /// All take flat vertices of the body that find was called for.
  Index part(Index vertex) const { return m_partOf[vertex - m_first]; }
  bool wrong(Index vertex) const { return m_side[part(vertex)] == kWrong; }
  /// Flat vertices of a part.
  std::span<const Index> vertices(Index part) const {
    return std::span(m_front).subspan(m_partBegin[part], m_partBegin[part + std::size_t{1}] - m_partBegin[part]);
  }

 private:
  static constexpr std::uint8_t kRight = 0, kWrong = 1, kOpen = 2;
  struct Step {
    Index vertex, edge;
  };
  struct Arc {
    Index from, to;
    auto operator<=>(const Arc&) const = default;
  };
  void flood(const BodySet& bodies, Index slot);
  void colour();

  std::vector<std::size_t> m_begin;  // by flat vertex: its steps
  std::vector<Step> m_steps;
  std::vector<double> m_area;       // by flat vertex, at rest
  std::vector<std::uint8_t> m_cut;  // by flat edge

  Index m_first = 0;
  std::vector<Index> m_partOf;  // by the body's own vertex
  std::vector<Index> m_front, m_partBegin;
  std::vector<double> m_partArea;
  std::vector<std::uint8_t> m_side;  // by part
  std::vector<Index> m_order, m_queue;
  std::vector<Arc> m_arcs;
};

}  // namespace pliant::detail
