#pragma once

#include <pliant/detectors/BodySet.h>

#include <span>
#include <vector>

#include "core/Csr.h"

namespace pliant::detail {

/// Divides a body's surface along cut edges into connected regions (parts), each on the right or on the wrong side.
class SideRegions {
 public:
  /// Computes the data that depends on the topology and the shape at rest only.
  void build(const BodySet& bodies);

  /// `cuts`: edges of the body (indices in the set) that lead to the other side, each once. The largest part of each
  /// connected piece of the body is on the right side. Bodies are given by body index.
  void find(const BodySet& bodies, Index body, std::span<const Index> cuts);

  /// These functions take vertex indices in the set, of the body of the last find().
  Index part(Index vertex) const { return m_partOf[vertex - m_first]; }
  bool wrong(Index vertex) const { return m_side[part(vertex)] == kWrong; }
  /// Returns the vertices of a part as indices in the set.
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
  void flood(const BodySet& bodies, Index body);
  void colour();

  Csr<Step, std::size_t> m_steps;   // per vertex of the set
  std::vector<double> m_area;       // one per vertex of the set: twice the area of its faces at rest
  std::vector<std::uint8_t> m_cut;  // one per edge of the set

  Index m_first = 0;
  std::vector<Index> m_partOf;  // one per vertex of the body
  std::vector<Index> m_front, m_partBegin;
  std::vector<double> m_partArea;
  std::vector<std::uint8_t> m_side;  // one per part
  std::vector<Index> m_order, m_queue;
  std::vector<Arc> m_arcs;
};

}  // namespace pliant::detail
