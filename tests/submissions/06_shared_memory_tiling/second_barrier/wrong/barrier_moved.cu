// expect: hazards
// The barrier was moved behind the reading, not added: now the reading is too early.

// TODO(1)
        seat[t] = in[k * SIZE + t];
        sum += seat[SIZE - 1 - t];
        __syncthreads();
