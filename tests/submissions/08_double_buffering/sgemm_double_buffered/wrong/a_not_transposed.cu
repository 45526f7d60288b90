// expect: correctness, hazards
// Four neighbouring k of one row are stored as four neighbouring rows of one k.

// TODO(1)
        tile_a[now][a_col][a_row + 0] = a_in.x;
        tile_a[now][a_col][a_row + 1] = a_in.y;
        tile_a[now][a_col][a_row + 2] = a_in.z;
        tile_a[now][a_col][a_row + 3] = a_in.w;
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b_in;
        __syncthreads();

        int next = k0 + BK;
        if (next < K) {
            from_a += BK;
            from_b += BK * ldb;
            a_in = load4<INSIDE>(from_a, left_a - next);
            b_in = load4<INSIDE>(from_b, next + b_row < K ? left_b : 0);
        }
