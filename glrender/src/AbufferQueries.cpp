#include "AbufferQueries.h"

#include <bit>

#include "Shaders.h"
#include "ldi/PixelWalk.h"

namespace pliant::detail {
namespace {

constexpr std::size_t kPointsOfGroup = 64;

}  // namespace

AbufferQueries::AbufferQueries()
    : m_intersection(makeProgram({shaders::sums_glsl, shaders::walk_glsl, shaders::rows_glsl, shaders::onlySums_glsl,
                                  shaders::intersection_comp})),
      m_multiple(makeProgram({shaders::sums_glsl, shaders::walk_glsl, shaders::rows_glsl, shaders::onlySums_glsl,
                              shaders::multiple_comp})),
      m_pointsInside(
          makeProgram({"#version 430 core\n#define REAL ", sizeof(Real) == sizeof(float) ? "float" : "double", "\n",
                       shaders::pointsInside_comp})) {}

std::size_t AbufferQueries::bytes() const {
  return m_rows.bytes() + bytesOf({&m_points[0], &m_points[1], &m_inside[0], &m_inside[1]});
}

void AbufferQueries::askIntersection(const CardImage& a, const LdiView& viewOfA, const CardImage& b,
                                     const LdiView& viewOfB) {
  a.offsets.bind(0);
  a.entries.bind(1);
  b.offsets.bind(2);
  b.entries.bind(3);
  glUseProgram(m_intersection.name());
  glUniform1i(uniformAt(m_intersection, "ascendingA"), viewOfA.ascending);
  glUniform1i(uniformAt(m_intersection, "ascendingB"), viewOfB.ascending);
  m_rows.run(m_intersection, viewOfA);
}

void AbufferQueries::askSelfIntersection(const CardImage& image, const LdiView& view) {
  for (const GLuint binding : {0u, 2u}) image.offsets.bind(binding);
  for (const GLuint binding : {1u, 3u}) image.entries.bind(binding);
  glUseProgram(m_multiple.name());
  glUniform1i(uniformAt(m_multiple, "ascendingA"), view.ascending);
  m_rows.run(m_multiple, view);
}

OverlapSummary AbufferQueries::summary(const LdiView& view) const {
  return m_rows.sums().summary(view);
}

void AbufferQueries::askInside(std::size_t query, const CardImage& image, const LdiView& view,
                               std::span<const PackedPosition> points) {
  static_assert(sizeof(PackedPosition) == 4 * sizeof(Real));
  if (points.empty()) return;
  CardBuffer &own = m_points[query], &bits = m_inside[query];
  const std::size_t words = (points.size() + 31) / 32;
  own.upload(points.data(), points.size_bytes());
  bits.fit(words * sizeof(std::uint32_t));
  bits.clear(words * sizeof(std::uint32_t));
  image.offsets.bind(0);
  image.entries.bind(1);
  own.bind(2);
  bits.bind(3);
  const GlProgram& program = m_pointsInside;
  glUseProgram(program.name());
  const int axes[3] = {view.columnAxis(), view.rowAxis(), view.axis};
  const double scale[3] = {1 / view.pixel[0], 1 / view.pixel[1], kDepthSteps / view.range()};
  double least[3], most[3];
  for (std::size_t i = 0; i < 3; ++i) {
    least[i] = view.min[static_cast<std::size_t>(axes[i])];
    most[i] = view.max[static_cast<std::size_t>(axes[i])];
  }
  glUniform1ui(uniformAt(program, "count"), word(points.size()));
  glUniform1ui(uniformAt(program, "width"), view.width);
  glUniform2ui(uniformAt(program, "last"), view.width - 1, view.height - 1);
  glUniform3iv(uniformAt(program, "axes"), 1, axes);
  glUniform3dv(uniformAt(program, "least"), 1, least);
  glUniform3dv(uniformAt(program, "most"), 1, most);
  glUniform3dv(uniformAt(program, "scale"), 1, scale);
  glUniform1i(uniformAt(program, "ascending"), view.ascending);
  dispatch((points.size() + kPointsOfGroup - 1) / kPointsOfGroup);
  waitForStorage();
}

void AbufferQueries::inside(std::size_t query, std::size_t points, std::vector<Index>& inside) {
  inside.clear();
  if (points == 0) return;
  m_bits.resize((points + 31) / 32);
  m_inside[query].read(0, m_bits.size() * sizeof m_bits[0], m_bits.data());
  for (std::size_t word = 0; word < m_bits.size(); ++word) {
    for (std::uint32_t bits = m_bits[word]; bits != 0; bits &= bits - 1) {
      inside.push_back(static_cast<Index>(32 * word) + static_cast<Index>(std::countr_zero(bits)));
    }
  }
}

}  // namespace pliant::detail
