// expect: hazards
// A warp may count in bins that another one has yet to empty.

// TODO(1)
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = 0;
