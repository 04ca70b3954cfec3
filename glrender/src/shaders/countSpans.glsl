
// Counts the spans of each pixel. Include after walk.glsl.
layout(std430, binding = 5) buffer Counts {
  uint spanCounts[];  // zero initially
};

void addSpan(uint column, int from, int to, Group lowA, Group lowB, Group highA, Group highB) {
  ++spanCounts[gl_WorkGroupID.x * width + column];
}

void finishRow(Sums sums) {}
