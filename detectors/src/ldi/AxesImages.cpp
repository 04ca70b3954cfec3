#include "ldi/AxesImages.h"

#include <algorithm>
#include <utility>

#include "ldi/LdiImages.h"

namespace pliant::detail {
namespace {

constexpr std::uint64_t kUpdatesUnused = 30;               ///< unused images are discarded after this many updates
constexpr std::size_t kMostKept = std::size_t{256} << 20;  ///< maximum bytes of a body's spare images

std::size_t memoryOf(const AxesImages::Entry& entry) {
  return entry.image == nullptr ? 0 : entry.image->memory();
}

}  // namespace

void AxesImages::update(std::uint64_t update, bool changed) {
  m_update = update;
  if (changed) m_last[0].movedAt = m_last[1].movedAt = 0;
  std::erase_if(m_still, [&](std::unique_ptr<Entry>& entry) {
    if (!changed && entry->used + kUpdatesUnused >= update) return false;
    // The backend limits the memory of images that it keeps elsewhere, and that nobody holds.
    if (memoryOf(*entry) == 0) entry->image.reset();
    if (memoryOf(*entry) <= kMostKept) m_spare.push_back(std::move(entry));
    return true;
  });
}

void AxesImages::forgetAll() {
  for (Entry& entry : m_last) entry.movedAt = 0;
  for (const auto& entry : m_still) entry->movedAt = 0;
}

AxesImages::Entry& AxesImages::entry(Index slot, Index other, std::uint64_t movedAt, std::size_t place) {
  Entry& last = m_last[place];
  if (movedAt == m_update) {
    if (last.slot != slot) last.movedAt = 0;
    last.slot = slot;
    last.other = other;
    return last;
  }
  const auto before = [](const std::unique_ptr<Entry>& each, std::pair<Index, Index> key) {
    return std::pair(each->slot, each->other) < key;
  };
  const std::pair key(slot, other);
  auto found = std::lower_bound(m_still.begin(), m_still.end(), key, before);
  if (found == m_still.end() || std::pair((*found)->slot, (*found)->other) != key) {
    std::unique_ptr<Entry> entry = spareOrNew(m_spare);
    entry->slot = slot;
    entry->other = other;
    entry->movedAt = 0;
    found = m_still.insert(found, std::move(entry));
  }
  // The body's present shape was drawn into `last` while the body still moved.
  if ((*found)->movedAt != movedAt && last.movedAt == movedAt && last.slot == slot && last.other == other)
    std::swap(**found, last);
  (*found)->used = m_update;
  return **found;
}

std::size_t AxesImages::memory() const {
  std::size_t bytes = memoryOf(m_last[0]) + memoryOf(m_last[1]);
  for (const auto* list : {&m_still, &m_spare})
    for (const auto& entry : *list) bytes += sizeof(Entry) + memoryOf(*entry);
  return bytes;
}

}  // namespace pliant::detail
