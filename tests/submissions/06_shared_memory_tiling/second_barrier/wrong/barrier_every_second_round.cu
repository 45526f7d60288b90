// expect: hazards
// The second barrier is there in every other round only.

// TODO(1)
        seat[t] = in[k * SIZE + t];
        __syncthreads();
        sum += seat[SIZE - 1 - t];
        if (k % 2 == 1)
            __syncthreads();
