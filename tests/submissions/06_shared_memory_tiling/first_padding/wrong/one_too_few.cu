// expect: correctness
// 19 is odd, but the last element of a row lies in the next row.

// TODO(1)
constexpr int WIDTH = 19;
