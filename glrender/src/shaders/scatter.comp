
// Writes each fragment to the entries of its pixel, with side and depth of its face there. Include after edges.glsl.
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
  uvec2 entries[];  // 2 * face + side, depth
};

uniform uint count;
uniform uvec3 regions[3];
uniform uvec3 ascending;
uniform uvec2 first;  // column and row of the first pixel of the blocks
uniform uint firstVertex;
uniform uint vertices;
uniform bool inward;
uniform bool chosen;  // true if only some of the surface's faces were drawn

const double kSteps = 16777216.0lf;

void main() {
  uint self = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationIndex;
  if (self >= count) return;
  uint pixel = fragments[self].x, face = fragments[self].y;
  uint view = pixel >= regions[2].z ? 2u : pixel >= regions[1].z ? 1u : 0u;
  uint within = pixel - regions[view].z;
  dvec2 centre = 256.0lf * dvec2(first + uvec2(within % regions[view].x, within / regions[view].x));

  uvec3 vertex = view * vertices - firstVertex + uvec3(faces[3u * face], faces[3u * face + 1u], faces[3u * face + 2u]);
  double area = areaOf(corners[vertex.x], corners[vertex.y], corners[vertex.z]);
  bool clockwise = area < 0.0lf;
  if (clockwise) {
    area = -area;
    vertex = vertex.xzy;
  }
  vec2 a = corners[vertex.x], b = corners[vertex.y], c = corners[vertex.z];
  precise double ofA = edgeAt(b, c, centre) * heights[vertex.x];
  precise double ofB = edgeAt(c, a, centre) * heights[vertex.y];
  precise double ofC = edgeAt(a, b, centre) * heights[vertex.z];
  precise double sum = ofA + ofB + ofC;
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
