// expect: correctness
// Only eight lanes scan, with a mask that names all 32.

// TODO(2)
    __syncthreads();
    if (threadIdx.x < WARPS)
        sums[lane] = warp_inclusive(sums[lane]);
    __syncthreads();
