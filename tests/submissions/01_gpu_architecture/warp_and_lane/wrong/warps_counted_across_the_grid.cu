// expect: correctness
// The lane is right, but warps are numbered through the grid; it shows only from the second block on.

// TODO(2)
        warp[i] = i / WARP_SIZE;
        lane[i] = thread % WARP_SIZE;
