// expect: correctness
// Zeros in the place of the halo.

// TODO(1)
    for (int k = threadIdx.x; k < BLOCK + 2 * RADIUS; k += BLOCK) {
        int i = first + k;
        tile[k] = k >= RADIUS && k < BLOCK + RADIUS && i < n ? in[i] : 0.0f;
    }
    __syncthreads();
