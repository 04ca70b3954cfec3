#include "ldi/LdiImages.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/memoryOf.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kMostKept = std::size_t{256} << 20;  ///< maximum bytes of an image; about 4000 by 4000 pixels
/// Maximum total bytes of spare images that renderers keep for other bodies.
constexpr std::size_t kMostSpare = std::size_t{64} << 20;
/// Unused images along all axes are discarded after this many updates.
constexpr std::uint64_t kUpdatesUnused = 30;

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

LdiSurface surfaceOf(const BodySet& bodies, Index body, bool inward) {
  const BodySet::Range vertices = bodies.vertices(body), faces = bodies.faces(body);
  return {bodies.positions(), vertices.begin, vertices.size(), bodies.faces().subspan(faces.begin, faces.size()),
          inward};
}

void LdiImages::update(const BodySet& bodies, bool changed) {
  const auto positions = bodies.positions();
  ++m_update;
  updateAxes(changed);
  if (changed) {
    m_moved.assign(bodies.bodyCount(), m_update);
    m_positions.assign(positions.begin(), positions.end());
    for (auto& entry : m_entries) spare(std::move(entry));
    m_entries.clear();
    return;
  }
  for (Index body = 0; body < bodies.bodyCount(); ++body) {
    const BodySet::Range own = bodies.vertices(body);
    const std::size_t bytes = own.size() * sizeof(PackedPosition);
    if (bytes == 0 || std::memcmp(&m_positions[own.begin], &positions[own.begin], bytes) == 0) continue;
    std::memcpy(&m_positions[own.begin], &positions[own.begin], bytes);
    m_moved[body] = m_update;
  }
}

void LdiImages::spare(std::unique_ptr<Entry> entry) {
  entry->spareBytes = m_onCard && entry->image ? bytesOf(entry->views[0].pixels(), entry->image->entries) : 0;
  if (m_spareBytes + entry->spareBytes > kMostSpare) {
    entry->image.reset();
    entry->spareBytes = 0;
  }
  m_spareBytes += entry->spareBytes;
  m_spare.push_back(std::move(entry));
}

void LdiImages::updateAxes(bool changed) {
  if (changed) m_last[0].drawn = m_last[1].drawn = 0;
  std::erase_if(m_still, [&](std::unique_ptr<Entry>& entry) {
    if (!changed && entry->used + kUpdatesUnused >= m_update) return false;
    // The backend limits the memory of images on the card that nobody holds.
    if (m_onCard) entry->image.reset();
    if (entry->memory() <= kMostKept) m_axesSpare.push_back(std::move(entry));
    return true;
  });
}

/// Returns the entry of the sorted list. Inserts a spare one, or a new one, if it is missing.
LdiImages::Entry& LdiImages::findOrAdd(Entries& entries, Entries& spare, Index body, Index other) {
  const auto keyOf = [](const std::unique_ptr<Entry>& entry) { return std::pair(entry->body, entry->other); };
  const std::pair key(body, other);
  const auto found = std::ranges::lower_bound(entries, key, {}, keyOf);
  if (found != entries.end() && keyOf(*found) == key) return **found;
  std::unique_ptr<Entry> entry;
  if (spare.empty()) {
    entry = std::make_unique<Entry>();
  } else {
    entry = std::move(spare.back());
    spare.pop_back();
  }
  entry->body = body;
  entry->other = other;
  entry->drawn = 0;
  return **entries.insert(found, std::move(entry));
}

LdiImages::Entry& LdiImages::entryOf(Index body, Index other) {
  Entry& entry = findOrAdd(m_entries, m_spare, body, other);
  m_spareBytes -= std::exchange(entry.spareBytes, 0);
  entry.used = 1;
  return entry;
}

/// Returns the entry that holds, or will receive, the images along all axes.
LdiImages::Entry& LdiImages::axesEntryOf(Index body, Index other, std::size_t place) {
  Entry& last = m_last[place];
  if (m_moved[body] == m_update) {
    if (last.body != body) last.drawn = 0;
    last.body = body;
    last.other = other;
    return last;
  }
  Entry& still = findOrAdd(m_still, m_axesSpare, body, other);
  // The body's present shape was drawn into `last` while the body still moved.
  if (still.drawn != m_moved[body] && last.drawn == m_moved[body] && last.body == body && last.other == other)
    std::swap(still, last);
  still.used = m_update;
  return still;
}

LdiAxesInput LdiImages::axesInput(const BodySet& bodies, Index body, Index other, bool inward, const AxesViews& views,
                                  LdiBackend& backend, std::size_t place) {
  Entry& entry = axesEntryOf(body, other, place);
  m_asked[place] = &entry;
  m_onCard = backend.onCard();
  if (!entry.image) entry.image = backend.makeImage();
  const bool drawn = entry.drawn == m_moved[body] && entry.views == views;
  entry.drawn = 0;  // in case drawing throws
  return {surfaceOf(bodies, body, inward), views, entry.image.get(), drawn};
}

void LdiImages::axesAnswered(const LdiAxesInput& input, std::size_t place, Counters& counters) {
  Entry& entry = *m_asked[place];
  entry.drawn = m_moved[entry.body];
  entry.views = input.views;
  (input.drawn ? counters.ldiImagesKept : counters.ldiImages) += 3;
  count(input.views[0], entry.image->entries, 0, counters);
  for (const std::size_t axis : {1u, 2u}) count(input.views[axis], 0, 0, counters);
}

LdiInput LdiImages::input(const BodySet& bodies, Index body, Index other, bool inward, const LdiView& view,
                          LdiBackend& backend) {
  Entry& entry = entryOf(body, other);
  m_onCard = backend.onCard();
  if (!entry.image) entry.image = backend.makeImage();
  const bool drawn = entry.drawn == m_moved[body] && entry.views[0] == view;
  entry.drawn = 0;  // in case drawing throws
  return {surfaceOf(bodies, body, inward), view, entry.image.get(), drawn};
}

void LdiImages::markDrawn(Entry& entry, const LdiInput& input) const {
  entry.drawn = entry.image->kept ? m_moved[entry.body] : 0;
  entry.views[0] = input.view;
}

void LdiImages::answered(Index body, Index other, const LdiInput& input, Counters& counters) {
  Entry& entry = entryOf(body, other);
  markDrawn(entry, input);
  ++(input.drawn ? counters.ldiImagesKept : counters.ldiImages);
  count(input.view, entry.image->entries, entry.image->layers, counters);
}

const LayeredDepthImage& LdiImages::read(const BodySet& bodies, Index body, Index other, bool inward,
                                         const LdiView& view, LdiBackend& backend, Workers& workers) {
  const LdiInput asked = input(bodies, body, other, inward, view, backend);
  const LayeredDepthImage& image = backend.read(asked, workers);
  markDrawn(entryOf(body, other), asked);
  return image;
}

void LdiImages::forgetAll() {
  for (Entry& entry : m_last) entry.drawn = 0;
  for (const Entries* const list : {&m_entries, &m_still}) {
    for (const auto& entry : *list) entry->drawn = 0;
  }
}

void LdiImages::freeLarge() {
  for (auto* const list : {&m_entries, &m_spare}) {
    for (const auto& entry : *list) {
      if (!entry->image) continue;
      const std::size_t bytes = bytesOf(entry->views[0].pixels(), entry->image->entries);
      if (std::max(bytes, entry->memory()) <= kMostKept) continue;
      entry->image.reset();
      entry->drawn = 0;
    }
  }
}

void LdiImages::forgetUnused() {
  std::erase_if(m_entries, [&](std::unique_ptr<Entry>& entry) {
    if (std::exchange(entry->used, 0) != 0) return false;
    spare(std::move(entry));
    return true;
  });
}

std::size_t LdiImages::memory() const {
  std::size_t bytes = memoryOf(m_positions, m_moved);
  bytes += m_last[0].memory() + m_last[1].memory();
  for (const Entries* const list : {&m_entries, &m_spare, &m_still, &m_axesSpare}) {
    for (const auto& entry : *list) bytes += sizeof(Entry) + entry->memory();
  }
  return bytes;
}

}  // namespace pliant::detail
