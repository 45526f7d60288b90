// expect: resources
// No conflict that could be avoided, but more shared memory than that takes.

// TODO(1)
constexpr int PAD_TALL = 3;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 6;
