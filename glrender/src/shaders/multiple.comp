uniform bool ascendingA;

// Where the winding number is above 1 or below 0.
void main() {
  Sums sums = none();
  for (uint column = gl_LocalInvocationIndex; column < width; column += 64u) {
    Walk walk = begin(false, ascendingA, gl_WorkGroupID.x * width + column);
    int from = -1;
    while (walk.left > 0u) {
      int height = walk.height;
      while (walk.height == height) pass(walk);
      bool multiple = walk.winding > 1 || walk.winding < 0;
      if (multiple && from < 0) from = height;
      if (!multiple && from >= 0) {
        add(sums, column, from, height);
        from = -1;
      }
    }
  }
  finishRow(sums);
}
