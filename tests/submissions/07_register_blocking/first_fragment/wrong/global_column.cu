// expect: correctness
// The column in the matrix is used in the tile; right only in the first block.

// TODO(1)
        float4 b = *reinterpret_cast<const float4*>(&tile[k][col]);
