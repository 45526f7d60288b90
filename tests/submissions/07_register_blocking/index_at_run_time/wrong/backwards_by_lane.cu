// expect: resources
// Another order, but the index still depends on the lane.

// TODO(1)
            int m = (ROWS - 1 - i + threadIdx.x) % ROWS;
            sum[m] += A[(row + m) * K + k] * b;
