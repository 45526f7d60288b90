// expect: correctness
// Columns are chosen with ty instead of tx.

// TODO(1)
        float4 b = *reinterpret_cast<const float4*>(&tile[k][ty * 4]);
