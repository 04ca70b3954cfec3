#version 430 core

// Second half of a prefix sum: the first entry of each pixel, and the total.
layout(local_size_x = 256) in;

layout(std430, binding = 3) readonly buffer Sums {
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
layout(std430, binding = 6) writeonly buffer Offsets {
  uint offsets[];
};

uniform uint pixels;

const uint kEach = 8u;

shared double sum[256];

void main() {
  uint self = gl_LocalInvocationIndex;
  double before = 0.0lf;
  for (uint g = self; g < gl_WorkGroupID.x; g += 256u) before += sums[g];
  sum[self] = before;
  for (uint width = 128u; width > 0u; width /= 2u) {
    barrier();
    if (self < width) sum[self] += sum[self + width];
  }
  barrier();
  before = sum[0];
  barrier();
  uint first = (gl_WorkGroupID.x * 256u + self) * kEach;
  double own = 0.0lf;
  for (uint p = first; p < min(first + kEach, pixels); ++p) own += double(counts[p]);
  sum[self] = own;
  for (uint reach = 1u; reach < 256u; reach *= 2u) {
    barrier();
    double left = self >= reach ? sum[self - reach] : 0.0lf;
    barrier();
    sum[self] += left;
  }
  double at = before + sum[self] - own;
  for (uint p = first; p < min(first + kEach, pixels); ++p) {
    offsets[p] = uint(at);
    at += double(counts[p]);
    if (p + 1u == pixels) {
      offsets[pixels] = uint(at);
      total = at;
    }
  }
}
