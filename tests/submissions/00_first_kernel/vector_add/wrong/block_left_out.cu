// expect: correctness
// The index ignores the block: all blocks compute the first elements, nobody the others.

// TODO(1)
    int i = threadIdx.x;
