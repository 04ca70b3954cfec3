#version 430 core

// For hosts that have no shader of their own for this.
layout(location = 0) in vec3 position;

uniform mat4 toImage;

void main() {
  gl_Position = toImage * vec4(position, 1.0);
}
