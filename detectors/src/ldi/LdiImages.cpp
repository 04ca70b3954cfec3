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

void LdiImages::spare(std::unique_ptr<Entry> entry) {
  entry->spareBytes = entry->kept ? bytesOf(entry->keptView.pixels(), entry->kept->entries) : 0;
  if (m_spareBytes + entry->spareBytes > kMostSpare) {
    entry->kept.reset();
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
    entry->drawn = entry->keptDrawn = 0;
    found = m_entries.insert(found, std::move(entry));
  }
  (*found)->used = true;
  return **found;
}

const LayeredDepthImage& LdiImages::image(const BodySet& bodies, Index slot, Index other, bool inward,
                                          const LdiView& view, LdiRenderer& renderer, Counters& counters,
                                          Workers& workers) {
  Entry& entry = entryOf(slot, other);
  if (entry.drawn == m_moved[slot] && entry.image.view == view) {
    ++counters.ldiImagesKept;
  } else {
    entry.drawn = 0;  // in case drawing throws
    const LdiSurface surface = surfaceOf(bodies, slot, inward);
    LdiAnswering* const answering = renderer.answering();
    if (answering != nullptr && entry.keeper == answering && entry.keptDrawn == m_moved[slot] &&
        entry.keptView == view) {
      answering->read({surface, view, entry.kept.get(), true}, entry.image, workers);
      ++counters.ldiImagesKept;
    } else {
      renderer.render(surface, view, entry.image, workers);
      ++counters.ldiImages;
    }
    entry.drawn = m_moved[slot];
  }
  count(view, entry.image.entries.size(), entry.image.layers(), counters);
  return entry.image;
}

LdiSubject LdiImages::subject(const BodySet& bodies, Index slot, Index other, bool inward, const LdiView& view,
                              LdiAnswering& answering) {
  Entry& entry = entryOf(slot, other);
  if (!entry.kept || entry.keeper != &answering) {
    entry.kept = answering.makeImage();
    entry.keeper = &answering;
    entry.keptDrawn = 0;
  }
  const bool drawn = entry.keptDrawn == m_moved[slot] && entry.keptView == view;
  entry.keptDrawn = 0;  // in case drawing throws
  return {surfaceOf(bodies, slot, inward), view, entry.kept.get(), drawn};
}

void LdiImages::answered(Index slot, Index other, const LdiSubject& subject, Counters& counters) {
  Entry& entry = entryOf(slot, other);
  entry.keptDrawn = m_moved[slot];
  entry.keptView = subject.view;
  ++(subject.drawn ? counters.ldiImagesKept : counters.ldiImages);
  count(subject.view, entry.kept->entries, entry.kept->layers, counters);
}

void LdiImages::forgetAll() {
  for (const auto& entry : m_entries) entry->drawn = entry->keptDrawn = 0;
}

void LdiImages::freeLarge() {
  for (auto* const list : {&m_entries, &m_spare}) {
    for (const auto& entry : *list) {
      if (entry->kept && bytesOf(entry->keptView.pixels(), entry->kept->entries) > kMostKept) {
        entry->kept.reset();
        entry->keptDrawn = 0;
      }
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
    spare(std::move(entry));
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
