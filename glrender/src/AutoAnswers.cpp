#include "AutoAnswers.h"

#include <algorithm>
#include <array>

namespace pliant::detail {
namespace {

/// An image, as drawn by each renderer.
class AutoImage final : public LdiKeptImage {
 public:
  explicit AutoImage(std::shared_ptr<std::size_t> bytes) : m_bytes(std::move(bytes)) {}
  ~AutoImage() override { *m_bytes -= m_counted; }

  /// One per renderer; null if the renderer does not support queries.
  std::array<std::unique_ptr<LdiKeptImage>, AutoChoice::kMostWays> kept;
  std::array<bool, AutoChoice::kMostWays> drawn{};
  std::array<LayeredDepthImage, 3> images;  ///< in main memory; a single view uses the first
  bool imageDrawn = false;

  void count() {
    std::size_t now = 0;
    for (const LayeredDepthImage& image : images) {
      now += image.offsets.capacity() * sizeof(std::uint32_t) + image.entries.capacity() * sizeof(LdiEntry);
    }
    *m_bytes += now - m_counted;
    m_counted = now;
  }
  void forget() {
    drawn.fill(false);
    imageDrawn = false;
  }

 private:
  std::shared_ptr<std::size_t> m_bytes;
  std::size_t m_counted = 0;
};

// Overloads for subjects of one view and of all axes.

std::span<const LdiView> viewsOf(const LdiSubject& subject) {
  return {&subject.view, 1};
}
std::span<const LdiView> viewsOf(const LdiAxesSubject& subject) {
  return subject.views;
}

template <typename Subject>
AutoImage* imageOf(const Subject& subject) {
  return static_cast<AutoImage*>(subject.image);
}

/// Returns the subject with the image of the renderer.
template <typename Subject>
Subject subjectFor(std::size_t way, LdiAnswering& answering, const Subject& subject) {
  Subject asked = subject;
  AutoImage* const image = imageOf(subject);
  if (image == nullptr) return asked;
  if (!image->kept[way]) image->kept[way] = answering.makeImage();
  asked.image = image->kept[way].get();
  asked.drawn = std::exchange(image->drawn[way], false);  // in case drawing throws
  return asked;
}

template <typename Subject>
void answered(std::size_t way, const Subject& subject) {
  AutoImage* const image = imageOf(subject);
  if (image == nullptr) return;
  image->drawn[way] = true;
  image->entries = image->kept[way]->entries;
  image->layers = image->kept[way]->layers;
}

/// Returns the number of images to draw. Forgets images of an earlier surface or view.
template <typename Subject>
std::size_t imagesToDraw(const Subject& subject) {
  AutoImage* const image = imageOf(subject);
  if (image == nullptr || subject.drawn) return 0;
  image->forget();
  return std::size(viewsOf(subject));
}

/// Adds a subject to the size of a work item. An image that is already drawn counts like a new one, so that the
/// renderer that has it is chosen again.
template <typename Subject>
void add(AutoChoice::Size& size, const Subject& subject) {
  if (subject.image == nullptr) return;
  for (const LdiView& view : viewsOf(subject)) {
    size.faces += subject.surface.faces.size();
    size.pixels += view.pixels();
  }
}

LdiFigures figuresOf(const LdiVolume& volume) {
  LdiFigures figures{volume.volume, volume.centroid, volume.min, volume.max};
  for (const LdiSpan& span : volume.spans) figures.longest = std::max(figures.longest, double{span.high - span.low});
  return figures;
}

}  // namespace

std::unique_ptr<LdiKeptImage> AutoAnswers::makeImage() {
  return std::make_unique<AutoImage>(m_kept);
}

/// Returns the image in main memory; the renderer draws it if it is not there.
const LayeredDepthImage& AutoAnswers::ensure(std::size_t way, const LdiSubject& subject, Workers& workers) {
  AutoImage& image = *imageOf(subject);
  if (!image.imageDrawn) {
    m_choice.renderer(way).render(subject.surface, subject.view, image.images[0], workers);
    image.imageDrawn = true;
    image.count();
  }
  image.entries = image.images[0].entries.size();
  image.layers = image.images[0].layers();
  return image.images[0];
}

void AutoAnswers::answer(const LdiPairQuestion& question, Workers& workers) {
  const std::size_t images = imagesToDraw(question.a) + imagesToDraw(question.b);
  AutoChoice::Size size;
  add(size, question.a);
  add(size, question.b);
  m_choice.run(size, images, [&](std::size_t way) {
    if (LdiAnswering* const answering = m_choice.renderer(way).answering()) {
      LdiPairQuestion asked = question;
      asked.a = subjectFor(way, *answering, question.a);
      asked.b = subjectFor(way, *answering, question.b);
      answering->answer(asked, workers);
      answered(way, question.a);
      answered(way, question.b);
      return;
    }
    const LayeredDepthImage* const a = question.a.image ? &ensure(way, question.a, workers) : nullptr;
    const LayeredDepthImage* const b = question.b.image ? &ensure(way, question.b, workers) : nullptr;
    const auto ask = [](const LayeredDepthImage* image, const LdiSurface& surface, std::vector<Index>* inside) {
      if (inside == nullptr) return;
      inside->clear();
      if (image == nullptr) return;
      pointsInside(*image, surface.positions.subspan(surface.firstVertex, surface.vertices), *inside);
    };
    ask(b, question.a.surface, question.aInB);
    ask(a, question.b.surface, question.bInA);
    if (question.intersection == nullptr) return;
    intersectionVolume(*a, *b, m_volume);
    *question.intersection = figuresOf(m_volume);
  });
}

LdiFigures AutoAnswers::selfIntersection(const LdiSubject& subject, Workers& workers) {
  const std::size_t images = imagesToDraw(subject);
  AutoChoice::Size size;
  add(size, subject);
  LdiFigures figures;
  m_choice.run(size, images, [&](std::size_t way) {
    if (LdiAnswering* const answering = m_choice.renderer(way).answering()) {
      figures = answering->selfIntersection(subjectFor(way, *answering, subject), workers);
      answered(way, subject);
      return;
    }
    selfIntersectionVolume(ensure(way, subject, workers), m_volume);
    figures = figuresOf(m_volume);
  });
  return figures;
}

/// Calls onCard(answering, question) if the chosen renderer supports queries. If it does not, or if onCard returns
/// false, calls here(surface a, images of a, surface b, images of b) on images in main memory; the renderer draws
/// missing ones.
template <typename OnCard, typename Here>
void AutoAnswers::askAxes(const LdiAxesQuestion& question, Workers& workers, OnCard&& onCard, Here&& here) {
  const std::size_t images = imagesToDraw(question.a) + imagesToDraw(question.b);
  const bool both = question.b.image != nullptr;
  AutoChoice::Size size;
  add(size, question.a);
  add(size, question.b);
  m_choice.run(size, images, [&](std::size_t way) {
    if (LdiAnswering* const answering = m_choice.renderer(way).answering()) {
      LdiAxesQuestion asked = question;
      asked.a = subjectFor(way, *answering, question.a);
      asked.b = subjectFor(way, *answering, question.b);
      if (onCard(*answering, asked)) {
        answered(way, question.a);
        answered(way, question.b);
        return;
      }
    }
    for (const LdiAxesSubject* const subject : {&question.a, &question.b}) {
      if (subject->image == nullptr) continue;
      AutoImage& image = *imageOf(*subject);
      if (!image.imageDrawn) {
        m_choice.renderer(way).renderViews(subject->surface, subject->views, image.images, workers);
        image.imageDrawn = true;
        image.count();
      }
      image.entries = 0;
      for (const LayeredDepthImage& one : image.images) image.entries += one.entries.size();
    }
    here(question.a.surface, imageOf(question.a)->images, both ? &question.b.surface : nullptr,
         both ? imageOf(question.b)->images.data() : nullptr);
  });
}

bool AutoAnswers::gradient(const LdiAxesQuestion& question, LdiAxisGradients& gradients, Workers& workers) {
  askAxes(
      question, workers,
      [&](LdiAnswering& answering, const LdiAxesQuestion& asked) {
        return answering.gradient(asked, gradients, workers);
      },
      [&](const auto&... drawn) { axisGradients(drawn..., gradients); });
  return true;
}

bool AutoAnswers::spans(const LdiAxesQuestion& question, LdiAxesSpans& spans, Workers& workers) {
  askAxes(
      question, workers,
      [&](LdiAnswering& answering, const LdiAxesQuestion& asked) { return answering.spans(asked, spans, workers); },
      [&](const auto&... drawn) { axesSpans(drawn..., spans); });
  return true;
}

/// Reads the image from a renderer that has it; otherwise draws it.
void AutoAnswers::read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) {
  const std::size_t images = imagesToDraw(subject);
  AutoImage& own = *imageOf(subject);
  const auto byCard = [&](std::size_t way) {
    LdiAnswering* const answering = m_choice.renderer(way).answering();
    answering->read(subjectFor(way, *answering, subject), image, workers);
    answered(way, subject);
  };
  if (!own.imageDrawn) {
    for (std::size_t way = 0; way < m_choice.ways(); ++way) {
      if (!own.drawn[way]) continue;
      try {
        byCard(way);
        return;
      } catch (const GlError&) {
        // The next image that is drawn reports the error.
      }
    }
  }
  if (own.imageDrawn) {
    image = own.images[0];
    return;
  }
  AutoChoice::Size size;
  add(size, subject);
  m_choice.run(size, std::max<std::size_t>(images, 1), [&](std::size_t way) {
    if (m_choice.renderer(way).answering() != nullptr) {
      byCard(way);
    } else {
      image = ensure(way, subject, workers);
    }
  });
}

}  // namespace pliant::detail
