// Queries of AbufferLdi on images that are kept on the card.
#include <pliant/detectors/ldi/LdiQueries.h>

#include <utility>

#include "AbufferLayers.h"

namespace pliant::detail {
namespace {

constexpr char kAsking[] = "query layered depth images";

/// Maximum memory of images whose handles are destroyed [bytes]. Above it the images that were released first are
/// deleted.
constexpr std::size_t kMostSpare = std::size_t{64} << 20;

AbufferImage& imageOf(LdiImageHandle* image) {
  return static_cast<AbufferImage&>(*image);
}

/// Returns the input with its image in main memory.
template <typename Input>
Input inputHere(Input input) {
  if (input.image != nullptr) input.image = &imageOf(input.image).here;
  return input;
}

/// Copies the numbers of entries and layers from the image in main memory.
template <typename Input>
void countHere(const Input& input) {
  if (input.image == nullptr) return;
  AbufferImage& image = imageOf(input.image);
  image.entries = image.here.entries;
  image.layers = image.here.layers;
}

std::span<const PackedPosition> pointsOf(const LdiInput& input) {
  return input.surface.positions.subspan(input.surface.firstVertex, input.surface.vertices);
}

}  // namespace

AbufferImage::AbufferImage(std::shared_ptr<KeptSlots> slots) : m_slots(std::move(slots)) {
  if (m_slots->free.empty()) {
    m_slot = m_slots->count++;
  } else {
    m_slot = m_slots->free.back();
    m_slots->free.pop_back();
  }
  m_slots->free.reserve(m_slots->count);  // the destructor must not allocate
}

AbufferImage::~AbufferImage() {
  m_slots->free.push_back(m_slot);
}

std::unique_ptr<LdiImageHandle> AbufferLayers::makeImage() {
  return std::make_unique<AbufferImage>(m_slots);
}

void AbufferLayers::dropSpare(AbufferObjects& of) const {
  std::size_t spare = 0;
  for (auto slot = m_slots->free.rbegin(); slot != m_slots->free.rend(); ++slot) {
    if (*slot >= of.kept.size() || !of.kept[*slot]) continue;
    spare += of.kept[*slot]->bytes();
    if (spare > kMostSpare) of.kept[*slot].reset();
  }
}

std::unique_ptr<CardImage>& AbufferLayers::keptOf(AbufferObjects& of, const AbufferImage& handle) const {
  if (of.kept.size() <= handle.slot()) of.kept.resize(handle.slot() + 1);
  return of.kept[handle.slot()];
}

/// Returns the image on the card; draws it if it is not there. Returns null if the image is too large for the card;
/// then it is in main memory.
const CardImage* AbufferLayers::ensure(AbufferObjects& of, const LdiInput& input, Workers& workers) {
  AbufferImage& handle = imageOf(input.image);
  std::unique_ptr<CardImage>& kept = keptOf(of, handle);
  if (input.drawn && kept && handle.incarnation == of.incarnation) return kept.get();
  if (input.drawn && handle.incarnation == 0 && handle.here.drawn) return nullptr;
  if (!kept) kept = std::make_unique<CardImage>();
  handle.incarnation = 0;  // in case drawing throws
  handle.here.drawn = false;
  LdiFragments fragments(input.surface, input.view, m_scratch);
  if (!drawOnCard(of, input.surface, input.view, *kept, fragments, workers)) {
    fragments.assemble(m_assembled);
    handle.entries = m_assembled.entries.size();
    handle.layers = m_assembled.layers();
    if (!of.abuffer.holds(m_assembled) || handle.entries > settings().fragments) {
      handle.here.images[0] = std::exchange(m_assembled, {});
      handle.here.drawn = true;
      return nullptr;
    }
    kept->put(m_assembled);
  }
  handle.entries = kept->count;
  handle.layers = kept->layers;
  handle.incarnation = of.incarnation;
  return kept.get();
}

/// Like ensure(), for the images along all axes of a surface that is snapped in all views. Returns null if the images
/// do not fit the card.
const CardImage* AbufferLayers::ensureAxes(AbufferObjects& of, const LdiAxesInput& input) {
  AbufferImage& handle = imageOf(input.image);
  std::unique_ptr<CardImage>& kept = keptOf(of, handle);
  if (input.drawn && kept && handle.incarnation == of.incarnation) return kept.get();
  if (!kept) kept = std::make_unique<CardImage>();
  handle.incarnation = 0;  // in case drawing throws
  if (!drawTogether(of, input.views, *kept)) return nullptr;
  handle.entries = kept->count;
  handle.layers = kept->layers;
  handle.incarnation = of.incarnation;
  return kept.get();
}

/// Copies an image of ensure() to main memory if it is not there.
void AbufferLayers::bringHere(AbufferObjects& of, const LdiInput& input) {
  AbufferImage& handle = imageOf(input.image);
  LayeredDepthImage& image = handle.here.images[0];
  if (handle.here.drawn) return;
  image.view = input.view;
  readBack(*keptOf(of, handle), 0, input.view.pixels(), image.offsets, image.entries);
  handle.here.drawn = true;
}

void AbufferLayers::answer(const LdiPairQuery& query, Workers& workers) {
  const LdiInput* const inputs[2] = {&query.a, &query.b};
  std::vector<Index>* const inside[2] = {query.aInB, query.bInA};
  m_statistics = {};
  for (const LdiInput* const input : inputs) {
    if (input->image != nullptr) requireDrawable(input->view, name());
  }
  bool fits = true;
  m_objects.use(kAsking, [&](AbufferObjects& of) {
    dropSpare(of);
    const CardImage* images[2] = {};
    for (std::size_t i = 0; i < 2; ++i) {
      if (inputs[i]->image == nullptr) continue;
      images[i] = ensure(of, *inputs[i], workers);
      fits = fits && images[i] != nullptr;
    }
    if (!fits) {
      for (const LdiInput* const input : inputs) {
        if (input->image != nullptr) bringHere(of, *input);
      }
      return;
    }
    if (!of.queries) of.queries.emplace();
    const auto asked = [&](std::size_t i) { return inside[i] != nullptr && images[1 - i] != nullptr; };
    for (std::size_t i = 0; i < 2; ++i) {
      if (asked(i)) of.queries->askInside(i, *images[1 - i], inputs[1 - i]->view, pointsOf(*inputs[i]));
    }
    const bool volume = query.intersection != nullptr && images[0] != nullptr && images[1] != nullptr;
    if (volume) of.queries->askIntersection(*images[0], query.a.view, *images[1], query.b.view);
    for (std::size_t i = 0; i < 2; ++i) {
      if (inside[i] != nullptr) inside[i]->clear();
      if (asked(i)) of.queries->inside(i, inputs[i]->surface.vertices, *inside[i]);
    }
    if (volume) *query.intersection = of.queries->summary(query.a.view);
  });
  if (fits) return;
  LdiPairQuery here = query;
  here.a = inputHere(query.a);
  here.b = inputHere(query.b);
  here.a.drawn = here.b.drawn = true;
  m_onCpu.answer(here, workers);
}

OverlapSummary AbufferLayers::selfIntersection(const LdiInput& input, LdiVolume& volume, Workers& workers) {
  requireDrawable(input.view, name());
  m_statistics = {};
  volume.clear();
  OverlapSummary summary;
  bool fits = false;
  m_objects.use(kAsking, [&](AbufferObjects& of) {
    dropSpare(of);
    const CardImage* const image = ensure(of, input, workers);
    fits = image != nullptr;
    if (!fits) return;
    if (!of.queries) of.queries.emplace();
    of.queries->askSelfIntersection(*image, input.view);
    summary = of.queries->summary(input.view);
  });
  if (fits) return summary;
  LdiInput here = inputHere(input);
  here.drawn = true;
  return m_onCpu.selfIntersection(here, volume, workers);
}

/// Calls onCard(overlaps, abuffer, images of a, images of b). If the surfaces or images do not fit the card, or if
/// onCard returns false, calls here(query) with images in main memory.
template <typename OnCard, typename Here>
void AbufferLayers::askAxes(const LdiAxesQuery& query, Workers& workers, OnCard&& onCard, Here&& here) {
  m_statistics = {};
  const LdiAxesInput* const inputs[2] = {&query.a, &query.b};
  const std::size_t count = query.b.image == nullptr ? 1 : 2;
  for (std::size_t i = 0; i < count; ++i) imageOf(inputs[i]->image).here.drawn &= inputs[i]->drawn;
  bool answered = false;
  m_objects.use(kAsking, [&](AbufferObjects& of) {
    dropSpare(of);
    if (!AbufferOverlaps::holds(query, of.abuffer.mostBytes())) return;
    if (!of.overlaps) of.overlaps.emplace();
    of.overlaps->begin(query);
    const CardImage* images[2] = {};
    for (std::size_t i = 0; i < count; ++i) {
      snapAll(inputs[i]->surface, inputs[i]->views, workers);
      images[i] = ensureAxes(of, *inputs[i]);
      if (images[i] == nullptr) return;
      of.overlaps->put(i, m_surfaces);
    }
    answered = onCard(*of.overlaps, of.abuffer, *images[0], images[1]);
  });
  if (answered) return;
  here(LdiAxesQuery{inputHere(query.a), inputHere(query.b)});
  countHere(query.a);
  countHere(query.b);
}

void AbufferLayers::gradient(const LdiAxesQuery& query, LdiAxisGradients& gradients, Workers& workers) {
  askAxes(
      query, workers,
      [&](AbufferOverlaps& overlaps, Abuffer&, const CardImage& a, const CardImage* b) {
        overlaps.gradient(query, a, b, gradients);
        return true;
      },
      [&](const LdiAxesQuery& here) { m_onCpu.gradient(here, gradients, workers); });
}

void AbufferLayers::spans(const LdiAxesQuery& query, LdiAxesSpans& spans, Workers& workers) {
  askAxes(
      query, workers,
      [&](AbufferOverlaps& overlaps, Abuffer& abuffer, const CardImage& a, const CardImage* b) {
        return overlaps.spans(query, a, b, abuffer, spans);
      },
      [&](const LdiAxesQuery& here) { m_onCpu.spans(here, spans, workers); });
}

const LayeredDepthImage& AbufferLayers::read(const LdiInput& input, Workers& workers) {
  requireDrawable(input.view, name());
  m_statistics = {};
  m_objects.use("read a layered depth image", [&](AbufferObjects& of) {
    ensure(of, input, workers);
    bringHere(of, input);
  });
  return imageOf(input.image).here.images[0];
}

}  // namespace pliant::detail
