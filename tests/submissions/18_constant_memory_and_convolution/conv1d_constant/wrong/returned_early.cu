// expect: correctness, hazards
// Threads without a result leave before they have loaded: nobody fills their places.

// TODO(1)
    if (blockIdx.x * BLOCK + threadIdx.x >= n)
        return;
    for (int k = threadIdx.x; k < BLOCK + 2 * RADIUS; k += BLOCK) {
        int i = first + k;
        tile[k] = i >= 0 && i < n ? in[i] : 0.0f;
    }
    __syncthreads();
