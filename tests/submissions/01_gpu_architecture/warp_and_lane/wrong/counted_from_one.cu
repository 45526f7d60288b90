// expect: correctness
// Warps counted from 1; every index into an array of one entry a warp would then miss the first.

// TODO(2)
        warp[i] = thread / WARP_SIZE + 1;
        lane[i] = thread % WARP_SIZE;
