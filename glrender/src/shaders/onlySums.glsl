
// For programs that need only the sums over the spans.
void addSpan(uint column, int from, int to, Group lowA, Group lowB, Group highA, Group highB) {}
