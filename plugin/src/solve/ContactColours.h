#pragma once

#include <pliant/detectors/Scalar.h>

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pliant::detail {

/// Sorts contacts by colours. No two contacts of a colour share a node, so all threads may solve them at once, with the
/// same bits for any number of threads.
class ContactColours {
 public:
  /// Finds the places of the contacts, which keep their order within a colour. The last contacts have no colour: they
  /// may share nodes. `Contact::particle`: the four nodes, below `nodes`.
  template <typename Contact>
  void sort(std::span<const Contact> contacts, std::size_t nodes) {
    begin(contacts.size(), nodes);
    for (std::size_t i = 0; i < contacts.size(); ++i) add(i, contacts[i].particle);
    place();
  }
  /// Returns the place of each contact.
  std::span<const Index> places() const { return m_places; }
  /// Ends of the colours, as numbers of contacts.
  std::span<const Index> ends() const { return m_ends; }

 private:
  void begin(std::size_t contacts, std::size_t nodes);
  void add(std::size_t contact, const std::array<Index, 4>& nodes);
  void place();

  std::vector<std::array<std::uint64_t, 2>> m_taken;  ///< one per node: bits of the colours of its contacts
  std::vector<std::uint8_t> m_colour;                 ///< one per contact
  std::vector<Index> m_places;
  std::vector<Index> m_ends;
};

}  // namespace pliant::detail
