#include "CoveredContacts.h"

#include <algorithm>

namespace pliant::detail {
namespace {

constexpr std::size_t kCorners = 4;  // of a vertex and a face; the vertex comes first

/// Of how many corners of the face a contact's point is made; 0 where it is no vertex near a face.
std::uint8_t bearing(const SurfaceContact& contact) {
  if (contact.kind != SurfaceContact::Kind::VertexFace || contact.swept) return 0;
  return static_cast<std::uint8_t>(
      std::count_if(contact.weights.begin() + 1, contact.weights.end(), [](Real weight) { return weight != 0; }));
}

/// Whether the face of `by` holds the edge or corner that `contact` is with. Then its own nearest point is no farther.
bool covers(const SurfaceContact& by, const SurfaceContact& contact, bool sameBearing) {
  bool samePlace = sameBearing;
  for (std::size_t i = 1; i < kCorners; ++i) {
    if (contact.weights[i] == 0) continue;
    const auto at = std::find(by.vertices.begin() + 1, by.vertices.end(), contact.vertices[i]);
    if (at == by.vertices.end()) return false;
    samePlace = samePlace && by.weights[static_cast<std::size_t>(at - by.vertices.begin())] != 0;
  }
  return !samePlace || by.elementB < contact.elementB;
}

}  // namespace

void CoveredContacts::drop(std::vector<SurfaceContact>& contacts) {
  m_bearing.reserve(contacts.capacity());  // so that it grows when they do, not a little each time
  m_bearing.resize(contacts.size());
  std::transform(contacts.begin(), contacts.end(), m_bearing.begin(), bearing);
  m_dropped.reserve(contacts.capacity());
  m_dropped.assign(contacts.size(), 0);
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    const SurfaceContact& first = contacts[begin];
    while (end < contacts.size() && contacts[end].kind == first.kind && contacts[end].elementA == first.elementA) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      if (m_bearing[i] == 0 || m_bearing[i] == kCorners - 1) continue;
      // One that is left out itself doesn't count: where rounding makes each nearer than the other, one stays.
      for (std::size_t k = begin; k < end && m_dropped[i] == 0; ++k) {
        if (k != i && m_dropped[k] == 0 && m_bearing[k] > 0 &&
            covers(contacts[k], contacts[i], m_bearing[k] == m_bearing[i]))
          m_dropped[i] = 1;
      }
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (m_dropped[i] != 0) continue;
    if (kept != i) contacts[kept] = contacts[i];
    ++kept;
  }
  contacts.resize(kept);
}

}  // namespace pliant::detail
