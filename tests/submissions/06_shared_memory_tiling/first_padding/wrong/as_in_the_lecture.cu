// expect: resources
// 33 is the width of another tile.

// TODO(1)
constexpr int WIDTH = 33;
