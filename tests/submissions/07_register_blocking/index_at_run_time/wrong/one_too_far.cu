// expect: correctness
// Counted from one: the last index lies outside.

// TODO(1)
            int m = i + 1;
            sum[m] += A[(row + m) * K + k] * b;
