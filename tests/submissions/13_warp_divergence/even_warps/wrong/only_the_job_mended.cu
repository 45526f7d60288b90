// expect: correctness
// The job goes by the warp, but the element still by threadIdx.x / 2: of every 32 one half is missing.

// TODO(1)
    int job = threadIdx.x / 32;
    int element = threadIdx.x / 2;
