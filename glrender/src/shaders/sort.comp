#version 430 core

// Sorts the entries of each pixel by (depth, face): insertion sort for few entries, heap sort for many.
layout(local_size_x = 64) in;

layout(std430, binding = 6) readonly buffer Offsets {
  uint offsets[];
};
layout(std430, binding = 7) buffer Entries {
  uvec2 entries[];  // 2 * face + side, depth
};

uniform uint pixels;

// Depths are not negative, so their bits have the same order.
bool before(uvec2 a, uvec2 b) {
  return a.y != b.y ? a.y < b.y : a.x < b.x;
}

void insertionSort(uint begin, uint end) {
  for (uint next = begin + 1u; next < end; ++next) {
    uvec2 entry = entries[next];
    uint to = next;
    while (to > begin && before(entry, entries[to - 1u])) {
      entries[to] = entries[to - 1u];
      --to;
    }
    entries[to] = entry;
  }
}

void sink(uint begin, uint size, uint from) {
  uvec2 entry = entries[begin + from];
  while (2u * from + 1u < size) {
    uint child = 2u * from + 1u;
    if (child + 1u < size && before(entries[begin + child], entries[begin + child + 1u])) ++child;
    if (!before(entry, entries[begin + child])) break;
    entries[begin + from] = entries[begin + child];
    from = child;
  }
  entries[begin + from] = entry;
}

void heapSort(uint begin, uint size) {
  for (uint i = size / 2u; i > 0u; --i) sink(begin, size, i - 1u);
  for (uint last = size - 1u; last > 0u; --last) {
    uvec2 largest = entries[begin];
    entries[begin] = entries[begin + last];
    entries[begin + last] = largest;
    sink(begin, last, 0u);
  }
}

void main() {
  uint pixel = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 64u + gl_LocalInvocationIndex;
  if (pixel >= pixels) return;
  uint begin = offsets[pixel], end = offsets[pixel + 1u];
  if (end - begin > 32u) {
    heapSort(begin, end - begin);
  } else {
    insertionSort(begin, end);
  }
}
