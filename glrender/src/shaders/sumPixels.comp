#version 430 core

// First half of a prefix sum: sums the counts of each 2048 pixels in a double, which is exact, and finds the largest
// count.
layout(local_size_x = 256) in;

layout(std430, binding = 3) buffer Sums {
  double sums[];
};
layout(std430, binding = 4) buffer Fragments {
  double total;
  uint appended;
  uint layers;
};
layout(std430, binding = 5) readonly buffer Counts {
  uint counts[];
};

uniform uint pixels;

const uint kEach = 8u;

shared double sum[256];
shared uint most[256];

void main() {
  uint self = gl_LocalInvocationIndex;
  uint first = (gl_WorkGroupID.x * 256u + self) * kEach;
  double own = 0.0lf;
  uint ownMost = 0u;
  for (uint p = first; p < min(first + kEach, pixels); ++p) {
    own += double(counts[p]);
    ownMost = max(ownMost, counts[p]);
  }
  sum[self] = own;
  most[self] = ownMost;
  for (uint width = 128u; width > 0u; width /= 2u) {
    barrier();
    if (self < width) {
      sum[self] += sum[self + width];
      most[self] = max(most[self], most[self + width]);
    }
  }
  if (self == 0u) {
    sums[gl_WorkGroupID.x] = sum[0];
    atomicMax(layers, most[0]);
  }
}
