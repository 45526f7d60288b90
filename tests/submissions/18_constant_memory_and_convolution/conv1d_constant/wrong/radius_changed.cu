// expect: correctness
// Another radius: the variable is larger than what the host copies into it.

// INSTEAD OF
constexpr int RADIUS = 4;
// WRITE
constexpr int RADIUS = 5;
