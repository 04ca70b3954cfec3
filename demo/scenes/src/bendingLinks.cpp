#include "bendingLinks.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace pliant::detail {

void addBendingLinks(btSoftBody& body, btSoftBody::Material* material) {
  std::vector<std::vector<int>> neighbours(static_cast<std::size_t>(body.m_nodes.size()));
  const auto of = [&](int node) -> std::vector<int>& { return neighbours[static_cast<std::size_t>(node)]; };
  for (int i = 0; i < body.m_links.size(); ++i) {
    const auto node = [&](int end) { return static_cast<int>(body.m_links[i].m_n[end] - &body.m_nodes[0]); };
    of(node(0)).push_back(node(1));
    of(node(1)).push_back(node(0));
  }
  std::vector<int> beyond;
  for (int node = 0; node < body.m_nodes.size(); ++node) {
    beyond.clear();
    for (const int next : of(node)) {
      std::copy_if(of(next).begin(), of(next).end(), std::back_inserter(beyond), [node](int k) { return k > node; });
    }
    std::sort(beyond.begin(), beyond.end());
    beyond.erase(std::unique(beyond.begin(), beyond.end()), beyond.end());
    for (const int other : beyond) {
      if (std::find(of(node).begin(), of(node).end(), other) != of(node).end()) continue;
      body.appendLink(other, node, material);
      body.m_links[body.m_links.size() - 1].m_bbending = -1;  // a signed bit: −1 is true
    }
  }
}

}  // namespace pliant::detail
