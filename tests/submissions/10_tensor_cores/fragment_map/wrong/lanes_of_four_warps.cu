// expect: correctness
// A lane's number is reduced in the first four warps only.

// INSTEAD OF
    int group = threadIdx.x % 32 / 4;     // 8 groups of 4 lanes
    int within = threadIdx.x % 32 % 4;    // the lane's number in its group
// WRITE
    int lane = i < 128 ? i % 32 : i;
    int group = lane / 4;
    int within = lane % 4;
