// expect: correctness
// 256 is the size of the block today: with blocks of 100 there are gaps, and the end is missed.

// TODO(1)
    int i = blockIdx.x * 256 + threadIdx.x;
