// expect: global_sectors
// The next tiles come float by float: four loads touch the same sectors, one after the other.

// TODO(1)
        tile_a[now][a_col + 0][a_row] = a_in.x;
        tile_a[now][a_col + 1][a_row] = a_in.y;
        tile_a[now][a_col + 2][a_row] = a_in.z;
        tile_a[now][a_col + 3][a_row] = a_in.w;
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b_in;
        __syncthreads();

        int next = k0 + BK;
        if (next < K) {
            from_a += BK;
            from_b += BK * ldb;
            int more_a = left_a - next;
            int more_b = next + b_row < K ? left_b : 0;
            a_in = float4{more_a > 0 ? from_a[0] : 0.0f, more_a > 1 ? from_a[1] : 0.0f,
                          more_a > 2 ? from_a[2] : 0.0f, more_a > 3 ? from_a[3] : 0.0f};
            b_in = float4{more_b > 0 ? from_b[0] : 0.0f, more_b > 1 ? from_b[1] : 0.0f,
                          more_b > 2 ? from_b[2] : 0.0f, more_b > 3 ? from_b[3] : 0.0f};
        }
