uniform bool ascendingA;
uniform bool ascendingB;

// The next interval with winding number at least 1; low < 0 where there is none.
void advance(inout Walk walk) {
  uint size = walk.end - walk.begin;
  walk.low = -1;
  while (walk.next < size) {
    int height = heightOf(walk, entryAt(walk, walk.next));
    bool was = walk.winding >= 1;
    while (walk.next < size) {
      uvec2 entry = entryAt(walk, walk.next);
      if (heightOf(walk, entry) != height) break;
      walk.winding += changeOf(walk, entry);
      ++walk.next;
    }
    bool is = walk.winding >= 1;
    if (is && !was) walk.low = height;
    if (was && !is) {
      walk.high = height;
      return;
    }
  }
  walk.low = -1;
}

void main() {
  Sums sums = none();
  for (uint column = gl_LocalInvocationIndex; column < width; column += 64u) {
    uint pixel = gl_WorkGroupID.x * width + column;
    Walk a = begin(false, ascendingA, pixel), b = begin(true, ascendingB, pixel);
    advance(a);
    advance(b);
    while (a.low >= 0 && b.low >= 0) {
      int low = max(a.low, b.low), high = min(a.high, b.high);
      if (low < high) add(sums, column, low, high);
      if (a.high < b.high) {
        advance(a);
      } else {
        advance(b);
      }
    }
  }
  finishRow(sums);
}
