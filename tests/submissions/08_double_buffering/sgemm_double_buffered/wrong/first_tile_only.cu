// expect: correctness
// Nothing is sent for: the first pair of tiles is multiplied in every round.

// TODO(1)
        tile_a[now][a_col + 0][a_row] = a_in.x;
        tile_a[now][a_col + 1][a_row] = a_in.y;
        tile_a[now][a_col + 2][a_row] = a_in.z;
        tile_a[now][a_col + 3][a_row] = a_in.w;
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b_in;
        __syncthreads();
