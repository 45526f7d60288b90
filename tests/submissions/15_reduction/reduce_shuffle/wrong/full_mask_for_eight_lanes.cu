// expect: correctness, hazards
// Only eight lanes shuffle, with a mask that names all 32.

// TODO(2)
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (threadIdx.x < WARPS) {
        sum = warp_sum(sums[threadIdx.x]);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
