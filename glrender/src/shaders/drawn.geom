#version 430 core

// Passes the whole face to each fragment: the positions of the corners on the image, rounded like in the rasteriser,
// and their depths. An interpolated depth would leave a steep face.
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

uniform int pliantFirstFace;

// x and y relative to the centre of the block's first pixel [subpixel], depth.
flat out vec3 pliantCorner0, pliantCorner1, pliantCorner2;
flat out int pliantFace;

// The viewport has 8192 by 8192 pixels; the block's first pixel has column and row 2048.
vec3 corner(int i) {
  vec4 at = gl_in[i].gl_Position;
  dvec3 ndc = dvec3(at.xyz) / double(at.w);
  dvec2 subpixels = (ndc.xy + 1.0lf) * (4096.0lf * 256.0lf) - (2048.0lf * 256.0lf + 128.0lf);
  return vec3(vec2(roundEven(subpixels)), float(ndc.z * 0.5lf + 0.5lf));
}

void main() {
  vec3 corner0 = corner(0), corner1 = corner(1), corner2 = corner(2);
  for (int i = 0; i < 3; ++i) {
    pliantCorner0 = corner0;
    pliantCorner1 = corner1;
    pliantCorner2 = corner2;
    pliantFace = pliantFirstFace + gl_PrimitiveIDIn;
    gl_Position = gl_in[i].gl_Position;
    EmitVertex();
  }
  EndPrimitive();
}
