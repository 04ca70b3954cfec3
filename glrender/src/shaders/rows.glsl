
// Sums a row in a fixed order. Include after walk.glsl.
layout(std430, binding = 4) writeonly buffer Rows {
  Sums rows[];
};

Sums together(Sums a, Sums b) {
  return Sums(a.inner + b.inner, a.border + b.border, a.columns + b.columns, a.heights + b.heights,
              min(a.firstColumn, b.firstColumn), max(a.lastColumn, b.lastColumn), min(a.lowest, b.lowest),
              max(a.highest, b.highest), max(a.longest, b.longest), 0);
}

shared Sums shares[64];
shared Sums parts[8];

// Sums eight groups of eight values, then their eight sums. This needs few barriers, which cost more than sums on a
// software renderer.
void finishRow(Sums sums) {
  uint self = gl_LocalInvocationIndex;
  shares[self] = sums;
  barrier();
  if (self < 8u) {
    Sums part = shares[8u * self];
    for (uint i = 1u; i < 8u; ++i) part = together(part, shares[8u * self + i]);
    parts[self] = part;
  }
  barrier();
  if (self > 0u) return;
  Sums all = parts[0];
  for (uint i = 1u; i < 8u; ++i) all = together(all, parts[i]);
  rows[gl_WorkGroupID.x] = all;
}
