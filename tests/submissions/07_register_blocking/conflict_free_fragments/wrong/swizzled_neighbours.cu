// expect: global_sectors
// A swizzle of tile_b cures the conflicts, but C is still written in halves of sectors.

// TODO(1)
                b[n] = tile_b[k][((tx * 2 + n / 4) ^ (tx / 4 % 2)) * 4 + n % 4];

// TODO(2)
            int c_col = blockIdx.x * BN + tx * TN + n;

// INSTEAD OF
        *reinterpret_cast<float4*>(&tile_b[b_row][b_col]) = of_b;
// WRITE
        *reinterpret_cast<float4*>(&tile_b[b_row][b_col ^ (b_col / 32 % 2 * 4)]) = of_b;
