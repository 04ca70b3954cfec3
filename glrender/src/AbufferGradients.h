#pragma once

#include <pliant/detectors/ldi/LdiAnswering.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "Abuffer.h"
#include "RowAdding.h"

namespace pliant::detail {

/// Asks shaders what single vertices do to a volume, of images on the card. Objects of one context.
class AbufferGradients {
 public:
  AbufferGradients();
  void abandon();

  /// Whether surfaces are small enough for shaders to read at once.
  static bool holds(const LdiGradientQuestion& question, std::size_t mostBytes);

  /// Begins with the surfaces' faces.
  void begin(const LdiGradientQuestion& question);
  /// Surface 0 or 1 as it is snapped in all views.
  void put(std::size_t surface, std::span<const SnappedSurface, 3> snapped) const;
  /// Images of all views, one behind the other; null: of a with itself.
  void ask(const LdiGradientQuestion& question, const CardImage& a, const CardImage* b);
  void read(const LdiGradientQuestion& question, LdiAxisGradients& gradients);

 private:
  /// Before the surface's vertices, among all of a view.
  std::size_t verticesBefore(std::size_t surface) const { return surface == 0 ? 0 : m_vertices[0]; }
  std::size_t all() const { return m_vertices[0] + m_vertices[1]; }

  GlProgram m_intersection, m_multiple;
  RowAdding m_rows;
  CardBuffer m_faces, m_corners, m_parts;
  std::array<std::size_t, 2> m_vertices{};
  std::vector<std::uint32_t> m_words;
};

}  // namespace pliant::detail
