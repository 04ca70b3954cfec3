#include "AutoBackend.h"

#include <array>
#include <utility>

namespace pliant::detail {
namespace {

/// An image, as each renderer keeps it.
class AutoImage final : public LdiImageHandle {
 public:
  std::array<std::unique_ptr<LdiImageHandle>, AutoChoice::kMostWays> images;  ///< one per renderer that was chosen
  std::array<bool, AutoChoice::kMostWays> drawn{};

  std::size_t memory() const override {
    std::size_t bytes = 0;
    for (const auto& image : images) bytes += image ? image->memory() : 0;
    return bytes;
  }
};

// Overloads for inputs of one view and of all axes.

std::span<const LdiView> viewsOf(const LdiInput& input) {
  return {&input.view, 1};
}
std::span<const LdiView> viewsOf(const LdiAxesInput& input) {
  return input.views;
}

/// A query of one image.
struct OneImage {
  LdiInput a, b;
};

/// Returns true if the CPU draws the image in bands.
bool isBanded(const LdiInput& input) {
  return input.image != nullptr && input.view.pixels() > kMostUnbandedPixels;
}
bool isBanded(const LdiAxesInput&) {
  return false;
}

template <typename Input>
AutoImage* imageOf(const Input& input) {
  return static_cast<AutoImage*>(input.image);
}

/// Returns the input with the image of the renderer.
template <typename Input>
Input inputFor(std::size_t way, LdiBackend& backend, const Input& input) {
  Input asked = input;
  AutoImage* const image = imageOf(input);
  if (image == nullptr) return asked;
  if (!image->images[way]) image->images[way] = backend.makeImage();
  asked.image = image->images[way].get();
  asked.drawn = std::exchange(image->drawn[way], false);  // in case drawing throws
  return asked;
}

template <typename Input>
void answered(std::size_t way, const Input& input) {
  AutoImage* const image = imageOf(input);
  if (image == nullptr) return;
  const LdiImageHandle& own = *image->images[way];
  image->drawn[way] = own.kept;
  image->entries = own.entries;
  image->layers = own.layers;
  image->kept = own.kept;
}

/// Adds the input to the size of a work item; returns the number of images to draw. Forgets images of an earlier
/// surface or view. An image that is already drawn counts for the size like a new one, so that the renderer that has it
/// is chosen again.
template <typename Input>
std::size_t add(const Input& input, AutoChoice::Size& size) {
  AutoImage* const image = imageOf(input);
  if (image == nullptr) return 0;
  for (const LdiView& view : viewsOf(input)) {
    size.faces += input.surface.faces.size();
    size.pixels += view.pixels();
  }
  if (input.drawn) return 0;
  image->drawn.fill(false);
  return viewsOf(input).size();
}

}  // namespace

std::unique_ptr<LdiImageHandle> AutoBackend::makeImage() {
  return std::make_unique<AutoImage>();
}

/// Calls ask(backend, query) for the chosen renderer.
template <typename Query, typename Ask>
void AutoBackend::ask(const Query& query, Ask&& ask) {
  AutoChoice::Size size;
  const std::size_t images = add(query.a, size) + add(query.b, size);
  size.inBands = isBanded(query.a) || isBanded(query.b);
  m_choice.run(size, images, [&](std::size_t way) {
    LdiBackend& backend = m_choice.renderer(way).backend();
    Query asked = query;
    asked.a = inputFor(way, backend, query.a);
    asked.b = inputFor(way, backend, query.b);
    ask(backend, asked);
    answered(way, query.a);
    answered(way, query.b);
  });
}

void AutoBackend::answer(const LdiPairQuery& query, Workers& workers) {
  ask(query, [&](LdiBackend& backend, const LdiPairQuery& asked) { backend.answer(asked, workers); });
}

OverlapSummary AutoBackend::selfIntersection(const LdiInput& input, LdiVolume& volume, Workers& workers) {
  OverlapSummary summary;
  ask(OneImage{input, {}}, [&](LdiBackend& backend, const OneImage& asked) {
    summary = backend.selfIntersection(asked.a, volume, workers);
  });
  return summary;
}

void AutoBackend::gradient(const LdiAxesQuery& query, LdiAxisGradients& gradients, Workers& workers) {
  ask(query, [&](LdiBackend& backend, const LdiAxesQuery& asked) { backend.gradient(asked, gradients, workers); });
}

void AutoBackend::spans(const LdiAxesQuery& query, LdiAxesSpans& spans, Workers& workers) {
  ask(query, [&](LdiBackend& backend, const LdiAxesQuery& asked) { backend.spans(asked, spans, workers); });
}

/// Reads the image from a renderer that has it; otherwise draws it.
const LayeredDepthImage& AutoBackend::read(const LdiInput& input, Workers& workers) {
  AutoImage& image = *imageOf(input);
  for (std::size_t way = 0; input.drawn && way < m_choice.ways(); ++way) {
    if (!image.drawn[way]) continue;
    LdiBackend& backend = m_choice.renderer(way).backend();
    try {
      const LayeredDepthImage& found = backend.read(inputFor(way, backend, input), workers);
      answered(way, input);
      return found;
    } catch (const GlError&) {
      // The next image that is drawn reports the error.
    }
  }
  const LayeredDepthImage* found = nullptr;
  ask(OneImage{input, {}},
      [&](LdiBackend& backend, const OneImage& asked) { found = &backend.read(asked.a, workers); });
  return *found;
}

bool AutoBackend::onCard() const {
  return m_choice.renderer(1).backend().onCard();
}

std::size_t AutoBackend::scratchMemory() const {
  std::size_t bytes = 0;
  for (std::size_t way = 0; way < m_choice.ways(); ++way) bytes += m_choice.renderer(way).backend().scratchMemory();
  return bytes;
}

}  // namespace pliant::detail
