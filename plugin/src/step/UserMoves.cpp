#include "UserMoves.h"

namespace pliant::detail {

void findHandMoves(const btSoftBody& body, std::span<const Real> lastEnd, Real extent, std::vector<Real>& start) {
  start.clear();
  if (lastEnd.size() != 3 * static_cast<std::size_t>(body.m_nodes.size())) return;
  bool moved = false;
  for (int i = 0; i < body.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = body.m_nodes[i];
    const Real* const left = &lastEnd[3 * static_cast<std::size_t>(i)];
    const btVector3 way(node.m_q.x() - left[0], node.m_q.y() - left[1], node.m_q.z() - left[2]);
    if (way.isZero()) continue;
    if (node.m_im > 0 || !(way.length2() <= extent * extent)) return;
    moved = true;
  }
  if (moved) start.assign(lastEnd.begin(), lastEnd.end());
}

}  // namespace pliant::detail
