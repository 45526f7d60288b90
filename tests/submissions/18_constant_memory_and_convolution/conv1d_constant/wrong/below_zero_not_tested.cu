// expect: correctness
// Only the far end is tested: the first block reads in front of the array.

// TODO(1)
    for (int k = threadIdx.x; k < BLOCK + 2 * RADIUS; k += BLOCK) {
        int i = first + k;
        tile[k] = i < n ? in[i] : 0.0f;
    }
    __syncthreads();
