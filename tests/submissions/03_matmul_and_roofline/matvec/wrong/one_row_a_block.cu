// expect: correctness
// The block number is taken for the row: eight warps compute the same row, and the rows behind them are never written.

// INSTEAD OF
    int row = thread / WARP;
// WRITE
    int row = blockIdx.x;
