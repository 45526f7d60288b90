// expect: correctness
// B is declared to lie by columns: its tiles come transposed.

// INSTEAD OF
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> b;
// WRITE
        wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::col_major> b;
