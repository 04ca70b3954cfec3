
// Writes the spans, sorted by pixel, then upwards. Include after ends.glsl.
struct Span {
  uint pixel;
  int low, high;
  uint lowEnd, highEnd;  // 2 * face + owner; 0xffffffff: none
};

layout(std430, binding = 4) buffer Places {
  uint places[];  // one per pixel: position of its next span
};
layout(std430, binding = 7) writeonly buffer Spans {
  Span spans[];
};

void addSpan(uint column, int from, int to, Group lowA, Group lowB, Group highA, Group highB) {
  uint pixel = gl_WorkGroupID.x * width + column;
  End low, high;
  findEnds(column, lowA, lowB, highA, highB, low, high);
  uint place = places[pixel];
  places[pixel] = place + 1u;
  spans[place] = Span(pixel, from, to, low.found ? low.faceAndOwner : 0xffffffffu,
                      high.found ? high.faceAndOwner : 0xffffffffu);
}

void finishRow(Sums sums) {}
