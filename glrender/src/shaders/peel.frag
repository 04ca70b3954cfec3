#version 330 core

// Finds the next layer behind the last one, in the order of (depth, face). Among faces at one depth the depth test
// keeps the one that is drawn first, which has the smallest index.
in float depth;

uniform usampler2D layers;  // the last layer
uniform bool first;

layout(location = 0) out uvec2 found;  // bits of the depth, 1 + face

void main() {
  float z = 0.5 * clamp(depth, 0.0, 1.0);  // halved, so that all are less than the cleared depth
  uint face = uint(gl_PrimitiveID) + 1u;
  if (!first) {
    uvec2 before = texelFetch(layers, ivec2(gl_FragCoord.xy), 0).xy;
    float zBefore = uintBitsToFloat(before.x);
    if (before.y == 0u || z < zBefore || (z == zBefore && face <= before.y)) discard;
  }
  gl_FragDepth = z;
  found = uvec2(floatBitsToUint(z), face);
}
