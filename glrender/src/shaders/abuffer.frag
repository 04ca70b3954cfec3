#version 430 core

// Appends pixel and face of each fragment to a list, and counts the fragments per pixel. Fragments beyond the capacity
// are only counted.
flat in int view;

layout(std430, binding = 4) buffer Fragments {
  double total;
  uint appended;
  uint layers;
  uvec2 fragments[];  // pixel, face
};
layout(std430, binding = 5) buffer Counts {
  uint counts[];
};

uniform uvec3 regions[3];  // one per view: width, height, first pixel
uniform uint capacity;     // size of the list [fragments]

void main() {
  uvec3 region = regions[view];
  uvec2 at = uvec2(gl_FragCoord.xy);
  if (at.x >= region.x || at.y >= region.y) return;
  uint pixel = region.z + at.y * region.x + at.x;
  atomicAdd(counts[pixel], 1u);
  uint slot = atomicAdd(appended, 1u);
  if (slot < capacity) fragments[slot] = uvec2(pixel, uint(gl_PrimitiveID));
}
