#include "HollowBodies.h"

#include <algorithm>
#include <iterator>

namespace pliant::detail {
namespace {

/// Returns true if the body's box fits into the room's box without rotation, at the contact distance from its sides.
bool fits(const BodySet& set, Index body, Index room) {
  const Box &small = set.box(body), &large = set.box(room);
  const Real distance = set.contactDistance(set.id(body), set.id(room));
  bool smaller = true;
  for (std::size_t k = 0; k < 3; ++k)
    smaller = smaller && small.max[k] - small.min[k] + 2 * distance < large.max[k] - large.min[k];
  return smaller;
}

}  // namespace

void HollowBodies::begin() {
  m_seen.clear();
  m_turned.clear();
}

void HollowBodies::judge(const BodySet& set, const Visit& visit, std::vector<InsideVertex>& rows) {
  const BodySet::Range vertices = set.vertices(visit.body);
  const Index id = set.id(visit.body), room = set.id(visit.room);
  const bool hasFaces = set.faces(visit.body).size() > 0;
  const bool sheet = hasFaces && set.tetrahedra(visit.body).size() == 0 && !set.topology(id).closed;
  const bool crosses = hasFaces ? visit.crosses : !rows.empty() && rows.size() < vertices.size();
  const PairKey ids = pairKey(visit.bodyId, visit.roomId);
  const Side* const side = find(ids);
  // The wall cuts a sheet, and the smaller part goes back, whichever side it is on. A body whose passage through the
  // wall was not detected was put there by the user.
  const bool known = side != nullptr && !visit.placed && (crosses ? !sheet : visit.tangled);
  bool inside = 2 * rows.size() > vertices.size();
  if (known)
    inside = side->inside == visit.bodyId;
  else if (crosses && !sheet)
    inside = inside && fits(set, visit.body, visit.room);
  m_seen.push_back({ids, inside && !rows.empty() ? visit.bodyId : kNoIndex});

  if (!crosses) {
    if (inside || !known) rows.clear();
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

const HollowBodies::Side* HollowBodies::find(PairKey ids) const {
  const auto place = std::lower_bound(m_sides.begin(), m_sides.end(), Side{ids, 0});
  return place != m_sides.end() && place->ids == ids ? &*place : nullptr;
}

bool HollowBodies::isAnyInside(PairKey ids) const {
  const Side* const side = find(ids);
  return side != nullptr && side->inside != kNoIndex;
}

void HollowBodies::endStep(const std::vector<PairKey>& pairs) {
  std::sort(m_seen.begin(), m_seen.end());
  const auto same = [](const Side& a, const Side& b) { return a.ids == b.ids; };
  m_seen.erase(std::unique(m_seen.begin(), m_seen.end(), same), m_seen.end());
  m_merged.clear();
  std::set_union(m_seen.begin(), m_seen.end(), m_sides.begin(), m_sides.end(), std::back_inserter(m_merged),
                 [](const Side& a, const Side& b) { return a.ids < b.ids; });
  auto pair = pairs.begin();
  std::erase_if(m_merged, [&](const Side& side) {
    pair = std::find_if(pair, pairs.end(), [&](PairKey key) { return key >= side.ids; });
    return pair == pairs.end() || *pair != side.ids;
  });
  m_sides.swap(m_merged);
}

}  // namespace pliant::detail
