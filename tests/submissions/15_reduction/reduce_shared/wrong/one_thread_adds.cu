// expect: shared_wavefronts, divergence
// One thread adds up all words while 255 wait.

// TODO(2)
    __syncthreads();
    if (tid == 0) {
        float sum = 0.0f;
#pragma unroll 1
        for (int k = 0; k < BLOCK; ++k)
            sum += part[k];
        part[0] = sum;
    }
