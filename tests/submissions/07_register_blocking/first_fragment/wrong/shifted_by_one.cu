// expect: correctness
// One column too far: no multiple of 16 bytes.

// TODO(1)
        float4 b = *reinterpret_cast<const float4*>(&tile[k][tx * 4 + 1]);
