// expect: correctness
// The warp is right, but the lane is taken from x alone: right where a row is a multiple of 32.

// TODO(2)
        warp[i] = thread / WARP_SIZE;
        lane[i] = threadIdx.x % WARP_SIZE;
