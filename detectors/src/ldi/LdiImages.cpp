#include "ldi/LdiImages.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pliant::detail {
namespace {

constexpr std::size_t kMostKept = std::size_t{256} << 20;  ///< bytes of an image; about 4000 by 4000 pixels

}  // namespace

std::size_t memoryOf(const LayeredDepthImage& image) {
  return image.offsets.capacity() * sizeof(std::uint32_t) + image.entries.capacity() * sizeof(LdiEntry);
}

LdiSurface surfaceOf(const BodySet& bodies, Index slot, bool inward) {
  const BodySet::Range vertices = bodies.vertices(slot), faces = bodies.faces(slot);
  return {bodies.positions(), vertices.begin, vertices.size(), bodies.faces().subspan(faces.begin, faces.size()),
          inward};
}

void LdiImages::update(const BodySet& bodies) {
  const auto positions = bodies.positions();
  ++m_update;
  if (m_revision != bodies.revision()) {
    m_revision = bodies.revision();
    m_moved.assign(bodies.bodyCount(), m_update);
    m_positions.assign(positions.begin(), positions.end());
    for (auto& entry : m_entries) m_spare.push_back(std::move(entry));
    m_entries.clear();
    return;
  }
  for (Index slot = 0; slot < bodies.bodyCount(); ++slot) {
    const BodySet::Range own = bodies.vertices(slot);
    const std::size_t bytes = own.size() * sizeof(PackedPosition);
    if (bytes == 0 || std::memcmp(&m_positions[own.begin], &positions[own.begin], bytes) == 0) continue;
    std::memcpy(&m_positions[own.begin], &positions[own.begin], bytes);
    m_moved[slot] = m_update;
  }
}

const LayeredDepthImage& LdiImages::image(const BodySet& bodies, Index slot, Index other, bool inward,
                                          const LdiView& view, LdiRenderer& renderer, Counters& counters,
                                          Workers& workers) {
  const auto before = [](const std::unique_ptr<Entry>& entry, std::pair<Index, Index> key) {
    return std::pair(entry->slot, entry->other) < key;
  };
  auto found = std::lower_bound(m_entries.begin(), m_entries.end(), std::pair(slot, other), before);
  if (found == m_entries.end() || (*found)->slot != slot || (*found)->other != other) {
    std::unique_ptr<Entry> entry;
    if (m_spare.empty()) {
      entry = std::make_unique<Entry>();
    } else {
      entry = std::move(m_spare.back());
      m_spare.pop_back();
    }
    entry->slot = slot;
    entry->other = other;
    entry->drawn = 0;
    found = m_entries.insert(found, std::move(entry));
  }
  Entry& entry = **found;
  entry.used = true;
  if (entry.drawn == m_moved[slot] && entry.image.view == view) {
    ++counters.ldiImagesKept;
  } else {
    entry.drawn = 0;  // should drawing throw
    renderer.render(surfaceOf(bodies, slot, inward), view, entry.image, workers);
    entry.drawn = m_moved[slot];
    ++counters.ldiImages;
  }
  counters.ldiEntries += entry.image.entries.size();
  counters.ldiLayers = std::max<std::uint64_t>(counters.ldiLayers, entry.image.layers());
  counters.ldiResolution = std::max<std::uint64_t>({counters.ldiResolution, view.width, view.height});
  counters.ldiBytes += entry.image.memory();
  return entry.image;
}

void LdiImages::forgetAll() {
  for (const auto& entry : m_entries) entry->drawn = 0;
}

void LdiImages::freeLarge() {
  for (auto* const list : {&m_entries, &m_spare}) {
    for (const auto& entry : *list) {
      if (memoryOf(entry->image) <= kMostKept) continue;
      entry->image = {};
      entry->drawn = 0;
    }
  }
}

void LdiImages::forgetUnused() {
  std::erase_if(m_entries, [&](std::unique_ptr<Entry>& entry) {
    if (entry->used) {
      entry->used = false;
      return false;
    }
    m_spare.push_back(std::move(entry));
    return true;
  });
}

std::size_t LdiImages::memory() const {
  std::size_t bytes = m_positions.capacity() * sizeof(PackedPosition) + m_moved.capacity() * sizeof m_moved[0];
  for (const auto* list : {&m_entries, &m_spare}) {
    for (const auto& entry : *list) {
      bytes += sizeof(Entry) + memoryOf(entry->image);
    }
  }
  return bytes;
}

}  // namespace pliant::detail
