// expect: correctness
// The sum stays in the first warp; the other threads add nothing.

// TODO(2)
    sum = warp_sum(sum);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0)
        offset = warp_sum(lane < WARPS ? sums[lane] : 0);
