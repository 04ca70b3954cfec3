in vec3 far;
uniform vec3 eye;
uniform mat4 clipFromWorld;
uniform float scale;
uniform bool ground;  // the plane y = 0, without end
out vec4 pixel;

const vec3 kGround = vec3(0.62, 0.63, 0.64);

float line(float v) {
  float u = v / (0.5 * scale), off = abs(u - floor(u + 0.5)), width = fwidth(u);
  return mix(0.88, 1.0, smoothstep(0.012, 0.012 + width, off));
}

void main() {
  vec3 ray = normalize(far - eye);
  gl_FragDepth = 1.0;
  if (!ground || ray.y > -1e-4 || eye.y <= 0.0) {
    pixel = vec4(encoded(skyOf(ray)), 1.0);
    return;
  }
  float distance = -eye.y / ray.y;
  vec3 point = eye + ray * distance;
  vec3 base = kGround * mix(1.0, 0.45, night) * min(line(point.x), line(point.z));
  float fog = 1.0 - exp(-max(0.0, distance / scale - 4.0) / 9.0);
  pixel = vec4(encoded(mix(shade(base, point, vec3(0.0, 1.0, 0.0), ray), mix(kSkyLow, kNightLow, night), fog)), 1.0);
  vec4 clip = clipFromWorld * vec4(point, 1.0);
  gl_FragDepth = clamp(clip.z / clip.w * 0.5 + 0.5, 0.0, 1.0);
}
