#include "spatialhash/SurfaceHash.h"

#include <algorithm>

#include "spatialhash/JoinWalkers.h"
#include "surfaces/boxPairs.h"

namespace pliant::detail {
namespace {

using surface::BoxSet;
using surface::ElementBoxes;
using surface::ElementItem;
using surface::Exclusion;
using surface::FoundPairs;
using surface::kVertexFace;
using surface::List;
using surface::Walk;

// Work items with more boxes run one after another, each on all threads; smaller ones run in parallel.
constexpr std::size_t kLargeItem = 16384;

void take(FoundPairs::TaskPairs& part, List list, const Walk& walk, std::size_t begin, std::size_t end) {
  part.add(list, [&](surface::PairBuffer& pairs) { walk.run(begin, end, pairs, part.counters); });
}

class SerialWalker final : public surface::Walker {
 public:
  SerialWalker(FoundPairs::TaskPairs& found, List list) : m_found(found), m_list(list) {}
  void run(const Walk& walk) override { take(m_found, m_list, walk, 0, walk.walkers.count); }

 private:
  FoundPairs::TaskPairs& m_found;
  List m_list;
};

ElementBoxes selected(const ElementBoxes& from, const float* query, BoxSet& into, std::vector<std::uint32_t>& order) {
  order.resize(from.count);
  order.resize(surface::selectBoxes(from.boxes, 0, from.count, query, order.data()));
  // Elements of different bodies share no corner.
  ElementBoxes plain = from;
  for (auto& corner : plain.corner) corner = nullptr;
  into.gather(plain, order);
  return into.view();
}

/// Returns the intersection of `box` and the bounding box of the elements.
std::array<float, 6> reached(const ElementBoxes& elements, const std::array<float, 6>& box) {
  std::array<float, 6> part;
  for (std::size_t k = 0; k < 3; ++k) {
    const float *min = elements.boxes.bound[k], *max = elements.boxes.bound[3 + k];
    part[k] = std::max(box[k], *std::min_element(min, min + elements.count));
    part[3 + k] = std::min(box[3 + k], *std::max_element(max, max + elements.count));
  }
  return part;
}

}  // namespace

void SurfaceHash::listItems(const SurfaceSearch& search, const surface::WorkItems& items) {
  m_items.clear();
  m_large.clear();
  surface::forElementItems(search.query, items, [&](const ElementItem& item) {
    const std::size_t a = m_scene.elements(search.bodies, item.bodyA, item.kindA).count,
                      b = m_scene.elements(search.bodies, item.bodyB, item.kindB).count;
    if (a > 0 && b > 0) (a + b > kLargeItem ? m_large : m_items).push_back(item);
  });
}

void SurfaceHash::reserveScratch(const SurfaceSearch& search) {
  struct Room {
    std::size_t most = 0, mostOfTwo = 0;
  };
  const auto roomFor = [&](const std::vector<ElementItem>& list) {
    Room room;
    for (const ElementItem& item : list) {
      const std::size_t count = std::max(m_scene.elements(search.bodies, item.bodyA, item.kindA).count,
                                         m_scene.elements(search.bodies, item.bodyB, item.kindB).count);
      room.most = std::max(room.most, count);
      if (!item.own()) room.mostOfTwo = std::max(room.mostOfTwo, count);
    }
    return room;
  };
  std::size_t levels = 1;
  for (const auto& s : m_scratch.all()) levels = std::max(levels, s->join.mostLevels());
  const auto reserve = [levels](Scratch& s, const Room& room) {
    s.join.reserve(room.most, levels);
    s.a.reserve(room.mostOfTwo);
    s.b.reserve(room.mostOfTwo);
    s.order.reserve(room.mostOfTwo);
  };
  // Any thread may take any work item, so all scratch memory gets the largest capacity.
  m_scratch.reserve(std::min<std::size_t>(search.workers.threads(), m_items.size()));
  const Room room = roomFor(m_items);
  for (const auto& s : m_scratch.all()) reserve(*s, room);
  if (!m_large.empty()) reserve(m_largeScratch, roomFor(m_large));
}

void SurfaceHash::runItem(const BodySet& bodies, const ElementItem& item, Scratch& s, surface::Walker& walker) {
  const ElementBoxes a = m_scene.elements(bodies, item.bodyA, item.kindA),
                     b = m_scene.elements(bodies, item.bodyB, item.kindB);
  const bool vertexFirst = item.list == kVertexFace;
  if (item.own()) {
    if (item.kindA != item.kindB)
      s.join.between(a, b, item.exclusion(), vertexFirst, m_grid, walker);
    else
      s.join.within(a, item.exclusion(), m_grid, walker);
    return;
  }
  const auto common = surface::intersectionOf(m_scene.box(item.bodyA), m_scene.box(item.bodyB));
  if (!common) return;
  const ElementBoxes nearB = selected(b, common->data(), s.b, s.order);
  if (nearB.count == 0) return;
  const ElementBoxes nearA = selected(a, reached(nearB, *common).data(), s.a, s.order);
  s.join.between(nearA, nearB, Exclusion::None, vertexFirst, m_grid, walker);
}

void SurfaceHash::collect(const SurfaceSearch& search, const surface::WorkItems& items) {
  m_scene.build(search.bodies, search.query, items, search.workers);
  listItems(search, items);
  reserveScratch(search);
  for (const ElementItem& item : m_large) {
    surface::JoinWalker walker(search.found, item.list, search.workers);
    runItem(search.bodies, item, m_largeScratch, walker);
  }
  search.workers.forChunks(m_items.size(), surface::itemsPerChunk(m_items.size()),
                           [&](std::size_t, std::size_t begin, std::size_t end) {
                             auto s = m_scratch.take();
                             auto f = search.found.take();
                             for (std::size_t j = begin; j < end; ++j) {
                               SerialWalker walker(*f, m_items[j].list);
                               runItem(search.bodies, m_items[j], *s, walker);
                             }
                             search.found.give(std::move(f));
                             m_scratch.give(std::move(s));
                           });
}

void SurfaceHash::setSettings(const SpatialHash::Settings& settings) {
  const double cell = std::min(static_cast<double>(settings.cellSize), 1e30);
  m_grid.cellSize = static_cast<float>(cell);
  m_grid.tableSize = settings.tableSize;
}

std::size_t SurfaceHash::memory() const {
  std::size_t bytes = m_scene.memory();
  const auto add = [&bytes](const Scratch& s) {
    bytes += s.join.memory() + s.a.memory() + s.b.memory() + memoryOf(s.order);
  };
  for (const auto& s : m_scratch.all()) add(*s);
  add(m_largeScratch);
  return bytes;
}

}  // namespace pliant::detail
