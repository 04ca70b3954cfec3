
// Sums the rows in a fixed order. Include after sums.glsl.
struct Total {
  double inner, lastColumn, lastRow, corner;  // sums of lengths by position of the pixel, exact
  double sum, columns, rows, heights;
  uint columnsFrom, columnsTo, rowsFrom, rowsTo;
  int lowest, highest, longest, unused;
};

layout(std430, binding = 4) readonly buffer Rows {
  Sums rows[];
};
layout(std430, binding = 5) writeonly buffer Result {
  Total results[];
};

uniform uint place;  // index of the result
uniform uint height;
uniform double lastColumn;  // shares of the last column and row that lie in the volume
uniform double lastRow;

shared Total totals[64];

void main() {
  uint self = gl_LocalInvocationIndex;
  Total total = Total(0.0lf, 0.0lf, 0.0lf, 0.0lf, 0.0lf, 0.0lf, 0.0lf, 0.0lf, 0xffffffffu, 0u, 0xffffffffu, 0u,
                      16777216, 0, 0, 0);
  for (uint row = self; row < height; row += 64u) {
    Sums sums = rows[row];
    if (sums.firstColumn == 0xffffffffu) continue;
    bool last = row + 1u == height;
    if (last) {
      total.lastRow += sums.inner;
      total.corner += sums.border;
    } else {
      total.inner += sums.inner;
      total.lastColumn += sums.border;
    }
    double share = last ? lastRow : 1.0lf;
    precise double weight = (sums.inner + sums.border * lastColumn) * share;
    precise double columns = sums.columns * share;
    precise double place = weight * (double(row) + 0.5lf * share);
    precise double heights = sums.heights * share;
    total.sum += weight;
    total.columns += columns;
    total.rows += place;
    total.heights += heights;
    total.columnsFrom = min(total.columnsFrom, sums.firstColumn);
    total.columnsTo = max(total.columnsTo, sums.lastColumn);
    total.rowsFrom = min(total.rowsFrom, row);
    total.rowsTo = max(total.rowsTo, row);
    total.lowest = min(total.lowest, sums.lowest);
    total.highest = max(total.highest, sums.highest);
    total.longest = max(total.longest, sums.longest);
  }
  totals[self] = total;
  for (uint other = 32u; other > 0u; other /= 2u) {
    barrier();
    if (self < other) {
      Total a = totals[self], b = totals[self + other];
      totals[self] = Total(a.inner + b.inner, a.lastColumn + b.lastColumn, a.lastRow + b.lastRow, a.corner + b.corner,
                           a.sum + b.sum, a.columns + b.columns, a.rows + b.rows, a.heights + b.heights,
                           min(a.columnsFrom, b.columnsFrom), max(a.columnsTo, b.columnsTo),
                           min(a.rowsFrom, b.rowsFrom), max(a.rowsTo, b.rowsTo), min(a.lowest, b.lowest),
                           max(a.highest, b.highest), max(a.longest, b.longest), 0);
    }
  }
  if (self == 0u) results[place] = totals[0];
}
