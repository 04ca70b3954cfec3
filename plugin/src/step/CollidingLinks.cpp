#include "CollidingLinks.h"

#include <algorithm>
#include <cstdint>

#include "BodyElements.h"

namespace pliant::detail {

std::vector<Edge> collidingLinks(const btSoftBody& body, const BodySeams& seams, const std::vector<Triangle>& faces,
                                 const std::vector<Tetrahedron>& tetrahedra) {
  std::vector<std::uint8_t> covered(static_cast<std::size_t>(body.m_nodes.size()), 0);
  const auto cover = [&](const auto& elements) {
    for (const auto& element : elements)
      for (const Index corner : element)
        if (corner != kNoIndex) covered[corner] = 1;
  };
  cover(faces);
  cover(tetrahedra);
  std::vector<Edge> links;
  for (const Edge& link : stiffLinksOf(body)) {
    const auto [a, b] = std::minmax({seams.leader(link[0]), seams.leader(link[1])});
    if (a != b && !(covered[a] && covered[b])) links.push_back({a, b});
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

}  // namespace pliant::detail
