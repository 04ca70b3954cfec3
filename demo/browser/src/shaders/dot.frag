in vec3 base;
out vec4 pixel;

void main() {
  vec2 off = gl_PointCoord * 2.0 - 1.0;
  if (dot(off, off) > 1.0) discard;
  pixel = vec4(encoded(base), 1.0);
}
