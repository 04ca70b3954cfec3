#version 330 core

// Like face.vert, with a depth. The depth is not part of the position, so that faces are not clipped by depth.
layout(location = 0) in vec2 corner;
layout(location = 1) in float cornerDepth;

uniform vec2 origin;
uniform vec2 scale;

out float depth;

void main() {
  depth = cornerDepth;
  gl_Position = vec4((corner + origin) * scale - 1.0, 0.0, 1.0);
}
