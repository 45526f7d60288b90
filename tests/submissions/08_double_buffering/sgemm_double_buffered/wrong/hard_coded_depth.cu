// expect: correctness
// The depth of one case is written into the loop.

// TODO(1)
        tile_a[now][a_col + 0][a_row] = a_in.x;
        tile_a[now][a_col + 1][a_row] = a_in.y;
        tile_a[now][a_col + 2][a_row] = a_in.z;
        tile_a[now][a_col + 3][a_row] = a_in.w;
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b_in;
        __syncthreads();

        int next = k0 + BK;
        if (next < 24) {
            from_a += BK;
            from_b += BK * ldb;
            a_in = load4<INSIDE>(from_a, left_a - next);
            b_in = load4<INSIDE>(from_b, next + b_row < K ? left_b : 0);
        }

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += BK) {
// WRITE
    for (int k0 = 0; k0 < 24; k0 += BK) {
