// expect: correctness
// Blocks inside of C take the path without guards even where the last tile along K is not full.

// INSTEAD OF
    bool whole = block_row + BM <= M && block_col + BN <= N && K % BK == 0;
// WRITE
    bool whole = block_row + BM <= M && block_col + BN <= N;
