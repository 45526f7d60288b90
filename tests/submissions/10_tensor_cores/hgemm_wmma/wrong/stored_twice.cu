// expect: global_sectors
// The scaled tile is stored twice: right, but every element of C is written a second time.

// TODO(3)
    float* tile = &C[row * ldc + col];
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> old;
    wmma::fill_fragment(old, 0.0f);
    if (beta != 0.0f)
        wmma::load_matrix_sync(old, tile, ldc, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; ++i)
        sum.x[i] = alpha * sum.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(tile, sum, ldc, wmma::mem_row_major);
    __syncwarp();
    wmma::store_matrix_sync(tile, sum, ldc, wmma::mem_row_major);
