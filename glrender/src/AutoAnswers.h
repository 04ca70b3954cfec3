#pragma once

#include <pliant/detectors/ldi/LdiAnswering.h>
#include <pliant/detectors/ldi/LdiQueries.h>

#include <memory>

#include "AutoChoice.h"

namespace pliant::detail {

/// Queries of AutoLdi. The chosen renderer evaluates them on the card if it supports queries; otherwise they use images
/// in main memory.
class AutoAnswers final : public LdiAnswering {
 public:
  explicit AutoAnswers(AutoChoice& choice) : m_choice(choice), m_kept(std::make_shared<std::size_t>(0)) {}

  std::unique_ptr<LdiKeptImage> makeImage() override;
  void answer(const LdiPairQuestion& question, Workers& workers) override;
  LdiFigures selfIntersection(const LdiSubject& subject, Workers& workers) override;
  bool gradient(const LdiAxesQuestion& question, LdiAxisGradients& gradients, Workers& workers) override;
  bool spans(const LdiAxesQuestion& question, LdiAxesSpans& spans, Workers& workers) override;
  void read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) override;

  std::size_t memory() const { return *m_kept + m_volume.spans.capacity() * sizeof(LdiSpan); }

 private:
  const LayeredDepthImage& ensure(std::size_t way, const LdiSubject& subject, Workers& workers);
  template <typename OnCard, typename Here>
  void askAxes(const LdiAxesQuestion& question, Workers& workers, OnCard&& onCard, Here&& here);

  AutoChoice& m_choice;
  std::shared_ptr<std::size_t> m_kept;  ///< size of all images in main memory [bytes]
  LdiVolume m_volume;
};

}  // namespace pliant::detail
