// expect: correctness
// Warps behind the last row read beyond A and write beyond y.

// INSTEAD OF
    if (row >= M)
        return; // the whole warp leaves, because its lanes have the same row
// WRITE
