// expect: correctness
// One step of 16 leaves lane 0 with the larger of two numbers.

// TODO(2)
    largest = fmaxf(largest, __shfl_down_sync(0xffffffff, largest, 16));
    if (threadIdx.x % 32 == 0)
        atomic_max(out, largest);
