// expect: correctness
// The count is right, and nothing is kept.

// TODO(4)
