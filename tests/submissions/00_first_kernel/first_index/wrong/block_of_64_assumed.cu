// expect: correctness
// Right for blocks of up to 64 threads only.

// TODO(1)
    int i = threadIdx.x % 64;
