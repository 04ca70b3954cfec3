in vec3 point;
in vec3 facing;
in vec4 base;
uniform vec3 eye;
uniform vec4 lines;  // if w > 0, the only colour
out vec4 pixel;

void main() {
  if (lines.w > 0.0) {
    pixel = vec4(lines.rgb, 1.0);
    return;
  }
  vec3 ray = normalize(point - eye), normal = normalize(facing);
  // Glass is more opaque at grazing angles.
  float grazing = 1.0 - abs(dot(normal, ray));
  float opacity = base.a + (1.0 - base.a) * grazing * grazing;
  pixel = vec4(encoded(shade(base.rgb, point, normal, ray)), opacity);
}
