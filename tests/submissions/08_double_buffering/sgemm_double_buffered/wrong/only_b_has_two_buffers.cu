// expect: hazards
// The tile of A stays in its first buffer, where the next one overwrites it while slow warps read.

// TODO(1)
        tile_a[0][a_col + 0][a_row] = a_in.x;
        tile_a[0][a_col + 1][a_row] = a_in.y;
        tile_a[0][a_col + 2][a_row] = a_in.z;
        tile_a[0][a_col + 3][a_row] = a_in.w;
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b_in;
        __syncthreads();

        int next = k0 + BK;
        if (next < K) {
            from_a += BK;
            from_b += BK * ldb;
            a_in = load4<INSIDE>(from_a, left_a - next);
            b_in = load4<INSIDE>(from_b, next + b_row < K ? left_b : 0);
        }

// INSTEAD OF
                a[i] = tile_a[now][k][row + i];
                a[i + 4] = tile_a[now][k][row + HALF + i];
// WRITE
                a[i] = tile_a[0][k][row + i];
                a[i + 4] = tile_a[0][k][row + HALF + i];
