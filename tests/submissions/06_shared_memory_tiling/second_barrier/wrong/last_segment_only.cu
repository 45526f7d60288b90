// expect: correctness
// The sum is assigned, not added to.

// TODO(1)
        seat[t] = in[k * SIZE + t];
        __syncthreads();
        sum = seat[SIZE - 1 - t];
        __syncthreads();
