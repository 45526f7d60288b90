// expect: resources
// Lanes and rows are mixed by XOR: no constant either.

// TODO(1)
            int m = i ^ (threadIdx.x & 7);
            sum[m] += A[(row + m) * K + k] * b;
