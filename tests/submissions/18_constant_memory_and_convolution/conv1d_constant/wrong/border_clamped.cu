// expect: correctness
// Beyond the ends the nearest element, where zeros are wanted.

// TODO(1)
    for (int k = threadIdx.x; k < BLOCK + 2 * RADIUS; k += BLOCK)
        tile[k] = in[min(max(first + k, 0), n - 1)];
    __syncthreads();
