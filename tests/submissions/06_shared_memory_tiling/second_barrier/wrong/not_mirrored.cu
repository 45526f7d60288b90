// expect: correctness
// Each thread adds up its own elements.

// TODO(1)
        seat[t] = in[k * SIZE + t];
        __syncthreads();
        sum += seat[t];
        __syncthreads();
