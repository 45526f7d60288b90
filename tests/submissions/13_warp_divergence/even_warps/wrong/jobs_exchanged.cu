// expect: correctness
// Right by warps, but the element is counted from the other end.

// TODO(1)
    int job = threadIdx.x / 32;
    int element = 31 - threadIdx.x / 2;
