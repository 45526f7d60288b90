// expect: correctness, hazards
// Nobody waits until the sums are scanned.

// TODO(2)
    __syncthreads();
    if (warp == 0) {
        int sum = warp_inclusive(lane < WARPS ? sums[lane] : 0);
        if (lane < WARPS)
            sums[lane] = sum;
    }
