// expect: correctness
// Blocks that stick out below C take the path without guards.

// INSTEAD OF
    bool whole = block_row + BM <= M && block_col + BN <= N && K % BK == 0;
// WRITE
    bool whole = block_col + BN <= N && K % BK == 0;
