#include "ObjectStore.h"

#include "GlObjects.h"

namespace pliant::detail {

ObjectStore::~ObjectStore() {
  const Abandonment gone;
  for (const auto& held : m_held) held->remove();
}

void ObjectStore::remove(std::uint64_t generation, long mostHolders) {
  std::erase_if(m_held, [&](const std::shared_ptr<HeldObjects>& held) {
    if (held->generation() != generation || held.use_count() > mostHolders) return false;
    held->remove();
    return true;
  });
}

void ObjectStore::abandon(std::uint64_t generation) {
  const Abandonment gone;
  removeAll(generation);
}

}  // namespace pliant::detail
