// expect: correctness
// Four rows are taken twice.

// TODO(1)
            int m = i % 4;
            sum[m] += A[(row + m) * K + k] * b;
