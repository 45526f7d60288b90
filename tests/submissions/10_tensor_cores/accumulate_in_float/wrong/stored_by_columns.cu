// expect: correctness
// The tile is stored by columns and read by rows.

// INSTEAD OF
    wmma::store_matrix_sync(tile, sum, TILE, wmma::mem_row_major);
// WRITE
    wmma::store_matrix_sync(tile, sum, TILE, wmma::mem_col_major);
