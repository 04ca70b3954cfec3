// The infinite plane y = 0: three triangles from the point below the eye to three points at infinity.
uniform mat4 clipFromWorld;
uniform vec3 eye;
out vec4 place;  // homogeneous [world]

const vec2 kAround[3] = vec2[3](vec2(1.0, 0.0), vec2(-0.5, 0.87), vec2(-0.5, -0.87));

void main() {
  int corner = gl_VertexID % 3, side = gl_VertexID / 3;
  vec2 to = kAround[(side + corner) % 3];
  place = corner == 2 ? vec4(eye.x, 0.0, eye.z, 1.0) : vec4(to.x, 0.0, to.y, 0.0);
  gl_Position = clipFromWorld * place;
}
