// expect: hazards
// The barrier stands before the tiles are stored: they are read while others still write them.

// TODO(1)
        __syncthreads();
        tile_a[now][a_col + 0][a_row] = a_in.x;
        tile_a[now][a_col + 1][a_row] = a_in.y;
        tile_a[now][a_col + 2][a_row] = a_in.z;
        tile_a[now][a_col + 3][a_row] = a_in.w;
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b_in;

        int next = k0 + BK;
        if (next < K) {
            from_a += BK;
            from_b += BK * ldb;
            a_in = load4<INSIDE>(from_a, left_a - next);
            b_in = load4<INSIDE>(from_b, next + b_row < K ? left_b : 0);
        }
