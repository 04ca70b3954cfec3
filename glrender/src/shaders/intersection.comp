
uniform bool ascendingA;
uniform bool ascendingB;

// Finds the spans in which both winding numbers are at least 1. Entries of equal height are combined. Include after
// definitions of addSpan() and finishRow().
void main() {
  Sums sums = none();
  for (uint column = gl_LocalInvocationIndex; column < width; column += 64u) {
    uint pixel = gl_WorkGroupID.x * width + column;
    Walk a = begin(false, ascendingA, pixel), b = begin(true, ascendingB, pixel);
    int from = -1;
    Group lowA = nobody(), lowB = nobody();
    // No point behind the last entry of a surface is inside it.
    while (a.left > 0u && b.left > 0u) {
      int height = min(a.height, b.height);
      bool wasA = a.winding >= 1, wasB = b.winding >= 1;
      Group groupA = passAll(a, height), groupB = passAll(b, height);
      bool isA = a.winding >= 1, isB = b.winding >= 1, inside = isA && isB;
      // A surface whose inside state does not change has no end here.
      if (wasA == isA) groupA = nobody();
      if (wasB == isB) groupB = nobody();
      if (inside && from < 0) {
        from = height;
        lowA = groupA;
        lowB = groupB;
      }
      if (!inside && from >= 0) {
        add(sums, column, from, height);
        addSpan(column, from, height, lowA, lowB, groupA, groupB);
        from = -1;
      }
    }
  }
  finishRow(sums);
}
