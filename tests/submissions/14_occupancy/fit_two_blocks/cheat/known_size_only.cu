// expect: correctness
// Fits because it serves the short rows only.

// TODO(1)
constexpr int PARKED = 24;

// TODO(3)

// TODO(4)
