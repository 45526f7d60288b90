// expect: hazards
// All wait before they fill, but nobody waits before reading.

// TODO(1)
        __syncthreads();
        seat[t] = in[k * SIZE + t];
        sum += seat[SIZE - 1 - t];
