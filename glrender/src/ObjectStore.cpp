#include "ObjectStore.h"

namespace pliant::detail {

ObjectStore::~ObjectStore() {
  for (const auto& held : m_held) held->abandon();
}

void ObjectStore::removeUnused(std::uint64_t generation) {
  std::erase_if(m_held, [&](const std::shared_ptr<HeldObjects>& held) {
    if (held->generation() != generation || held.use_count() > 1) return false;
    held->remove();
    return true;
  });
}

void ObjectStore::remove(std::uint64_t generation) {
  std::erase_if(m_held, [&](const std::shared_ptr<HeldObjects>& held) {
    if (held->generation() != generation) return false;
    held->remove();
    return true;
  });
}

void ObjectStore::abandon(std::uint64_t generation) {
  std::erase_if(m_held, [&](const std::shared_ptr<HeldObjects>& held) {
    if (held->generation() != generation) return false;
    held->abandon();
    return true;
  });
}

}  // namespace pliant::detail
