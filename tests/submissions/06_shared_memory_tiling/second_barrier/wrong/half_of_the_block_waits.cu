// expect: correctness, hazards
// Only the first warp comes to the second barrier.

// TODO(1)
        seat[t] = in[k * SIZE + t];
        __syncthreads();
        sum += seat[SIZE - 1 - t];
        if (t < 32)
            __syncthreads();
