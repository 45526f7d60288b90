// expect: resources
// 23 is odd and has no conflict, but 21 is enough.

// TODO(1)
constexpr int WIDTH = 23;
