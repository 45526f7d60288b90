// expect: correctness
// Each lane adds to one and the same sum, eight times.

// TODO(1)
            int m = threadIdx.x % ROWS;
            sum[m] += A[(row + m) * K + k] * b;
