// expect: correctness
// The elements that waited in shared memory are forgotten there.

// TODO(4)
