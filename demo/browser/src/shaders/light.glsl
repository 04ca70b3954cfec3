// One light with shadows and a bright sky, the same as in the pictures of the command line.
uniform mat4 shadowFromWorld;
uniform sampler2DShadow shadowMap;
uniform vec3 towardsLight;
uniform float shadowBias;  // [length]; below 0: no shadows

const vec3 kSkyTop = vec3(0.52, 0.62, 0.74), kSkyLow = vec3(0.90, 0.92, 0.94);
const vec3 kNightTop = vec3(0.010, 0.012, 0.018), kNightLow = vec3(0.035, 0.040, 0.050);
uniform float night;  // 0: bright sky, 1: dark sky

vec3 skyOf(vec3 ray) {
  float t = clamp(ray.y * 1.5 + 0.25, 0.0, 1.0);
  return mix(mix(kSkyLow, kSkyTop, t), mix(kNightLow, kNightTop, t), night);
}

float lightAt(vec3 point, vec3 normal) {
  if (shadowBias < 0.0) return 1.0;
  vec3 p = (shadowFromWorld * vec4(point + normal * shadowBias, 1.0)).xyz * 0.5 + 0.5;
  if (any(lessThan(p.xy, vec2(0.0))) || any(greaterThan(p.xy, vec2(1.0)))) return 1.0;
  vec2 texel = 1.0 / vec2(textureSize(shadowMap, 0));
  float lit = 0.0;
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 2; ++x) lit += texture(shadowMap, vec3(p.xy + (vec2(x, y) - 0.5) * texel, p.z));
  return lit / 4.0;
}

vec3 shade(vec3 base, vec3 point, vec3 normal, vec3 ray) {
  if (dot(normal, ray) > 0.0) normal = -normal;
  float towards = dot(normal, towardsLight);
  float lit = towards > 0.0 ? towards * lightAt(point, normal) : 0.0;
  float fromSky = 0.5 + 0.5 * normal.y;
  float glance = max(0.0, dot(normal, normalize(towardsLight - ray)));
  float glance5 = glance * glance * glance * glance * glance, glance10 = glance5 * glance5;
  float shine = 0.18 * glance10 * glance10 * glance10 * glance10;
  float ambient = mix(1.0, 0.55, night);
  return base * (ambient * (0.14 + 0.24 * fromSky) + 0.72 * lit) + shine * lit;
}

// Encodes to sRGB, with an error below a seventh of 1/255. EmbeddedVertices are much faster than powers on a CPU renderer.
vec3 encoded(vec3 linear) {
  vec3 c = clamp(linear, 0.0, 1.0), root = sqrt(c);
  vec3 curve = -0.07769 - 0.05413 * c + 0.82927 * root + 0.30201 * sqrt(root);
  return mix(12.92 * c, curve, step(0.0031308, c));
}
