#pragma once

#include <pliant/detectors/ldi/LdiAnswering.h>
#include <pliant/detectors/ldi/LdiQueries.h>

namespace pliant::detail {

/// Answers for images that are too large to be held: they are drawn and asked band by band. The answers are the same
/// bits as whole images give.
class LdiBands final : public LdiAnswering {
 public:
  /// Views of more pixels are drawn in bands: in less time than whole images, and a fraction of their memory.
  static constexpr std::size_t kMostWholePixels = std::size_t{1} << 22;
  static constexpr std::size_t kPixelsPerBand = std::size_t{1} << 19;

  /// With one that draws rows, which outlives this.
  explicit LdiBands(LdiRenderer& renderer) : m_renderer(renderer) {}

  std::unique_ptr<LdiKeptImage> makeImage() override;
  void answer(const LdiPairQuestion& question, Workers& workers) override;
  LdiFigures selfIntersection(const LdiSubject& subject, Workers& workers) override;
  /// As selfIntersectionVolume.
  void selfIntersection(const LdiSubject& subject, LdiVolume& volume, Workers& workers);
  void read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) override;

  /// Bytes held at present.
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
