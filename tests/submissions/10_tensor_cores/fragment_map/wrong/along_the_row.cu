// expect: correctness
// A lane's 8 elements side by side.

// TODO(1)
            int row = threadIdx.x % 32 / 2;
            int col = threadIdx.x % 2 * 8 + r * 2 + h;
