uniform bool ascendingA;

// Where the winding number is above 1 or below 0.
void main() {
  Sums sums = none();
  for (uint column = gl_LocalInvocationIndex; column < width; column += 64u) {
    Walk walk = begin(false, ascendingA, gl_WorkGroupID.x * width + column);
    uint size = walk.end - walk.begin;
    int from = -1, to = -1;  // of a span that may go on
    for (uint i = 0u; i + 1u < size; ++i) {
      uvec2 entry = entryAt(walk, i);
      walk.winding += changeOf(walk, entry);
      int low = heightOf(walk, entry), high = heightOf(walk, entryAt(walk, i + 1u));
      if (low >= high || (walk.winding <= 1 && walk.winding >= 0)) continue;
      if (low != to) {
        if (from >= 0) add(sums, column, from, to);
        from = low;
      }
      to = high;
    }
    if (from >= 0) add(sums, column, from, to);
  }
  finishRow(sums);
}
