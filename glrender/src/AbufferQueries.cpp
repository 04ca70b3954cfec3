#include "AbufferQueries.h"

#include <bit>

#include "Shaders.h"
#include "ldi/PixelWalk.h"
#include "ldi/VolumeSums.h"

namespace pliant::detail {
namespace {

/// As the shaders write them.
struct RowSums {
  double inner, border, columns, heights;
  std::uint32_t firstColumn, lastColumn;
  std::int32_t lowest, highest, longest, unused;
};
struct Total {
  double inner, lastColumn, lastRow, corner;
  double sum, columns, rows, heights;
  std::uint32_t columnsFrom, columnsTo, rowsFrom, rowsTo;
  std::int32_t lowest, highest, longest, unused;
};

constexpr std::size_t kPointsOfGroup = 64;

GLint at(const GlProgram& program, const char* name) {
  return glGetUniformLocation(program.name(), name);
}

void barrier() {
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

}  // namespace

AbufferQueries::AbufferQueries()
    : m_intersection(makeProgram({shaders::walk_glsl, shaders::intersection_comp})),
      m_multiple(makeProgram({shaders::walk_glsl, shaders::multiple_comp})),
      m_sumRows(makeProgram({shaders::sumRows_comp})),
      m_pointsInside(
          makeProgram({"#version 430 core\n#define REAL ", sizeof(Real) == sizeof(float) ? "float" : "double", "\n",
                       shaders::pointsInside_comp})) {}

void AbufferQueries::abandon() {
  for (GlProgram* const program : {&m_intersection, &m_multiple, &m_sumRows, &m_pointsInside}) program->abandon();
  for (CardBuffer* const buffer : {&m_rows, &m_result, &m_points[0], &m_points[1], &m_inside[0], &m_inside[1]}) {
    buffer->abandon();
  }
}

/// Runs the program that is in use over all rows, and adds them up.
void AbufferQueries::sumRows(const LdiView& view) {
  const PixelShare share(view);
  m_rows.fit(view.height * sizeof(RowSums));
  m_result.fit(sizeof(Total));
  m_rows.bind(4);
  m_result.bind(5);
  GLint program = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  glUniform1ui(glGetUniformLocation(static_cast<GLuint>(program), "width"), view.width);
  glUniform1d(glGetUniformLocation(static_cast<GLuint>(program), "lastColumn"), share.ofColumn(view.width - 1));
  glDispatchCompute(view.height, 1, 1);
  barrier();
  glUseProgram(m_sumRows.name());
  glUniform1ui(at(m_sumRows, "height"), view.height);
  glUniform1d(at(m_sumRows, "lastColumn"), share.ofColumn(view.width - 1));
  glUniform1d(at(m_sumRows, "lastRow"), share.ofRow(view.height - 1));
  glDispatchCompute(1, 1, 1);
  barrier();
}

void AbufferQueries::askIntersection(const CardImage& a, const LdiView& viewOfA, const CardImage& b,
                                     const LdiView& viewOfB) {
  a.offsets.bind(0);
  a.entries.bind(1);
  b.offsets.bind(2);
  b.entries.bind(3);
  glUseProgram(m_intersection.name());
  glUniform1i(at(m_intersection, "ascendingA"), viewOfA.ascending);
  glUniform1i(at(m_intersection, "ascendingB"), viewOfB.ascending);
  sumRows(viewOfA);
}

void AbufferQueries::askSelfIntersection(const CardImage& image, const LdiView& view) {
  for (const GLuint binding : {0u, 2u}) image.offsets.bind(binding);
  for (const GLuint binding : {1u, 3u}) image.entries.bind(binding);
  glUseProgram(m_multiple.name());
  glUniform1i(at(m_multiple, "ascendingA"), view.ascending);
  sumRows(view);
}

LdiFigures AbufferQueries::figures(const LdiView& view) const {
  Total total{};
  total.columnsFrom = total.rowsFrom = kNoIndex;
  m_result.read(0, sizeof total, &total);
  const auto part = [](double steps) { return steps / kDepthSteps; };
  const VolumeSums sums{.inner = part(total.inner),
                        .lastColumn = part(total.lastColumn),
                        .lastRow = part(total.lastRow),
                        .corner = part(total.corner),
                        .weights = part(total.sum),
                        .columns = part(total.columns),
                        .rows = part(total.rows),
                        .heights = part(total.heights) / kDepthSteps,
                        .columnsFrom = total.columnsFrom,
                        .columnsTo = total.columnsTo,
                        .rowsFrom = total.rowsFrom,
                        .rowsTo = total.rowsTo,
                        .lowest = part(total.lowest),
                        .highest = part(total.highest),
                        .longest = part(total.longest)};
  return sums.figures(view);
}

void AbufferQueries::askInside(std::size_t question, const CardImage& image, const LdiView& view,
                               std::span<const PackedPosition> points) {
  static_assert(sizeof(PackedPosition) == 4 * sizeof(Real));
  if (points.empty()) return;
  CardBuffer &own = m_points[question], &bits = m_inside[question];
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
  glUniform1ui(at(program, "count"), static_cast<GLuint>(points.size()));
  glUniform1ui(at(program, "width"), view.width);
  glUniform2ui(at(program, "last"), view.width - 1, view.height - 1);
  glUniform3iv(at(program, "axes"), 1, axes);
  glUniform3dv(at(program, "least"), 1, least);
  glUniform3dv(at(program, "most"), 1, most);
  glUniform3dv(at(program, "scale"), 1, scale);
  glUniform1i(at(program, "ascending"), view.ascending);
  dispatch((points.size() + kPointsOfGroup - 1) / kPointsOfGroup);
  barrier();
}

void AbufferQueries::inside(std::size_t question, std::size_t points, std::vector<Index>& inside) {
  inside.clear();
  if (points == 0) return;
  m_bits.resize((points + 31) / 32);
  m_inside[question].read(0, m_bits.size() * sizeof m_bits[0], m_bits.data());
  for (std::size_t word = 0; word < m_bits.size(); ++word) {
    for (std::uint32_t bits = m_bits[word]; bits != 0; bits &= bits - 1) {
      inside.push_back(static_cast<Index>(32 * word) + static_cast<Index>(std::countr_zero(bits)));
    }
  }
}

}  // namespace pliant::detail
