// expect: correctness
// Warps begin anew in each block: right only where a block is whole warps.

// TODO(1)
    mine = i % 32;
