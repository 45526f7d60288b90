// expect: correctness
// 128 is the size of the block today; with blocks of 7 there are gaps.

// TODO(1)
    for (int i = threadIdx.x; i < n; i += 128)
