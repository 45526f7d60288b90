// expect: correctness
// Blocks that stick out on the right of C take the path without guards.

// INSTEAD OF
    bool whole = block_row + BM <= M && block_col + BN <= N && K % BK == 0;
// WRITE
    bool whole = block_row + BM <= M && K % BK == 0;
