// expect: correctness
// All lanes read the first four columns.

// TODO(1)
        float4 b = *reinterpret_cast<const float4*>(&tile[k][0]);
