
uniform bool ascendingA;
uniform double least;  // spans up to this length are skipped [depth step]

// Finds the spans in which the winding number is above 1 or below 0. Include after definitions of addSpan() and
// finishRow().
void main() {
  Sums sums = none();
  for (uint column = gl_LocalInvocationIndex; column < width; column += 64u) {
    Walk walk = begin(false, ascendingA, gl_WorkGroupID.x * width + column);
    int from = -1;
    Group low = nobody();
    while (walk.left > 0u) {
      int height = walk.height;
      Group group = passAll(walk, height);
      bool multiple = walk.winding > 1 || walk.winding < 0;
      if (multiple && from < 0) {
        from = height;
        low = group;
      }
      if (!multiple && from >= 0) {
        if (double(height - from) > least) {
          add(sums, column, from, height);
          addSpan(column, from, height, low, nobody(), group, nobody());
        }
        from = -1;
      }
    }
  }
  finishRow(sums);
}
