layout(location = 0) in vec4 ball;  // centre and radius
layout(location = 1) in vec3 colour;
uniform mat4 clipFromWorld;
uniform float pixelsPerSlope;
out vec3 base;

void main() {
  gl_Position = clipFromWorld * vec4(ball.xyz, 1.0);
  gl_PointSize = max(3.0, 2.0 * ball.w * pixelsPerSlope / gl_Position.w);
  base = colour;
}
