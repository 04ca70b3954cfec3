#include "solve/ContactColours.h"

#include <bit>

namespace pliant::detail {
namespace {

constexpr std::size_t kColours = 128;  // at most

}  // namespace

void ContactColours::begin(std::size_t contacts, std::size_t nodes) {
  m_taken.assign(nodes, {});
  m_colour.resize(contacts);
  m_places.resize(contacts);
  m_ends.assign(kColours + 1, 0);
}

/// Gives the contact the first colour that none of its nodes has.
void ContactColours::add(std::size_t contact, const std::array<Index, 4>& nodes) {
  std::uint64_t low = 0, high = 0;
  for (const Index node : nodes) {
    low |= m_taken[node][0];
    high |= m_taken[node][1];
  }
  const auto first = static_cast<std::size_t>(std::countr_one(low));
  const std::size_t colour = first < 64 ? first : 64 + static_cast<std::size_t>(std::countr_one(high));
  m_colour[contact] = static_cast<std::uint8_t>(colour);
  ++m_ends[colour];
  if (colour == kColours) return;
  for (const Index node : nodes) m_taken[node][colour / 64] |= std::uint64_t{1} << (colour % 64);
}

/// Computes the places of the contacts after sorting (counting sort).
void ContactColours::place() {
  Index begin = 0;
  for (Index& end : m_ends) begin += std::exchange(end, begin);
  for (std::size_t i = 0; i < m_places.size(); ++i) m_places[i] = m_ends[m_colour[i]]++;
  m_ends.pop_back();  // the contacts without colour
  while (m_ends.size() > 1 && m_ends[m_ends.size() - 2] == m_ends.back()) m_ends.pop_back();
}

}  // namespace pliant::detail
