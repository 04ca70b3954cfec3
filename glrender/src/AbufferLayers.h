#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/glrender/AbufferLdi.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "Abuffer.h"
#include "AbufferOverlaps.h"
#include "AbufferQueries.h"
#include "LayerDrawing.h"
#include "PerContext.h"

namespace pliant::detail {

/// OpenGL objects of AbufferLdi in one context.
struct AbufferObjects {
  AbufferObjects();
  std::size_t bytes() const;

  /// Unique number of these objects in the process.
  std::uint64_t incarnation;
  Abuffer abuffer;
  CardImage image;  ///< scratch image, to be read back
  std::vector<std::unique_ptr<CardImage>> kept;
  std::optional<AbufferQueries> queries;  ///< made at the first query
  std::optional<AbufferOverlaps> overlaps;
};

/// Slots of kept images. Shared, because images may outlive their renderer.
struct KeptSlots {
  std::size_t count = 0;
  std::vector<std::size_t> free;
};

/// A kept image on the graphics card, or in main memory if it is too large for the card.
class AbufferImage final : public LdiImageHandle {
 public:
  explicit AbufferImage(std::shared_ptr<KeptSlots> slots);
  ~AbufferImage() override;

  std::size_t slot() const { return m_slot; }
  std::size_t memory() const override { return here.memory(); }

  std::uint64_t incarnation = 0;  ///< number of the AbufferObjects that hold the image; 0 if it is not on the card
  LdiMemoryImage here;            ///< the image, or a copy of it, in main memory

 private:
  std::shared_ptr<KeptSlots> m_slots;
  std::size_t m_slot;
};

/// Implementation of AbufferLdi.
class AbufferLayers final : public LayerDrawing, public LdiBackend {
 public:
  AbufferLayers(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
      : LayerDrawing("ldi-gl-abuffer", settings), m_objects(std::move(context), AbufferLdi::kLeastVersion) {}

  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override;
  void renderViews(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                   Workers& workers) override;
  std::size_t memory() const override;
  std::size_t cardMemory() const override { return m_objects.bytes(); }

  LdiBackend& backend() override { return *this; }
  bool onCard() const override { return true; }
  std::size_t scratchMemory() const override { return m_onCpu.scratchMemory(); }
  std::unique_ptr<LdiImageHandle> makeImage() override;
  void answer(const LdiPairQuery& query, Workers& workers) override;
  OverlapSummary selfIntersection(const LdiInput& input, LdiVolume& volume, Workers& workers) override;
  void gradient(const LdiAxesQuery& query, LdiAxisGradients& gradients, Workers& workers) override;
  void spans(const LdiAxesQuery& query, LdiAxesSpans& spans, Workers& workers) override;
  const LayeredDepthImage& read(const LdiInput& input, Workers& workers) override;

 private:
  void snapAll(const LdiSurface& surface, std::span<const LdiView> views, Workers& workers);
  bool drawTogether(AbufferObjects& of, std::span<const LdiView> views, CardImage& image);
  bool renderTogether(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                      Workers& workers);
  bool drawOnCard(AbufferObjects& of, const LdiSurface& surface, const LdiView& view, CardImage& image,
                  LdiFragments& fragments, Workers& workers);
  bool drawWhole(AbufferObjects& of, const LdiView& view, CardImage& image, LdiFragments& fragments);
  void drawBlock(AbufferObjects& of, const LdiView& view, const LdiBlock& block, LdiFragments& fragments);
  void select(const LdiBlock& block, LdiFragments& fragments);
  void readBack(const CardImage& from, std::size_t firstPixel, std::size_t pixels, std::vector<std::uint32_t>& offsets,
                std::vector<LdiEntry>& entries);
  std::unique_ptr<CardImage>& keptOf(AbufferObjects& of, const AbufferImage& handle) const;
  const CardImage* ensure(AbufferObjects& of, const LdiInput& input, Workers& workers);
  template <typename OnCard, typename Here>
  void askAxes(const LdiAxesQuery& query, Workers& workers, OnCard&& onCard, Here&& here);
  const CardImage* ensureAxes(AbufferObjects& of, const LdiAxesInput& input);
  void bringHere(AbufferObjects& of, const LdiInput& input);
  void dropSpare(AbufferObjects& of) const;

  PerContext<AbufferObjects> m_objects;
  std::shared_ptr<KeptSlots> m_slots = std::make_shared<KeptSlots>();
  std::array<SnappedSurface, Abuffer::kMostViews> m_surfaces;
  std::vector<std::uint32_t> m_offsets;
  std::vector<LdiEntry> m_entries;
  LayeredDepthImage m_assembled;                 ///< assembled by the CPU, to be uploaded
  LdiBackend& m_onCpu = LdiRenderer::backend();  ///< evaluates queries on images in main memory
};

}  // namespace pliant::detail
