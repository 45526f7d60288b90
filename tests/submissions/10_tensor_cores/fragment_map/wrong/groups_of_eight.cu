// expect: correctness
// 4 groups of 8 lanes instead of 8 groups of 4.

// TODO(1)
            int row = threadIdx.x % 8 + r % 2 * 8;
            int col = threadIdx.x % 32 / 8 * 2 + h + r / 2 * 8;
