// expect: shared_excess, shared_wavefronts
// tid / 32, as some pages have it: in this block threadIdx.x / 32 is 0, so nothing is mixed in.

// TODO(1)
    return column ^ (threadIdx.x / 32);
