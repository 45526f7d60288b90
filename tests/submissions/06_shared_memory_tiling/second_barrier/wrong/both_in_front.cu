// expect: hazards
// Two barriers one after the other in front of the reading: behind it there is still none.

// TODO(1)
        seat[t] = in[k * SIZE + t];
        __syncthreads();
        __syncthreads();
        sum += seat[SIZE - 1 - t];
