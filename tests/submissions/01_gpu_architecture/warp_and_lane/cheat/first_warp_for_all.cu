// expect: correctness
// One block has one warp, says this kernel: right for small blocks only.

// TODO(2)
        warp[i] = 0;
        lane[i] = thread % WARP_SIZE;
