#version 430 core

// Puts each fragment among those of its pixel, with the side and the depth of its face there. Corners are whole
// subpixels and less than 2^22 of them from pixels that their face shows, so the edge functions are exact in doubles;
// what is rounded is rounded in the order and precision of SnappedTriangle.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Corners {
  vec2 corners[];
};
layout(std430, binding = 1) readonly buffer Heights {
  double heights[];
};
layout(std430, binding = 2) readonly buffer Faces {
  uint faces[];
};
layout(std430, binding = 3) readonly buffer Ids {
  uint ids[];
};
layout(std430, binding = 4) readonly buffer Fragments {
  double total;
  uint appended;
  uint layers;
  uvec2 fragments[];  // pixel, face
};
layout(std430, binding = 5) buffer Counts {
  uint counts[];
};
layout(std430, binding = 6) readonly buffer Offsets {
  uint offsets[];
};
layout(std430, binding = 7) writeonly buffer Entries {
  uvec2 entries[];  // twice the face plus its side, depth
};

uniform uint count;
uniform uvec3 regions[3];
uniform uvec3 ascending;
uniform uvec2 first;  // column and row
uniform uint firstVertex;
uniform uint vertices;
uniform bool inward;
uniform bool chosen;  // whether only some of the surface's faces were drawn

const double kSteps = 16777216.0lf;

void main() {
  uint self = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationIndex;
  if (self >= count) return;
  uint pixel = fragments[self].x, face = fragments[self].y;
  uint view = pixel >= regions[2].z ? 2u : pixel >= regions[1].z ? 1u : 0u;
  uint within = pixel - regions[view].z;
  dvec2 centre = 256.0lf * dvec2(first + uvec2(within % regions[view].x, within / regions[view].x));

  dvec2 at[3];
  double height[3];
  for (uint i = 0u; i < 3u; ++i) {
    uint vertex = view * vertices + faces[3u * face + i] - firstVertex;
    at[i] = dvec2(corners[vertex]);
    height[i] = heights[vertex];
  }
  dvec2 ab = at[1] - at[0], ac = at[2] - at[0];
  precise double area = ab.x * ac.y - ac.x * ab.y;
  bool clockwise = area < 0.0lf;
  if (clockwise) {
    area = -area;
    dvec2 corner = at[1];
    at[1] = at[2];
    at[2] = corner;
    double other = height[1];
    height[1] = height[2];
    height[2] = other;
  }
  precise double sum = 0.0lf;
  for (uint i = 0u; i < 3u; ++i) {
    dvec2 from = at[(i + 1u) % 3u], edge = at[(i + 2u) % 3u] - from, to = centre - from;
    precise double weight = edge.x * to.y - edge.y * to.x;
    sum += weight * height[i];
  }
  precise double inverse = 1.0lf / area;
  precise double value = sum * inverse;
  precise double scaled = clamp(value, 0.0lf, 1.0lf) * kSteps;
  uint steps = uint(roundEven(scaled));
  bool rising = ascending[view] != 0u;
  if (!rising) steps = uint(kSteps) - steps;

  bool entering = (clockwise != inward) == rising;
  uint id = chosen ? ids[face] : face;
  uint slot = offsets[pixel] + atomicAdd(counts[pixel], 0xffffffffu) - 1u;
  entries[slot] = uvec2(id << 1 | uint(entering), floatBitsToUint(float(steps) * (1.0 / 16777216.0)));
}
