// Contacts sorted by colours: no two of a colour share a node.

#include <pliant_catch.h>

#include <random>
#include <vector>

#include "solve/ContactColours.h"

namespace {

using pliant::Index;

struct Contact {
  std::array<Index, 4> particle;
  std::size_t number;
};

/// `centre`: number of contacts that share node 0.
std::vector<Contact> contactsOf(std::size_t count, Index nodes, std::size_t centre) {
  std::mt19937 random(41);
  std::uniform_int_distribution<Index> node(1, nodes - 1);
  std::vector<Contact> contacts;
  for (std::size_t i = 0; i < count; ++i) {
    Contact contact{{0, 0, 0, 0}, i};
    for (std::size_t k = i < centre ? 1 : 0; k < 4; ++k) contact.particle[k] = node(random);
    contacts.push_back(contact);
  }
  return contacts;
}

}  // namespace

TEST_CASE("colours: contacts of a colour share no node and keep their order, and those that are left come last") {
  pliant::detail::ContactColours colours;
  for (const std::size_t centre : {0u, 300u}) {
    constexpr Index kNodes = 400;
    const std::vector<Contact> before = contactsOf(2000, kNodes, centre);
    colours.sort(std::span(before), kNodes);
    std::vector<Contact> contacts(before.size());
    for (const Contact& contact : before) contacts[colours.places()[contact.number]] = contact;
    Index begin = 0;
    for (const Index end : colours.ends()) {
      CHECK(end > begin);
      std::vector<int> uses(kNodes, 0);
      for (Index i = begin; i < end; ++i) {
        CHECK((i == begin || contacts[i].number > contacts[i - 1].number));
        std::array<Index, 4> own = contacts[i].particle;
        std::sort(own.begin(), own.end());
        for (std::size_t k = 0; k < 4; ++k)
          if (k == 0 || own[k] != own[k - 1]) CHECK(++uses[own[k]] == 1);
      }
      begin = end;
    }
    // There are at most 128 colours.
    CHECK((begin == contacts.size()) == (centre == 0));
    CHECK(contacts.size() - begin >= (centre == 0 ? 0 : centre - 128));
    CHECK(colours.ends().size() <= 128);
  }
}
