// What AbufferLdi answers about images that it keeps on the card.
#include "AbufferLayers.h"

namespace pliant::detail {
namespace {

constexpr char kAsking[] = "ask layered depth images";

/// Bytes of an image that nobody holds any more, above which its memory is given back.
constexpr std::size_t kMostSpare = std::size_t{64} << 20;

class KeptOnCard final : public LdiKeptImage {
 public:
  explicit KeptOnCard(std::shared_ptr<KeptSlots> slots) : m_slots(std::move(slots)) {
    if (m_slots->free.empty()) {
      slot = m_slots->count++;
    } else {
      slot = m_slots->free.back();
      m_slots->free.pop_back();
    }
    m_slots->free.reserve(m_slots->count);  // so that giving it back can't fail
  }
  ~KeptOnCard() override { m_slots->free.push_back(slot); }

  std::size_t slot;
  std::uint64_t incarnation = 0;  ///< of the objects in which it was drawn

 private:
  std::shared_ptr<KeptSlots> m_slots;
};

}  // namespace

std::unique_ptr<LdiKeptImage> AbufferLayers::makeImage() {
  return std::make_unique<KeptOnCard>(m_slots);
}

void AbufferLayers::dropSpare(AbufferObjects& of) const {
  for (const std::size_t slot : m_slots->free) {
    if (slot >= of.kept.size() || !of.kept[slot]) continue;
    if (of.kept[slot]->offsets.bytes() + of.kept[slot]->entries.bytes() > kMostSpare) of.kept[slot].reset();
  }
}

/// The subject's image, drawn if it is not there.
CardImage& AbufferLayers::ensure(AbufferObjects& of, const LdiSubject& subject, Workers& workers) {
  KeptOnCard& handle = static_cast<KeptOnCard&>(*subject.image);
  if (of.kept.size() <= handle.slot) of.kept.resize(handle.slot + 1);
  std::unique_ptr<CardImage>& kept = of.kept[handle.slot];
  if (subject.drawn && kept && handle.incarnation == of.incarnation) return *kept;
  if (!kept) kept = std::make_unique<CardImage>();
  handle.incarnation = 0;  // should drawing throw
  LdiFragments fragments(subject.surface, subject.view, m_scratch);
  if (!drawOnCard(of, subject.surface, subject.view, *kept, fragments, workers)) {
    fragments.assemble(m_assembled);
    kept->put(m_assembled);
  }
  handle.entries = kept->count;
  handle.layers = kept->layers;
  handle.incarnation = of.incarnation;
  return *kept;
}

void AbufferLayers::answer(const LdiPairQuestion& question, Workers& workers) {
  const LdiSubject* const subjects[2] = {&question.a, &question.b};
  std::vector<Index>* const inside[2] = {question.aInB, question.bInA};
  m_statistics = {};
  for (const LdiSubject* const subject : subjects) {
    if (subject->image != nullptr) requireDrawable(subject->view, name());
  }
  m_objects.use(kAsking, [&](AbufferObjects& of) {
    dropSpare(of);
    const CardImage* images[2] = {};
    for (std::size_t i = 0; i < 2; ++i) {
      if (subjects[i]->image != nullptr) images[i] = &ensure(of, *subjects[i], workers);
    }
    if (!of.queries) of.queries.emplace();
    const auto pointsOf = [&](std::size_t i) {
      const LdiSurface& surface = subjects[i]->surface;
      return surface.positions.subspan(surface.firstVertex, surface.vertices);
    };
    const auto asked = [&](std::size_t i) { return inside[i] != nullptr && images[1 - i] != nullptr; };
    for (std::size_t i = 0; i < 2; ++i) {
      if (asked(i)) of.queries->askInside(i, *images[1 - i], subjects[1 - i]->view, pointsOf(i));
    }
    const bool volume = question.intersection != nullptr;
    if (volume) of.queries->askIntersection(*images[0], question.a.view, *images[1], question.b.view);
    for (std::size_t i = 0; i < 2; ++i) {
      if (inside[i] != nullptr) inside[i]->clear();
      if (asked(i)) of.queries->inside(i, pointsOf(i).size(), *inside[i]);
    }
    if (volume) *question.intersection = of.queries->figures(question.a.view);
  });
}

LdiFigures AbufferLayers::selfIntersection(const LdiSubject& subject, Workers& workers) {
  requireDrawable(subject.view, name());
  m_statistics = {};
  LdiFigures figures;
  m_objects.use(kAsking, [&](AbufferObjects& of) {
    dropSpare(of);
    const CardImage& image = ensure(of, subject, workers);
    if (!of.queries) of.queries.emplace();
    of.queries->askSelfIntersection(image, subject.view);
    figures = of.queries->figures(subject.view);
  });
  return figures;
}

void AbufferLayers::read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) {
  requireDrawable(subject.view, name());
  m_statistics = {};
  m_objects.use("read a layered depth image", [&](AbufferObjects& of) {
    const CardImage& kept = ensure(of, subject, workers);
    image.view = subject.view;
    readBack(kept, 0, subject.view.pixels(), image.offsets, image.entries);
  });
}

}  // namespace pliant::detail
