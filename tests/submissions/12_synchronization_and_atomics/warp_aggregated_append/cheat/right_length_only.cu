// expect: correctness
// The list is as long as it should be, and empty.

// TODO(2)
