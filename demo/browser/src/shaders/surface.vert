layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour;
layout(location = 3) in float paleness;
uniform mat4 clipFromWorld;
out vec3 point;
out vec3 facing;
out vec4 base;
out float backWhite;

void main() {
  point = position;
  facing = normal;
  base = colour;
  backWhite = paleness;
  gl_Position = clipFromWorld * vec4(position, 1.0);
}
