#version 430 core

// Appends pixel, face, side and depth of each fragment to a list. The depth is the convex combination of the corners'
// depths at the pixel's centre.
flat in vec3 pliantCorner0, pliantCorner1, pliantCorner2;
flat in int pliantFace;

layout(std430, binding = 7) buffer PliantFragments {
  uint pliantAppended;
  uint pliantFragments[];  // pixel, 2 * face + side, depth
};

uniform uint pliantWidth;     // width of the block [pixels]
uniform uint pliantCapacity;  // size of the list [fragments]

void main() {
  uvec2 at = uvec2(gl_FragCoord.xy);
  uint slot = atomicAdd(pliantAppended, 1u);
  if (slot >= pliantCapacity) return;

  vec3 corners[3] = vec3[3](pliantCorner0, pliantCorner1, pliantCorner2);
  dvec2 centre = 256.0lf * dvec2(at);
  dvec2 ab = dvec2(corners[1].xy) - dvec2(corners[0].xy), ac = dvec2(corners[2].xy) - dvec2(corners[0].xy);
  double turned = ab.x * ac.y - ac.x * ab.y < 0.0lf ? -1.0lf : 1.0lf;
  // A card may not round corners to the nearest subpixel. Negative weights are set to 0, so that the depth stays within
  // the face.
  double total = 0.0lf, depth = 0.0lf;
  for (int i = 0; i < 3; ++i) {
    dvec2 from = dvec2(corners[(i + 1) % 3].xy), edge = dvec2(corners[(i + 2) % 3].xy) - from, to = centre - from;
    double weight = max(turned * (edge.x * to.y - edge.y * to.x), 0.0lf);
    total += weight;
    depth += weight * double(corners[i].z);
  }
  depth = total > 0.0lf ? depth / total : (double(corners[0].z) + double(corners[1].z) + double(corners[2].z)) / 3.0lf;

  pliantFragments[3u * slot] = at.y * pliantWidth + at.x;
  pliantFragments[3u * slot + 1u] = uint(pliantFace) << 1 | (gl_FrontFacing ? 1u : 0u);
  pliantFragments[3u * slot + 2u] = floatBitsToUint(float(clamp(depth, 0.0lf, 1.0lf)));
}
