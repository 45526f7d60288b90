// expect: correctness
// k is forgotten: every step reads row 0.

// TODO(1)
        float4 b = *reinterpret_cast<const float4*>(&tile[0][tx * 4]);
