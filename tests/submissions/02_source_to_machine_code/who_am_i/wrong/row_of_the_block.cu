// expect: correctness
// threadIdx.x is the number in the block in one dimension only.

// TODO(1)
    mine = threadIdx.x % 32;
