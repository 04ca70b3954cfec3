#pragma once

#include <pliant/plugin/SoftContact.h>

#include <algorithm>
#include <span>
#include <vector>

namespace pliant::detail {

/// Contacts of the last step, without contacts of bodies that have left since. Contacts are removed at the next access,
/// because many bodies may leave at once.
class ContactList {
 public:
  void clear() {
    m_valid = false;
    m_gone.clear();
  }
  /// Returns the list for writing. The first call after clear() returns old contacts, to be overwritten: to construct
  /// as many new ones would take as long as to write them.
  std::vector<SoftContact>& fill() {
    erase();
    m_valid = true;
    return m_contacts;
  }
  std::span<const SoftContact> view() {
    erase();
    return m_valid ? std::span<const SoftContact>(m_contacts) : std::span<const SoftContact>();
  }
  /// Call when a soft or rigid body has left, or is about to. The pointer is only compared.
  void forget(const btCollisionObject* body) {
    if (m_valid && !m_contacts.empty()) m_gone.push_back(body);
  }

 private:
  void erase() {
    if (m_gone.empty()) return;
    std::sort(m_gone.begin(), m_gone.end());
    const auto gone = [this](const btCollisionObject* body) {
      return body != nullptr && std::binary_search(m_gone.begin(), m_gone.end(), body);
    };
    std::erase_if(m_contacts, [&](const SoftContact& c) { return gone(c.bodyA) || gone(c.bodyB) || gone(c.rigid); });
    m_gone.clear();
  }

  std::vector<SoftContact> m_contacts;
  std::vector<const btCollisionObject*> m_gone;
  bool m_valid = true;  // false after clear()
};

}  // namespace pliant::detail
