// expect: correctness
// The index ignores the thread: all threads of a block compute the same element.

// TODO(1)
    int i = blockIdx.x;
