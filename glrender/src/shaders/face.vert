#version 330 core

// Position relative to the centre of the image's first pixel, in whole subpixels. The operations below are exact: see
// SnappedSurface.
layout(location = 0) in vec2 corner;

uniform vec2 origin;
uniform vec2 scale;

void main() {
  gl_Position = vec4((corner + origin) * scale - 1.0, 0.0, 1.0);
}
