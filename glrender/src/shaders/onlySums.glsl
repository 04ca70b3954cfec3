
// Where nothing more is asked of spans than what they add up to.
void addSpan(uint column, int from, int to, Group lowA, Group lowB, Group highA, Group highB) {}
