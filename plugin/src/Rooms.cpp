#include "Rooms.h"

#include <algorithm>

namespace pliant::detail {
namespace {

/// Whether the body could lie in the room as it is, without turning, at its contact distance from the walls.
bool fits(const BodySet& set, Index body, Index room) {
  const Box &small = set.box(body), &large = set.box(room);
  const Real distance = set.contactDistance(set.id(body), set.id(room));
  bool smaller = true;
  for (std::size_t k = 0; k < 3; ++k)
    smaller = smaller && small.max[k] - small.min[k] + 2 * distance < large.max[k] - large.min[k];
  return smaller;
}

}  // namespace

void Rooms::judge(const BodySet& set, const Visit& visit, std::vector<InsideVertex>& rows) {
  const BodySet::Range vertices = set.vertices(visit.body);
  const Index id = set.id(visit.body), room = set.id(visit.room);
  const bool hasFaces = set.faces(visit.body).size() > 0;
  const bool sheet = hasFaces && set.tetrahedra(visit.body).size() == 0 && !set.topology(id).closed;
  const bool crosses = hasFaces ? visit.crosses : !rows.empty() && rows.size() < vertices.size();
  bool inside = 2 * rows.size() > vertices.size();
  if (visit.known && !(crosses && sheet))
    inside = belongsInside(visit.ids);
  else if (crosses && !sheet)
    inside = inside && fits(set, visit.body, visit.room);
  remember(visit.ids, inside && !rows.empty());

  if (!crosses) {
    if (inside || !visit.known) rows.clear();
    return;
  }
  if (!inside) return;
  m_turned.push_back(pairKey(id, room));
  auto row = rows.begin();
  m_outside.clear();
  for (Index vertex = 0; vertex < vertices.size(); ++vertex) {
    if (row != rows.end() && row->vertex == vertex)
      ++row;
    else
      m_outside.push_back({id, vertex, room});
  }
  rows.swap(m_outside);
}

void Rooms::remember(PairKey ids, bool inside) {
  const auto place = std::lower_bound(m_inside.begin(), m_inside.end(), ids);
  const bool known = place != m_inside.end() && *place == ids;
  if (inside && !known) m_inside.insert(place, ids);
  if (!inside && known) m_inside.erase(place);
}

bool Rooms::belongsInside(PairKey ids) const {
  return std::binary_search(m_inside.begin(), m_inside.end(), ids);
}

void Rooms::keep(const std::vector<PairKey>& pairs) {
  std::erase_if(m_inside, [&](PairKey ids) {
    const auto first = static_cast<Index>(ids >> 32), second = static_cast<Index>(ids);
    return !std::binary_search(pairs.begin(), pairs.end(), pairKey(first, second));
  });
}

}  // namespace pliant::detail
