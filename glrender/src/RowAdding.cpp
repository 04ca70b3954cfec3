#include "RowAdding.h"

#include "Shaders.h"
#include "ldi/PixelWalk.h"

namespace pliant::detail {
namespace {

/// Layouts of Sums in sums.glsl and of Total in sumRows.comp.
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

}  // namespace

void waitForStorage() {
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

RowAdding::RowAdding() : m_sumRows(makeProgram({shaders::sums_glsl, shaders::sumRows_comp})) {}

void RowAdding::run(const GlProgram& program, const LdiView& view, std::size_t place) {
  const PixelShare share(view);
  m_rows.fit(view.height * sizeof(RowSums));
  m_results.fit(kPlaces * sizeof(Total));
  m_rows.bind(4);
  glUniform1ui(uniformAt(program, "width"), view.width);
  glUniform1d(uniformAt(program, "lastColumn"), share.ofColumn(view.width - 1));
  glDispatchCompute(view.height, 1, 1);
  waitForStorage();
  m_results.bind(5);
  glUseProgram(m_sumRows.name());
  glUniform1ui(uniformAt(m_sumRows, "place"), static_cast<GLuint>(place));
  glUniform1ui(uniformAt(m_sumRows, "height"), view.height);
  glUniform1d(uniformAt(m_sumRows, "lastColumn"), share.ofColumn(view.width - 1));
  glUniform1d(uniformAt(m_sumRows, "lastRow"), share.ofRow(view.height - 1));
  glDispatchCompute(1, 1, 1);
  waitForStorage();
}

VolumeSums RowAdding::sums(std::size_t place) const {
  Total total{};
  total.columnsFrom = total.rowsFrom = kNoIndex;
  m_results.read(place * sizeof total, sizeof total, &total);
  const auto part = [](double steps) { return steps / kDepthSteps; };
  return {.inner = part(total.inner),
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
}

}  // namespace pliant::detail
