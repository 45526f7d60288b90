// expect: correctness
// The four neighbours of lane tx are taken to begin at column tx: most begin at no multiple of 16 bytes.

// TODO(1)
        float4 b = *reinterpret_cast<const float4*>(&tile[k][tx]);
