in vec3 shown;
out vec4 pixel;

void main() {
  pixel = vec4(encoded(shown), 1.0);
}
