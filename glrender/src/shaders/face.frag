#version 330 core

// Stores the face index in the depth buffer, exact in 24 bits. The CPU computes the depth at the pixel from the face.
void main() {
  gl_FragDepth = float(gl_PrimitiveID) * (1.0 / 16777216.0);
}
