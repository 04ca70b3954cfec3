uniform bool ascendingA;
uniform bool ascendingB;

// Where both winding numbers are at least 1. Entries of one height are taken together.
void main() {
  Sums sums = none();
  for (uint column = gl_LocalInvocationIndex; column < width; column += 64u) {
    uint pixel = gl_WorkGroupID.x * width + column;
    Walk a = begin(false, ascendingA, pixel), b = begin(true, ascendingB, pixel);
    int from = -1;
    // Nothing is inside behind the last entry of either.
    while (a.left > 0u && b.left > 0u) {
      int height = min(a.height, b.height);
      while (a.height == height) pass(a);
      while (b.height == height) pass(b);
      bool inside = a.winding >= 1 && b.winding >= 1;
      if (inside && from < 0) from = height;
      if (!inside && from >= 0) {
        add(sums, column, from, height);
        from = -1;
      }
    }
  }
  finishRow(sums);
}
