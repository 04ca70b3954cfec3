#version 430 core

// Appends to one list what pixel shows what face, and counts by pixel. What does not fit is counted only.
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

uniform uvec3 regions[3];  // of the views: width, height, first pixel
uniform uint capacity;     // of the list

void main() {
  uvec3 region = regions[view];
  uvec2 at = uvec2(gl_FragCoord.xy);
  if (at.x >= region.x || at.y >= region.y) return;
  uint pixel = region.z + at.y * region.x + at.x;
  atomicAdd(counts[pixel], 1u);
  uint slot = atomicAdd(appended, 1u);
  if (slot < capacity) fragments[slot] = uvec2(pixel, uint(gl_PrimitiveID));
}
