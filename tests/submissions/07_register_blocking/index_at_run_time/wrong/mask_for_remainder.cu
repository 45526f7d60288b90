// expect: resources
// A mask is cheaper than a remainder, and as unknown to the compiler.

// TODO(1)
            int m = (i + threadIdx.x) & (ROWS - 1);
            sum[m] += A[(row + m) * K + k] * b;
