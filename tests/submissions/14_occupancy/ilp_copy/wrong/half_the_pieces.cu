// expect: correctness
// Two pieces a thread: the other half of what a block has is not copied.

// INSTEAD OF
constexpr int LOADS = 4;
// WRITE
constexpr int LOADS = 2;
