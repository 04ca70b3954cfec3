#pragma once

#include <pliant/detectors/ldi/LdiAnswering.h>
#include <pliant/detectors/ldi/LdiQueries.h>

namespace pliant::detail {

/// Answers queries on images that are too large to be held: the images are drawn and queried band by band. The answers
/// are bit-identical to those of whole images.
class LdiBands final : public LdiAnswering {
 public:
  /// Views with more pixels are drawn in bands. This takes less time than whole images, and a fraction of their memory.
  static constexpr std::size_t kMostWholePixels = std::size_t{1} << 22;
  static constexpr std::size_t kPixelsPerBand = std::size_t{1} << 19;

  /// The renderer must support renderRows() and outlive this object.
  explicit LdiBands(LdiRenderer& renderer) : m_renderer(renderer) {}

  std::unique_ptr<LdiKeptImage> makeImage() override;
  void answer(const LdiPairQuestion& question, Workers& workers) override;
  LdiFigures selfIntersection(const LdiSubject& subject, Workers& workers) override;
  /// Computes the same volume as selfIntersectionVolume().
  void selfIntersection(const LdiSubject& subject, LdiVolume& volume, Workers& workers);
  void read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) override;

  /// Returns the bytes held at present.
  std::size_t memory() const;

 private:
  void draw(const LdiSubject& subject, Index first, Index last, LayeredDepthImage& image, Workers& workers);
  void find(const LayeredDepthImage& image, const LdiSubject& points, std::vector<Index>& inside);

  LdiRenderer& m_renderer;
  LayeredDepthImage m_a, m_b;
  LdiVolume m_volume;
  std::vector<Index> m_found;
};

}  // namespace pliant::detail
