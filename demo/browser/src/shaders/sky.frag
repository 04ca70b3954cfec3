in vec3 far;
uniform vec3 eye;
out vec4 pixel;

void main() {
  pixel = vec4(encoded(skyOf(normalize(far - eye))), 1.0);
}
