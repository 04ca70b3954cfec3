in vec3 point;
in vec3 facing;
in vec4 base;
in float backWhite;
uniform vec3 eye;
uniform float wires;  // 1: edges of faces, 0: faces
out vec4 pixel;

const vec3 kDarkWire = vec3(0.002, 0.002, 0.003), kPaleWire = vec3(0.75, 0.78, 0.82);
const float kWireOpacity = 0.45;  // twice at most edges, which have two faces
// Luminance at which both wires have the same contrast, and that of the sky by day and at night.
const float kMiddle = 0.15, kDay = 0.7, kNight = 0.03;

void main() {
  vec3 ray = normalize(point - eye), normal = normalize(facing);
  vec3 colour = gl_FrontFacing ? base.rgb : mix(base.rgb, vec3(1.0), backWhite);
  colour = shade(colour, point, normal, ray);
  if (wires > 0.0) {
    // Behind glass there is mostly sky.
    float luminance = mix(mix(kDay, kNight, night), dot(colour, vec3(0.2126, 0.7152, 0.0722)), base.a);
    pixel = vec4(encoded(luminance < kMiddle ? kPaleWire : kDarkWire), kWireOpacity);
    return;
  }
  // Glass is more opaque at grazing angles.
  float grazing = 1.0 - abs(dot(normal, ray));
  float opacity = base.a + (1.0 - base.a) * grazing * grazing;
  pixel = vec4(encoded(colour), opacity);
}
