// expect: correctness
// Every round fills the seats from the first segment.

// TODO(1)
        seat[t] = in[t];
        __syncthreads();
        sum += seat[SIZE - 1 - t];
        __syncthreads();
