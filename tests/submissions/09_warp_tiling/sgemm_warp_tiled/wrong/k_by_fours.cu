// expect: correctness
// Four k are enough for a load, but not for a tile: half of the last one lies behind the end of K.

// INSTEAD OF
    bool whole = block_row + BM <= M && block_col + BN <= N && K % BK == 0;
// WRITE
    bool whole = block_row + BM <= M && block_col + BN <= N && K % 4 == 0;
