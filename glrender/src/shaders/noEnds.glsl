
// Where nothing is asked of the faces at which spans end.
void addEnds(uint column, Group lowA, Group lowB, Group highA, Group highB) {}
