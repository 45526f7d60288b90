// expect: correctness
// Only the first sum grows.

// TODO(1)
            int m = 0;
            sum[m] += A[(row + m) * K + k] * b;
