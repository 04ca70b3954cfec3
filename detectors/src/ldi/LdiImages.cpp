#include "ldi/LdiImages.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pliant::detail {
namespace {

constexpr std::size_t kMostKept = std::size_t{256} << 20;  ///< maximum bytes of an image; about 4000 by 4000 pixels
/// Maximum total bytes of spare images that renderers keep for other bodies.
constexpr std::size_t kMostSpare = std::size_t{64} << 20;

std::size_t bytesOf(std::size_t pixels, std::size_t entries) {
  return (pixels + 1) * sizeof(std::uint32_t) + entries * sizeof(LdiEntry);
}

void count(const LdiView& view, std::size_t entries, std::uint32_t layers, Counters& counters) {
  counters.ldiEntries += entries;
  counters.ldiLayers = std::max<std::uint64_t>(counters.ldiLayers, layers);
  counters.ldiResolution = std::max<std::uint64_t>({counters.ldiResolution, view.width, view.height});
  counters.ldiBytes += bytesOf(view.pixels(), entries);
}

}  // namespace

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
    for (auto& entry : m_entries) spare(std::move(entry));
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

/// Returns the size of the image, wherever it is.
std::size_t LdiImages::Entry::bytes() const {
  return image == nullptr ? 0 : std::max(bytesOf(view.pixels(), image->entries), image->memory());
}

void LdiImages::spare(std::unique_ptr<Entry> entry) {
  entry->spareBytes = entry->image == nullptr || entry->image->memory() > 0 ? 0 : entry->bytes();
  if (m_spareBytes + entry->spareBytes > kMostSpare) {
    entry->image.reset();
    entry->spareBytes = 0;
  }
  m_spareBytes += entry->spareBytes;
  m_spare.push_back(std::move(entry));
}

LdiImages::Entry& LdiImages::entryOf(Index slot, Index other) {
  const auto before = [](const std::unique_ptr<Entry>& entry, std::pair<Index, Index> key) {
    return std::pair(entry->slot, entry->other) < key;
  };
  auto found = std::lower_bound(m_entries.begin(), m_entries.end(), std::pair(slot, other), before);
  if (found == m_entries.end() || (*found)->slot != slot || (*found)->other != other) {
    std::unique_ptr<Entry> entry = spareOrNew(m_spare);
    m_spareBytes -= std::exchange(entry->spareBytes, 0);
    entry->slot = slot;
    entry->other = other;
    entry->drawn = 0;
    found = m_entries.insert(found, std::move(entry));
  }
  (*found)->used = true;
  return **found;
}

LdiInput LdiImages::input(const BodySet& bodies, Index slot, Index other, bool inward, const LdiView& view,
                          LdiBackend& backend) {
  Entry& entry = entryOf(slot, other);
  if (!entry.image) entry.image = backend.makeImage();
  const bool drawn = entry.drawn == m_moved[slot] && entry.view == view;
  entry.drawn = 0;  // in case drawing throws
  return {surfaceOf(bodies, slot, inward), view, entry.image.get(), drawn};
}

void LdiImages::drawn(Entry& entry, const LdiInput& input) const {
  entry.drawn = entry.image->kept ? m_moved[entry.slot] : 0;
  entry.view = input.view;
}

void LdiImages::answered(Index slot, Index other, const LdiInput& input, Counters& counters) {
  Entry& entry = entryOf(slot, other);
  drawn(entry, input);
  ++(input.drawn ? counters.ldiImagesKept : counters.ldiImages);
  count(input.view, entry.image->entries, entry.image->layers, counters);
}

const LayeredDepthImage& LdiImages::read(const BodySet& bodies, Index slot, Index other, bool inward,
                                         const LdiView& view, LdiBackend& backend, Workers& workers) {
  const LdiInput asked = input(bodies, slot, other, inward, view, backend);
  const LayeredDepthImage& image = backend.read(asked, workers);
  drawn(entryOf(slot, other), asked);
  return image;
}

void LdiImages::forgetAll() {
  for (const auto& entry : m_entries) entry->drawn = 0;
}

void LdiImages::freeLarge() {
  for (auto* const list : {&m_entries, &m_spare}) {
    for (const auto& entry : *list) {
      if (entry->bytes() <= kMostKept) continue;
      entry->image.reset();
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
    spare(std::move(entry));
    return true;
  });
}

std::size_t LdiImages::memory() const {
  std::size_t bytes = m_positions.capacity() * sizeof(PackedPosition) + m_moved.capacity() * sizeof m_moved[0];
  for (const auto* list : {&m_entries, &m_spare}) {
    for (const auto& entry : *list) {
      bytes += sizeof(Entry) + (entry->image ? entry->image->memory() : 0);
    }
  }
  return bytes;
}

}  // namespace pliant::detail
