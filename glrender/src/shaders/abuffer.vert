#version 430 core

// Like face.vert, for up to three views of a surface. Each instance draws one view.
layout(location = 0) in vec2 corner0;
layout(location = 1) in vec2 corner1;
layout(location = 2) in vec2 corner2;

uniform vec2 origin;
uniform vec2 scale;

flat out int view;

void main() {
  view = gl_InstanceID;
  vec2 corner = view == 0 ? corner0 : view == 1 ? corner1 : corner2;
  gl_Position = vec4((corner + origin) * scale - 1.0, 0.0, 1.0);
}
