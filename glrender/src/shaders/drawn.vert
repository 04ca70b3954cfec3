#version 430 core

// Vertex shader for hosts that have none of their own.
layout(location = 0) in vec3 position;

uniform mat4 toImage;

void main() {
  gl_Position = toImage * vec4(position, 1.0);
}
