#pragma once

#include <pliant/detectors/ldi/LdiAnswering.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "Abuffer.h"
#include "RowAdding.h"

namespace pliant::detail {

/// Asks shaders where the spans of an overlap end, of images on the card along all axes. Objects of one context.
class AbufferOverlaps {
 public:
  void abandon();

  /// Whether surfaces are small enough for shaders to read at once.
  static bool holds(const LdiAxesQuestion& question, std::size_t mostBytes);

  /// Begins a question with the surfaces' faces.
  void begin(const LdiAxesQuestion& question);
  /// Surface 0 or 1 as it is snapped in all views.
  void put(std::size_t surface, std::span<const SnappedSurface, 3> snapped) const;
  /// Images of all views, one behind the other; null: of a with itself.
  void gradient(const LdiAxesQuestion& question, const CardImage& a, const CardImage* b, LdiAxisGradients& gradients);
  /// The same; false where there are more spans than shaders can write at once.
  bool spans(const LdiAxesQuestion& question, const CardImage& a, const CardImage* b, Abuffer& abuffer,
             LdiAxesSpans& spans);

  std::size_t bytes() const;

 private:
  /// A shader for two surfaces, and for one with itself.
  struct Programs {
    GlProgram both, own;

    explicit Programs(std::initializer_list<const char*> what);
    const GlProgram& of(bool isPair) const { return isPair ? both : own; }
    void abandon();
  };
  /// What spans.glsl writes.
  struct Span {
    std::uint32_t pixel;
    std::int32_t low, high;
    std::uint32_t lowEnd, highEnd;
  };

  void use(const GlProgram& program, const LdiAxesQuestion& question, std::size_t axis, const CardImage& a,
           const CardImage* b) const;
  void readGradient(const LdiAxesQuestion& question, LdiAxisGradients& gradients);
  void readSpans(const LdiAxesQuestion& question, std::size_t axis, std::size_t count, LdiAxesSpans& spans);
  /// Before the surface's vertices, among all of a view.
  std::size_t verticesBefore(std::size_t surface) const { return surface == 0 ? 0 : m_vertices[0]; }
  std::size_t all() const { return m_vertices[0] + m_vertices[1]; }

  std::optional<Programs> m_gradient, m_count, m_write;  ///< made when they are asked for
  RowAdding m_rows;
  CardBuffer m_faces, m_corners, m_parts, m_counts, m_places, m_spans;
  std::array<std::size_t, 2> m_vertices{};
  std::vector<std::uint32_t> m_words;
  std::vector<Span> m_read;
};

}  // namespace pliant::detail
