// Queries of AbufferLdi on images that are kept on the card.
#include <pliant/detectors/ldi/LdiQueries.h>

#include <algorithm>

#include "AbufferLayers.h"

namespace pliant::detail {
namespace {

constexpr char kAsking[] = "query layered depth images";

/// Maximum memory of images whose handles are destroyed [bytes]. Above it the images that were released first are
/// deleted.
constexpr std::size_t kMostSpare = std::size_t{64} << 20;

std::size_t bytesOf(const LayeredDepthImage& image) {
  return image.offsets.capacity() * sizeof image.offsets[0] + image.entries.capacity() * sizeof image.entries[0];
}

LdiFigures figuresOf(const LdiVolume& volume) {
  LdiFigures figures;
  figures.volume = volume.volume;
  figures.centroid = volume.centroid;
  figures.min = volume.min;
  figures.max = volume.max;
  for (const LdiSpan& span : volume.spans) {
    figures.longest = std::max(figures.longest, double{span.high} - double{span.low});
  }
  return figures;
}

std::span<const PackedPosition> pointsOf(const LdiSubject& subject) {
  return subject.surface.positions.subspan(subject.surface.firstVertex, subject.surface.vertices);
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
  keepHere(nullptr);
  m_slots->free.push_back(m_slot);
}

void AbufferImage::keepHere(std::unique_ptr<LayeredDepthImage> image) {
  if (m_here) m_slots->bytes -= bytesOf(*m_here);
  m_here = std::move(image);
  if (m_here) m_slots->bytes += bytesOf(*m_here);
}

std::unique_ptr<LdiKeptImage> AbufferLayers::makeImage() {
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

/// Returns the subject's image on the card; draws it if it is not there. Returns null if the image is too large for the
/// card; then it is in main memory.
const CardImage* AbufferLayers::ensure(AbufferObjects& of, const LdiSubject& subject, Workers& workers) {
  auto& handle = static_cast<AbufferImage&>(*subject.image);
  if (subject.drawn && handle.here() != nullptr) return nullptr;
  if (of.kept.size() <= handle.slot()) of.kept.resize(handle.slot() + 1);
  std::unique_ptr<CardImage>& kept = of.kept[handle.slot()];
  if (subject.drawn && kept && handle.incarnation == of.incarnation) return kept.get();
  if (!kept) kept = std::make_unique<CardImage>();
  handle.incarnation = 0;  // in case drawing throws
  handle.keepHere(nullptr);
  LdiFragments fragments(subject.surface, subject.view, m_scratch);
  if (!drawOnCard(of, subject.surface, subject.view, *kept, fragments, workers)) {
    fragments.assemble(m_assembled);
    handle.entries = m_assembled.entries.size();
    handle.layers = m_assembled.layers();
    if (!of.abuffer.holds(m_assembled) || handle.entries > settings().fragments) {
      handle.keepHere(std::make_unique<LayeredDepthImage>(std::move(m_assembled)));
      m_assembled = {};
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
const CardImage* AbufferLayers::ensureAxes(AbufferObjects& of, const LdiAxesSubject& subject) {
  auto& handle = static_cast<AbufferImage&>(*subject.image);
  if (of.kept.size() <= handle.slot()) of.kept.resize(handle.slot() + 1);
  std::unique_ptr<CardImage>& kept = of.kept[handle.slot()];
  if (subject.drawn && kept && handle.incarnation == of.incarnation) return kept.get();
  if (!kept) kept = std::make_unique<CardImage>();
  handle.incarnation = 0;  // in case drawing throws
  if (!drawTogether(of, subject.views, *kept)) return nullptr;
  handle.entries = kept->count;
  handle.layers = kept->layers;
  handle.incarnation = of.incarnation;
  return kept.get();
}

/// Returns an image of ensure() in main memory; reads it back into `room` if it is on the card.
const LayeredDepthImage* AbufferLayers::bringHere(AbufferObjects& of, const LdiSubject& subject,
                                                  LayeredDepthImage& room) {
  const auto& handle = static_cast<const AbufferImage&>(*subject.image);
  if (handle.here() != nullptr) return handle.here();
  room.view = subject.view;
  readBack(*of.kept[handle.slot()], 0, subject.view.pixels(), room.offsets, room.entries);
  return &room;
}

void AbufferLayers::answerHere(const LdiPairQuestion& question) {
  const LdiSubject* const subjects[2] = {&question.a, &question.b};
  std::vector<Index>* const inside[2] = {question.aInB, question.bInA};
  for (std::size_t i = 0; i < 2; ++i) {
    if (inside[i] == nullptr) continue;
    inside[i]->clear();
    if (m_asked[1 - i] != nullptr) pointsInside(*m_asked[1 - i], pointsOf(*subjects[i]), *inside[i]);
  }
  if (question.intersection == nullptr || m_asked[0] == nullptr || m_asked[1] == nullptr) return;
  intersectionVolume(*m_asked[0], *m_asked[1], m_volume);
  *question.intersection = figuresOf(m_volume);
}

void AbufferLayers::answer(const LdiPairQuestion& question, Workers& workers) {
  const LdiSubject* const subjects[2] = {&question.a, &question.b};
  std::vector<Index>* const inside[2] = {question.aInB, question.bInA};
  m_statistics = {};
  for (const LdiSubject* const subject : subjects) {
    if (subject->image != nullptr) requireDrawable(subject->view, name());
  }
  bool onCard = true;
  m_objects.use(kAsking, [&](AbufferObjects& of) {
    dropSpare(of);
    const CardImage* images[2] = {};
    for (std::size_t i = 0; i < 2; ++i) {
      if (subjects[i]->image == nullptr) continue;
      images[i] = ensure(of, *subjects[i], workers);
      onCard = onCard && images[i] != nullptr;
    }
    if (!onCard) {
      for (std::size_t i = 0; i < 2; ++i) {
        m_asked[i] = subjects[i]->image == nullptr ? nullptr : bringHere(of, *subjects[i], m_read[i]);
      }
      return;
    }
    if (!of.queries) of.queries.emplace();
    const auto asked = [&](std::size_t i) { return inside[i] != nullptr && images[1 - i] != nullptr; };
    for (std::size_t i = 0; i < 2; ++i) {
      if (asked(i)) of.queries->askInside(i, *images[1 - i], subjects[1 - i]->view, pointsOf(*subjects[i]));
    }
    const bool volume = question.intersection != nullptr && images[0] != nullptr && images[1] != nullptr;
    if (volume) of.queries->askIntersection(*images[0], question.a.view, *images[1], question.b.view);
    for (std::size_t i = 0; i < 2; ++i) {
      if (inside[i] != nullptr) inside[i]->clear();
      if (asked(i)) of.queries->inside(i, subjects[i]->surface.vertices, *inside[i]);
    }
    if (volume) *question.intersection = of.queries->figures(question.a.view);
  });
  if (!onCard) answerHere(question);
}

LdiFigures AbufferLayers::selfIntersection(const LdiSubject& subject, Workers& workers) {
  requireDrawable(subject.view, name());
  m_statistics = {};
  LdiFigures figures;
  bool onCard = false;
  m_objects.use(kAsking, [&](AbufferObjects& of) {
    dropSpare(of);
    const CardImage* const image = ensure(of, subject, workers);
    onCard = image != nullptr;
    if (!onCard) return;
    if (!of.queries) of.queries.emplace();
    of.queries->askSelfIntersection(*image, subject.view);
    figures = of.queries->figures(subject.view);
  });
  if (onCard) return figures;
  selfIntersectionVolume(*static_cast<const AbufferImage&>(*subject.image).here(), m_volume);
  return figuresOf(m_volume);
}

/// Returns ask(overlaps, abuffer, images of a, images of b), or false if the surfaces or images do not fit the card.
template <typename Ask>
bool AbufferLayers::askAxes(const LdiAxesQuestion& question, Workers& workers, Ask&& ask) {
  m_statistics = {};
  const bool both = question.b.image != nullptr;
  bool answered = false;
  m_objects.use(kAsking, [&](AbufferObjects& of) {
    dropSpare(of);
    if (!AbufferOverlaps::holds(question, of.abuffer.mostBytes())) return;
    if (!of.overlaps) of.overlaps.emplace();
    of.overlaps->begin(question);
    const CardImage* images[2] = {};
    for (std::size_t i = 0; i < (both ? 2 : 1); ++i) {
      const LdiAxesSubject& subject = i == 0 ? question.a : question.b;
      snapAll(subject.surface, subject.views, workers);
      images[i] = ensureAxes(of, subject);
      if (images[i] == nullptr) return;
      of.overlaps->put(i, m_surfaces);
    }
    answered = ask(*of.overlaps, of.abuffer, *images[0], images[1]);
  });
  return answered;
}

bool AbufferLayers::gradient(const LdiAxesQuestion& question, LdiAxisGradients& gradients, Workers& workers) {
  return askAxes(question, workers, [&](AbufferOverlaps& overlaps, Abuffer&, const CardImage& a, const CardImage* b) {
    overlaps.gradient(question, a, b, gradients);
    return true;
  });
}

bool AbufferLayers::spans(const LdiAxesQuestion& question, LdiAxesSpans& spans, Workers& workers) {
  return askAxes(question, workers,
                 [&](AbufferOverlaps& overlaps, Abuffer& abuffer, const CardImage& a, const CardImage* b) {
                   return overlaps.spans(question, a, b, abuffer, spans);
                 });
}

void AbufferLayers::read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) {
  requireDrawable(subject.view, name());
  m_statistics = {};
  m_objects.use("read a layered depth image", [&](AbufferObjects& of) {
    ensure(of, subject, workers);
    const LayeredDepthImage* const found = bringHere(of, subject, image);
    if (found != &image) image = *found;
  });
}

}  // namespace pliant::detail
