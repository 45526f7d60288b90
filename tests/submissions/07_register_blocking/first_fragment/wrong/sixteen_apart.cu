// expect: correctness
// Four columns 16 apart, as the tile was filled, are not the columns that are written.

// TODO(1)
        float4 b = {tile[k][tx], tile[k][tx + 16], tile[k][tx + 32], tile[k][tx + 48]};
