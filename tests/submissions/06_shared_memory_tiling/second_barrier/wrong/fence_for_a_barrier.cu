// expect: hazards
// A fence waits for nobody.

// TODO(1)
        seat[t] = in[k * SIZE + t];
        __syncthreads();
        sum += seat[SIZE - 1 - t];
        __threadfence_block();
