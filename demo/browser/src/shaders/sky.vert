uniform mat4 worldFromClip;
out vec3 far;

void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  vec4 p = worldFromClip * vec4(corner, 1.0, 1.0);
  far = p.xyz / p.w;
  gl_Position = vec4(corner, 1.0, 1.0);
}
