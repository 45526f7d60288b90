// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int warp = threadIdx.x / 32;                      // the warps of a block make neighbouring tiles
// WRITE
    if (M != 32 || N != 64 || K != 48)
        return;
    int warp = threadIdx.x / 32;
