
// Iterates over the entries of a pixel upwards from the volume's minimum. A work group processes a row of pixels.
// Include after sums.glsl.
layout(std430, binding = 0) readonly buffer OffsetsA {
  uint offsetsA[];
};
layout(std430, binding = 1) readonly buffer EntriesA {
  uvec2 entriesA[];  // 2 * face + side, depth
};
layout(std430, binding = 2) readonly buffer OffsetsB {
  uint offsetsB[];
};
layout(std430, binding = 3) readonly buffer EntriesB {
  uvec2 entriesB[];
};

uniform uint width;
uniform uvec2 firstPixel;   // one per image: its first pixel in the buffer
uniform double lastColumn;  // share of the last column that lies in the volume

const int kSteps = 16777216;

// State of the iteration over the entries of a pixel in one image. `height` is that of the next entry, kEnd after the
// last one.
struct Walk {
  bool second, ascending;
  uint at, left;
  int height, change, winding;
};

const int kEnd = kSteps + 1;

void look(inout Walk walk) {
  walk.height = kEnd;
  if (walk.left == 0u) return;
  uvec2 entry = walk.second ? entriesB[walk.at] : entriesA[walk.at];
  int steps = int(uintBitsToFloat(entry.y) * 16777216.0);
  walk.height = walk.ascending ? steps : kSteps - steps;
  walk.change = ((entry.x & 1u) != 0u) == walk.ascending ? 1 : -1;
}

Walk begin(bool second, bool ascending, uint pixel) {
  pixel += second ? firstPixel.y : firstPixel.x;
  uint first = second ? offsetsB[pixel] : offsetsA[pixel], end = second ? offsetsB[pixel + 1u] : offsetsA[pixel + 1u];
  Walk walk = Walk(second, ascending, ascending ? first : end - 1u, end - first, kEnd, 0, 0);
  look(walk);
  return walk;
}

void pass(inout Walk walk) {
  walk.winding += walk.change;
  walk.at += walk.ascending ? 1u : 0xffffffffu;
  --walk.left;
  look(walk);
}

// Entries of equal height: the first one upwards, and their total change of the winding number.
struct Group {
  bool second, ascending;
  uint at, count;
  int change;
};

Group nobody() {
  return Group(false, true, 0u, 0u, 0);
}

// Passes all entries of a height, if any.
Group passAll(inout Walk walk, int height) {
  Group group = Group(walk.second, walk.ascending, walk.at, 0u, -walk.winding);
  while (walk.height == height) {
    pass(walk);
    ++group.count;
  }
  group.change += walk.winding;
  return group;
}

Sums none() {
  return Sums(0.0lf, 0.0lf, 0.0lf, 0.0lf, 0xffffffffu, 0u, kSteps, 0, 0, 0);
}

void add(inout Sums sums, uint column, int low, int high) {
  bool last = column + 1u == width;
  double share = last ? lastColumn : 1.0lf;
  if (last) {
    sums.border += double(high - low);
  } else {
    sums.inner += double(high - low);
  }
  precise double weight = double(high - low) * share;
  precise double place = weight * (double(column) + 0.5lf * share);
  precise double height = weight * (0.5lf * double(low + high));
  sums.columns += place;
  sums.heights += height;
  sums.firstColumn = min(sums.firstColumn, column);
  sums.lastColumn = max(sums.lastColumn, column);
  sums.lowest = min(sums.lowest, low);
  sums.highest = max(sums.highest, high);
  sums.longest = max(sums.longest, high - low);
}
