#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>

#include <memory>

#include "AutoChoice.h"

namespace pliant::detail {

/// Queries of AutoLdi, evaluated by the backend of the chosen renderer.
class AutoBackend final : public LdiBackend {
 public:
  explicit AutoBackend(AutoChoice& choice) : m_choice(choice) {}

  std::unique_ptr<LdiImageHandle> makeImage() override;
  void answer(const LdiPairQuery& query, Workers& workers) override;
  OverlapSummary selfIntersection(const LdiInput& input, LdiVolume& volume, Workers& workers) override;
  void gradient(const LdiAxesQuery& query, LdiAxisGradients& gradients, Workers& workers) override;
  void spans(const LdiAxesQuery& query, LdiAxesSpans& spans, Workers& workers) override;
  const LayeredDepthImage& read(const LdiInput& input, Workers& workers) override;
  bool onCard() const override;
  std::size_t scratchMemory() const override;

 private:
  template <typename Query, typename Ask>
  void ask(const Query& query, Ask&& ask);

  AutoChoice& m_choice;
};

}  // namespace pliant::detail
