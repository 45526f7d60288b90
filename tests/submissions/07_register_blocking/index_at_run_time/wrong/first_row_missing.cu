// expect: correctness
// The first row is never taken.

// TODO(1)
            int m = i < 1 ? 1 : i;
            sum[m] += A[(row + m) * K + k] * b;
