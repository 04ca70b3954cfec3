#version 330 core

// The next layer behind the last one, in the order of (depth, face). Of faces at one depth the depth test keeps the one
// drawn first, which is the one with the smallest number.
in float depth;

uniform usampler2D layers;  // the last one
uniform bool first;

layout(location = 0) out uvec2 found;  // depth, as bits, and 1 + face

void main() {
  float z = 0.5 * clamp(depth, 0.0, 1.0);  // so that all are less than the cleared depth
  uint face = uint(gl_PrimitiveID) + 1u;
  if (!first) {
    uvec2 before = texelFetch(layers, ivec2(gl_FragCoord.xy), 0).xy;
    float zBefore = uintBitsToFloat(before.x);
    if (before.y == 0u || z < zBefore || (z == zBefore && face <= before.y)) discard;
  }
  gl_FragDepth = z;
  found = uvec2(floatBitsToUint(z), face);
}
