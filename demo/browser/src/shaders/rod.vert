// A ribbon that faces the eye, at least kLeastPixels wide, shaded like a rod.
layout(location = 0) in vec3 end;
layout(location = 1) in vec3 along;
layout(location = 2) in float side;
layout(location = 3) in vec4 tint;
uniform mat4 clipFromWorld;
uniform vec3 eye;
uniform vec3 towardsLight;
uniform float pixelsPerSlope;
uniform float night;
out vec3 shown;

const float kLeastPixels = 1.2, kDark = 0.15, kPale = 0.6;

void main() {
  float depth = (clipFromWorld * vec4(end, 1.0)).w;
  float halfWidth = max(abs(side), 0.5 * kLeastPixels * depth / pixelsPerSlope);
  vec3 back = normalize(eye - end), across = cross(along, back);
  across *= sign(side) / max(length(across), 1e-6);
  // Moved to the rod's front, so that the surface below does not hide it.
  gl_Position = clipFromWorld * vec4(end + halfWidth * (across + back), 1.0);
  vec3 normal = normalize(0.6 * across + back);
  float ambient = mix(1.0, 0.55, night) * (0.26 + 0.12 * normal.y);
  // Colours that are almost black by day are pale at night, where black would be invisible.
  float dark = step(max(max(tint.r, tint.g), tint.b), kDark);
  vec3 base = mix(tint.rgb, vec3(kPale), night * dark);
  shown = base * (ambient + 0.72 * max(0.0, dot(normal, towardsLight)));
}
