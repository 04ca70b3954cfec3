#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>

#include <array>
#include <vector>

namespace pliant::detail {

/// Keeps the images of any renderer in main memory and evaluates queries on the CPU. Images of more than
/// kMostUnbandedPixels are drawn and queried band by band, and not kept. The answers are bit-identical to those of
/// whole images.
class CpuBackend final : public LdiBackend {
 public:
  /// The renderer must outlive this object.
  explicit CpuBackend(LdiRenderer& renderer) : m_renderer(renderer) {}

  std::unique_ptr<LdiImageHandle> makeImage() override;
  void answer(const LdiPairQuery& query, Workers& workers) override;
  OverlapSummary selfIntersection(const LdiInput& input, LdiVolume& volume, Workers& workers) override;
  void gradient(const LdiAxesQuery& query, LdiAxisGradients& gradients, Workers& workers) override;
  void spans(const LdiAxesQuery& query, LdiAxesSpans& spans, Workers& workers) override;
  const LayeredDepthImage& read(const LdiInput& input, Workers& workers) override;
  std::size_t scratchMemory() const override;

 private:
  bool inBands(const LdiInput& input) const;
  const LayeredDepthImage* drawBand(const LdiInput& input, Index first, Index last, LayeredDepthImage& band,
                                    Workers& workers);
  template <typename Each>
  bool forParts(const LdiInput& a, const LdiInput& b, Workers& workers, Each&& each);
  const std::array<LayeredDepthImage, 3>& drawAxes(const LdiAxesInput& input, Workers& workers);
  template <typename Each>
  void withAxes(const LdiAxesQuery& query, Workers& workers, Each&& each);
  void addInside(const LayeredDepthImage& image, const LdiInput& points, std::vector<Index>& inside);

  LdiRenderer& m_renderer;
  std::array<LayeredDepthImage, 2> m_bands;
  LdiVolume m_volume;
  std::vector<Index> m_found;
};

}  // namespace pliant::detail
