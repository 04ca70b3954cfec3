#version 330 core

// The depth buffer says which face it is, whole in 24 bits; where that lies in the pixel follows from it.
void main() {
  gl_FragDepth = float(gl_PrimitiveID) * (1.0 / 16777216.0);
}
