in vec4 place;
uniform vec3 eye;
uniform float scale;
out vec4 pixel;

const vec3 kGround = vec3(0.62, 0.63, 0.64);

float line(float v) {
  float u = v / (0.5 * scale), off = abs(u - floor(u + 0.5)), width = fwidth(u);
  return mix(0.88, 1.0, smoothstep(0.012, 0.012 + width, off));
}

void main() {
  vec3 point = place.xyz / place.w, away = point - eye;
  float distance = length(away);
  vec3 ray = away / distance;
  vec3 base = kGround * mix(1.0, 0.45, night) * min(line(point.x), line(point.z));
  float fog = 1.0 - exp(-max(0.0, distance / scale - 4.0) / 9.0);
  // Fades to the sky at the horizon, so that no edge is visible.
  vec3 horizon = skyOf(vec3(ray.x, 0.0, ray.z));
  pixel = vec4(encoded(mix(shade(base, point, vec3(0.0, 1.0, 0.0), ray), horizon, fog)), 1.0);
}
