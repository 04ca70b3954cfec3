#pragma once

#include <pliant/detectors/ldi/LdiBackend.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "Abuffer.h"
#include "RowAdding.h"

namespace pliant::detail {

/// Computes gradients and spans of overlaps by shaders, from images on the card along all three axes. Holds OpenGL
/// objects of one context.
class AbufferOverlaps {
 public:
  /// Returns true if the surfaces' vertices and faces fit buffers of `mostBytes` [bytes].
  static bool holds(const LdiAxesQuery& query, std::size_t mostBytes);

  /// Begins a query: uploads the faces of the surfaces.
  void begin(const LdiAxesQuery& query);
  /// Uploads the vertices of surface 0 or 1, snapped in all views.
  void put(std::size_t surface, std::span<const SnappedSurface, 3> snapped) const;
  /// Computes the gradients. `a` and `b` hold the consecutive images of all views. `b` null: a with itself.
  void gradient(const LdiAxesQuery& query, const CardImage& a, const CardImage* b, LdiAxisGradients& gradients);
  /// Computes the spans, from the same images. Returns false if there are more spans than a buffer holds.
  bool spans(const LdiAxesQuery& query, const CardImage& a, const CardImage* b, Abuffer& abuffer, LdiAxesSpans& spans);

  std::size_t bytes() const;

 private:
  /// Two variants of a program: for two surfaces, and for one surface with itself.
  struct Programs {
    GlProgram both, own;

    explicit Programs(std::initializer_list<const char*> what);
    const GlProgram& of(bool isPair) const { return isPair ? both : own; }
  };
  /// A span as writeSpans.glsl stores it.
  struct Span {
    std::uint32_t pixel;
    std::int32_t low, high;
    std::uint32_t lowEnd, highEnd;
  };

  void use(const GlProgram& program, const LdiAxesQuery& query, std::size_t axis, const CardImage& a,
           const CardImage* b) const;
  void readGradient(const LdiAxesQuery& query, LdiAxisGradients& gradients);
  void readSpans(const LdiAxesQuery& query, std::size_t axis, std::size_t count, LdiAxesSpans& spans);
  /// Returns the number of vertices before the surface's vertices in a view.
  std::size_t verticesBefore(std::size_t surface) const { return surface == 0 ? 0 : m_vertices[0]; }
  std::size_t all() const { return m_vertices[0] + m_vertices[1]; }

  std::optional<Programs> m_gradient, m_count, m_write;  ///< made at the first use
  RowAdding m_rows;
  CardBuffer m_faces, m_corners, m_parts, m_counts, m_places, m_spans;
  std::array<std::size_t, 2> m_vertices{};
  std::vector<std::uint32_t> m_words;
  std::vector<Span> m_read;
};

}  // namespace pliant::detail
