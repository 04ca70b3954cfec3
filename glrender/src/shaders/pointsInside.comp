// Tests which points lie in the view's box with a winding number of at least 1, like PointFinder and pointsInside().
// Include after "#define REAL", the type of stored positions.
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Offsets {
  uint offsets[];
};
layout(std430, binding = 1) readonly buffer Entries {
  uvec2 entries[];  // 2 * face + side, depth
};
layout(std430, binding = 2) readonly buffer Points {
  REAL points[];  // four values per point, the last one unused
};
layout(std430, binding = 3) buffer Inside {
  uint inside[];  // one bit per point, zero initially
};

uniform uint count;
uniform uint width;
uniform uvec2 last;      // last column and row
uniform ivec3 axes;      // axes of columns, rows and depth
uniform dvec3 least, most, scale;  // along these axes
uniform bool ascending;

const int kHighest = 16777215;  // highest step of height

void main() {
  uint self = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 64u + gl_LocalInvocationIndex;
  if (self >= count) return;
  dvec3 p = dvec3(points[4u * self + uint(axes.x)], points[4u * self + uint(axes.y)], points[4u * self + uint(axes.z)]);
  if (any(lessThan(p, least)) || any(greaterThan(p, most))) return;
  precise dvec3 from = p - least;
  precise dvec3 at = from * scale;
  uint pixel = min(uint(at.y), last.y) * width + min(uint(at.x), last.x);
  int height = min(int(at.z), kHighest);
  float depth = float(ascending ? height : kHighest - height) / 16777216.0;
  int winding = 0;
  for (uint e = offsets[pixel]; e < offsets[pixel + 1u]; ++e) {
    uvec2 entry = entries[e];
    if (uintBitsToFloat(entry.y) <= depth) winding += (entry.x & 1u) != 0u ? 1 : -1;
  }
  if (winding >= 1) atomicOr(inside[self / 32u], 1u << (self % 32u));
}
