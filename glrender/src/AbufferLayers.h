#pragma once

#include <pliant/detectors/ldi/LdiAnswering.h>
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
  void abandon();
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
  std::size_t bytes = 0;  ///< main memory of kept images [bytes]
};

/// A kept image on the graphics card, or in main memory if it is too large for the card.
class AbufferImage final : public LdiKeptImage {
 public:
  explicit AbufferImage(std::shared_ptr<KeptSlots> slots);
  ~AbufferImage() override;

  std::size_t slot() const { return m_slot; }
  /// Returns the image in main memory; null if it is not there.
  const LayeredDepthImage* here() const { return m_here.get(); }
  void keepHere(std::unique_ptr<LayeredDepthImage> image);

  std::uint64_t incarnation = 0;  ///< number of the AbufferObjects that hold the image; 0 if it is not on the card

 private:
  std::shared_ptr<KeptSlots> m_slots;
  std::size_t m_slot;
  std::unique_ptr<LayeredDepthImage> m_here;
};

/// Implementation of AbufferLdi.
class AbufferLayers final : public LayerDrawing, public LdiAnswering {
 public:
  AbufferLayers(std::shared_ptr<GlContext> context, const LdiDrawingSettings& settings)
      : LayerDrawing("ldi-gl-abuffer", settings), m_objects(std::move(context), AbufferLdi::kLeastVersion) {}

  void render(const LdiSurface& surface, const LdiView& view, LayeredDepthImage& image, Workers& workers) override;
  void renderViews(const LdiSurface& surface, std::span<const LdiView> views, std::span<LayeredDepthImage> images,
                   Workers& workers) override;
  std::size_t memory() const override;
  std::size_t cardMemory() const override { return m_objects.bytes(); }

  LdiAnswering* answering() override { return this; }
  std::unique_ptr<LdiKeptImage> makeImage() override;
  void answer(const LdiPairQuestion& question, Workers& workers) override;
  LdiFigures selfIntersection(const LdiSubject& subject, Workers& workers) override;
  bool gradient(const LdiAxesQuestion& question, LdiAxisGradients& gradients, Workers& workers) override;
  bool spans(const LdiAxesQuestion& question, LdiAxesSpans& spans, Workers& workers) override;
  void read(const LdiSubject& subject, LayeredDepthImage& image, Workers& workers) override;

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
  const CardImage* ensure(AbufferObjects& of, const LdiSubject& subject, Workers& workers);
  template <typename Ask>
  bool askAxes(const LdiAxesQuestion& question, Workers& workers, Ask&& ask);
  const CardImage* ensureAxes(AbufferObjects& of, const LdiAxesSubject& subject);
  const LayeredDepthImage* bringHere(AbufferObjects& of, const LdiSubject& subject, LayeredDepthImage& room);
  void answerHere(const LdiPairQuestion& question);
  void dropSpare(AbufferObjects& of) const;

  PerContext<AbufferObjects> m_objects;
  std::shared_ptr<KeptSlots> m_slots = std::make_shared<KeptSlots>();
  std::array<SnappedSurface, Abuffer::kMostViews> m_surfaces;
  std::vector<std::uint32_t> m_offsets;
  std::vector<LdiEntry> m_entries;
  LayeredDepthImage m_assembled;          ///< assembled by the CPU, to be uploaded
  LayeredDepthImage m_read[2];            ///< images read back for a query on the CPU
  const LayeredDepthImage* m_asked[2]{};  ///< images of a query on the CPU, kept or in m_read
  LdiVolume m_volume;                     ///< scratch of queries on the CPU
};

}  // namespace pliant::detail
