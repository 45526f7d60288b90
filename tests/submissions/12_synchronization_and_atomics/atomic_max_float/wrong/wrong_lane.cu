// expect: correctness
// Shuffles down end in lane 0, and lane 31 goes.

// TODO(2)
    for (int step = 16; step > 0; step /= 2)
        largest = fmaxf(largest, __shfl_down_sync(0xffffffff, largest, step));
    if (threadIdx.x % 32 == 31)
        atomic_max(out, largest);
