layout(location = 0) in vec3 position;
uniform mat4 shadowFromWorld;

void main() {
  gl_Position = shadowFromWorld * vec4(position, 1.0);
}
